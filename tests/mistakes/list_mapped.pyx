from cython.parallel import prange
def f(list x, double[:] y):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={x: 'to'}):  #~ ERROR
        y[i] = x[i]
