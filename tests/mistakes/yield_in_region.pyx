from cython.parallel import prange

def each(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        yield x[i]  #~ ERROR
