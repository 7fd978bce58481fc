from cython.parallel import prange

cdef double kernel(str name, double x) noexcept nogil:
    if name == "abs":  #~ ERROR
        return -x if x < 0 else x
    return x

def run(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = kernel("abs", x[i])
