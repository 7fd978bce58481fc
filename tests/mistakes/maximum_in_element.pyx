from cython.parallel import prange

def largest(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > out[0]:
            out[0] = x[i]  #~ WARNING
