from cython.parallel import prange

def positive(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] if x[i] > 0 else None  #~ ERROR
