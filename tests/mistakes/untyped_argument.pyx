from cython.parallel import prange

def add(x, double value):
    cdef Py_ssize_t i
    for i in prange(100, nogil=True, device={}):
        x[i] = x[i] + value  #~ ERROR
