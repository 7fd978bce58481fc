def f(double[:] x):
    return x[1.5]  #~ ERROR
