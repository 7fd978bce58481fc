from cython.parallel import prange

cdef (double, double) polar(double x, double y) noexcept nogil:
    return x * x + y * y, y / x

def run(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        pair = (x[i], y[i], [1])  #~ ERROR
        x[i] = pair[0]
