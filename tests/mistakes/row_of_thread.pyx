from cython.parallel import prange, threadid
def f(double[:, ::1] x, double[:, ::1] scratch, double[::1] out):
    cdef Py_ssize_t i, k
    cdef int me
    for i in prange(x.shape[0], nogil=True, device={}):
        me = threadid()
        for k in range(x.shape[1]):
            scratch[me, k] = 2 * x[i, k]  #~ ERROR
        out[i] = scratch[me, 0]
