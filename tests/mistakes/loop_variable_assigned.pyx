from cython.parallel import prange

def pairs(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 0
        i = i + 1  #~ WARNING
