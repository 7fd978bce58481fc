from cython.parallel import prange


def scrambled(unsigned long long[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * 0x9E3779B97F4A7C15  #~ ERROR
