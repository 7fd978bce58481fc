from cython.parallel import prange

def scale(double[:] x):
    cdef Py_ssize_t i
    cdef duoble factor = 2.0  #~ ERROR
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = factor * x[i]
