from cython.paralel cimport prange, parallel  #~ ERROR
def f(double[:] x):
    cdef int i
    with nogil, parallel():
        for i in prange(x.shape[0]):
            x[i] = 0
