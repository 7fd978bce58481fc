from cython.parallel import prange

def squares(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] ^ 2  #~ ERROR
