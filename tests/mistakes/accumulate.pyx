from cython.parallel import prange

def total(double[:] x):
    cdef double tot = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        tot = tot + x[i]  #~ WARNING
    return tot
