from cython.parallel import prange

def totals(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = sum(x[i])  #~ ERROR
