from cython.parallel import prange

def add(x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        if i < x.shape[0]:  #~ ERROR
            out[i] += 1
