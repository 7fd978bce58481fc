from cython.parallel import prange

def weights(double[:] x):
    cdef Py_ssize_t i
    coefficients = [0.25, 0.5, 0.25]
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * coefficients[i % 3]  #~ ERROR
