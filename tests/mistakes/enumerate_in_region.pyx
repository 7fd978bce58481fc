from cython.parallel import prange

def run(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        for j, v in enumerate(x[i]):  #~ ERROR
            out[i] += v * j
