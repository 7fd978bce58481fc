# cython: boundscheck=no  #~ ERROR
def f(double[:] x):
    return x[0]
