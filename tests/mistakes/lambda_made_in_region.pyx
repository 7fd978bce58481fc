from cython.parallel import prange

def apply(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        f = lambda v: v * v  #~ ERROR
        x[i] = f(x[i])
