from cython.parallel import prange

def cumulate(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(1, x.shape[0], nogil=True, device={}):
        x[i] = x[i] + x[i - 1]  #~ WARNING
