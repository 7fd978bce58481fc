def f(double[:] x):
    x.append(3)  #~ ERROR
