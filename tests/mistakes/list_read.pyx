from cython.parallel import prange

def lookup(double[:] x, list table):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = table[i]  #~ ERROR
