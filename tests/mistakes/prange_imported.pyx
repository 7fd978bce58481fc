from cython.parallel import parallel
import cython

def scale(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):  #~ ERROR
        x[i] = 2 * x[i]
