from cython.parallel import prange

def add(double[:, :] x, double[:, :] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] + y[i]  #~ ERROR
