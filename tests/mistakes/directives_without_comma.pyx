# cython: boundscheck=False wraparound=False  #~ ERROR
def f(double[:] x):
    return x[0]
