from cython.parallel import prange

def square(double x):
    return x * x

def squares(double[:] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = square(x[i])  #~ ERROR
