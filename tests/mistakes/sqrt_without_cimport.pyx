from cython.parallel import prange

def roots(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = sqrt(x[i])  #~ ERROR
