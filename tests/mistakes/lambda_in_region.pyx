from cython.parallel import prange

def apply(double[:] x):
    cdef Py_ssize_t i
    f = lambda v: v * v
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = f(x[i])  #~ ERROR
