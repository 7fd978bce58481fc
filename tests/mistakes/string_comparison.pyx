from cython.parallel import prange

def activate(double[:] x, str mode):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if mode == "relu":  #~ ERROR
            x[i] = max(x[i], 0.0)
