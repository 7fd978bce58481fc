from cython.parallel import prange

def outer(double[:] x):
    factor = 2.0
    def scale():
        return factor
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] *= scale()  #~ ERROR
