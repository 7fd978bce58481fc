from cython.parallel import prange

def clip(long[:] x, list names):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] >= len(names):  #~ ERROR
            x[i] = 0
