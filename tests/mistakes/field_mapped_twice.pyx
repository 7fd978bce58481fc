from cython.parallel import prange
cdef class P:
    cdef double[:] x
    def f(self):
        cdef int i
        for i in prange(self.x.shape[0], nogil=True, device={self.x: 'from', self.x: 'to'}):  #~ ERROR
            self.x[i] += 1
