from cython.parallel import prange

def run(double[:, :] x, double[:, :] y, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        for a, b in zip(x[i], y[i]):  #~ ERROR
            out[i] += a * b
