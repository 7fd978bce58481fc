from cython.parallel import prange

def scale(double[:] x, double factor):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * facter  #~ ERROR
