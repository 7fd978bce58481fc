cimport numpy as np
def f(int n):
    cdef double[:] y = np.zeros(n)  #~ ERROR
    return y
