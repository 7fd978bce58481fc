from cython.parallel import prange
def f(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            i += 1  #~ WARNING
        x[i] = 0
