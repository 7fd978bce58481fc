from cython.parallel import prange
cdef class P:
    cdef double[:] x
    def f(self, double[:, :] y):
        cdef int i
        for i in prange(y.shape[0], nogil=True, device={}):
            self.x = y[i]  #~ ERROR
            self.x[0] = 3
