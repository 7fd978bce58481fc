from libc.stdlib cimport free, malloc, realloc
from cython.parallel import prange

def smooth(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    cdef double *buf
    for i in prange(x.shape[0], nogil=True, device={}):
        buf = <double *>malloc(8)
        buf = <double *>realloc(buf, 16)  #~ ERROR
        buf[0] = x[i, 0]
        out[i] = buf[0]
        free(buf)
