from cython.parallel cimport prang  #~ ERROR
def f(double[:] x):
    cdef int i
    for i in prang(x.shape[0], nogil=True):
        x[i] = 0
