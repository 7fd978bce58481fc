cimport cython

@cython.boundcheck(False)  #~ ERROR
def f(double[:] x):
    return x[0]
