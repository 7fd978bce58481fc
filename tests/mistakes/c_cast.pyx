def f(double[:] x):
    return (int)x[0]  #~ ERROR
