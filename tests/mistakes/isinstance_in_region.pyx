from cython.parallel import prange

def run(double[:] x, value):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if isinstance(value, float):  #~ ERROR
            x[i] = 1
