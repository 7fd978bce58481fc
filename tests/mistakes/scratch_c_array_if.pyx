from cython.parallel import prange

def smooth(double[:, :] x, double[:] out):
    cdef Py_ssize_t i, j
    cdef double buf[8]
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i, 0] > 0:
            for j in range(8):
                buf[j] = x[i, j] * 0.5  #~ WARNING
            out[i] = buf[0] + buf[7]
