from cython.parallel import prange
cdef class P:
    cdef list w
    cdef double[:] x
    def f(self):
        cdef int i
        for i in prange(self.x.shape[0], nogil=True, device={}):
            self.x[i] = self.w[i] * self.w[0]  #~ ERROR
