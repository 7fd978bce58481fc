from cython.parallel import prange

def scale(double[:] x):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):  #~ ERROR
        for i in prange(x.shape[0]):
            x[i] = 2 * x[i]
