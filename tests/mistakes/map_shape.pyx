from cython.parallel import prange
def f(double[:] x):
    cdef int i
    for i in prange(x.shape[0], device={x.shape: 'to', x: 'tofrom'}, nogil=True):  #~ ERROR
        x[i] = 2 * x[i]
