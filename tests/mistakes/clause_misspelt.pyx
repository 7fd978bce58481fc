from cython.parallel import prange

def scale(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, devices={}):  #~ ERROR
        x[i] = 2 * x[i]
