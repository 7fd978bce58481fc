from cython.parallel import prange

def mirror(double[:] x, double[:] out):
    cdef Py_ssize_t i
    n = x.shape[0]
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = x[n - 1 - i]  #~ ERROR
