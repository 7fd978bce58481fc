from cython.parallel import prange

def totals(double[:, :] x, double[:] out):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = max([x[i, j] for j in range(x.shape[1])])  #~ ERROR
