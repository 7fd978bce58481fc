from cython.parallel import prange

FACTOR = 2.5

def scale(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = FACTOR * x[i]  #~ ERROR
