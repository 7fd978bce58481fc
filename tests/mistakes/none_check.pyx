from cython.parallel import prange

def scale(double[:] x, weights=None):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if weights is not None:  #~ ERROR
            x[i] *= weights[i]
