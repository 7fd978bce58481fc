from cython.parallel import prange

def copy(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={x: 'too', y: 'from'}):  #~ ERROR
        y[i] = x[i]
