from cython.parallel import prange

def norms(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    with nogil:
        for i in prange(x.shape[0], device={}):
            out[i] = sum(v * v for v in x[i])  #~ ERROR
