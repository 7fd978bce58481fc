from cython.parallel import prange

def total(double[:] x):
    cdef double s = 0
    for v in prange(x, nogil=True, device={}):  #~ ERROR
        s += v
    return s
