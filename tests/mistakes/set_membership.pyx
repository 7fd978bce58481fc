from cython.parallel import prange

def mask(long[:] x, unsigned char[:] out, set wanted):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = x[i] in wanted  #~ ERROR
