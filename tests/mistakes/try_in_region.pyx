from cython.parallel import prange

def invert(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        try:  #~ ERROR
            x[i] = 1.0 / x[i]
        except ZeroDivisionError:
            x[i] = 0.0
