from cython.parallel import prange

def run(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        for row in x:  #~ ERROR
            out[i] += row[i]
