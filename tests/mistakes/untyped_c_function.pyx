from cython.parallel import prange

cdef square(x):
    return x * x

def run(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = square(x[i])  #~ ERROR
