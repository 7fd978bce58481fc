from cython.parallel import prange

def histogram(double[::1] x, long[::1] counts):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        counts[<int>(x[i] * 10)] += 1  #~ WARNING
