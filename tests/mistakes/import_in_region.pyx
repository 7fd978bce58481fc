from cython.parallel import prange

def run(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        import math  #~ ERROR
        x[i] = math.sqrt(x[i])
