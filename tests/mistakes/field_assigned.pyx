from cython.parallel import prange
cdef class P:
    cdef double best
    def f(self, double[:] x):
        cdef int i
        for i in prange(x.shape[0], nogil=True, device={}):
            if x[i] > self.best + 1:
                self.best = x[i]  #~ ERROR
