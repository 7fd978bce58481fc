import cython
from cython.parallel import prange

@cython.device
cdef double kernel(x) noexcept nogil:
    return x * 2  #~ ERROR

def run(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = kernel(x[i])
