from cython.parallel import prange

def scale(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={x, y}):  #~ ERROR
        x[i] = 2 * y[i]
