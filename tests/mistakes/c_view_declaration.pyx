def f(double[:] x):
    double[:] y = x  #~ ERROR
    return y[0]
