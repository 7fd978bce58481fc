from cython.parallel import prange, parallel

def f(double[:] x):
    cdef int i
    with nogil:
        with parallel(nogil=True, device={}):  #~ ERROR
            for i in prange(x.shape[0]):
                x[i] = 0
