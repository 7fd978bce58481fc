# cython: boundscheck=False, wraparound=False
# Fields of objects: regions and contexts name them as the source does.
from cython.parallel import parallel, prange

cdef struct Pair:
    double a
    double b


cdef class Grid:
    cdef double[:, ::1] x
    cdef double[::1] w
    cdef double k
    cdef double total
    cdef int n
    cdef Pair pair
    cdef double[3] c
    cdef double *p
    cdef Grid inner

    cdef double at(self, int i) noexcept nogil:
        #~ host: anything
        return self.w[i] * self.k

    cdef double deep(self, int i) noexcept nogil:
        return self.inner.w[i] + self.at(i)

    def plain(self):
        cdef int i
        #~ self.w: from if self.w.shape[0] >= self.n, else tofrom | self.w[0:self.n] | every element is written before it is read where the conditions hold
        #~ self.x: to | self.x[0:self.n, 0:1] | only read
        #~ self.c: to | self.c | only read
        for i in prange(self.n, nogil=True, device={}):
            self.w[i] = self.x[i, 0] * self.pair.a + self.c[1]

    def reduced(self):
        cdef int i
        #~ self.total: result | self.total | a reduction
        #~ self.w: to | self.w[0:self.n] | only read
        for i in prange(self.n, nogil=True, device={}):
            self.total += self.w[i]

    def methods(self, double[::1] out):
        cdef int i
        #~ out: from if out.shape[0] >= self.n, else tofrom | out[0:self.n] | every element is written before it is read where the conditions hold
        #~ self.inner.w: to | self.inner.w[0:self.n] | only read
        #~ self.w: to | self.w[0:self.n] | only read
        for i in prange(self.n, nogil=True, device={}):
            out[i] = self.deep(i)

    def pointer(self):
        cdef int i
        #~ self.p: tofrom | self.p[0:self.n] | as the source says
        for i in prange(self.n, nogil=True, device={self.p: ('tofrom', self.n)}):
            self.p[i] += 1

    def array(self):
        cdef int i
        #~ self.c: from | self.c | every element is written before it is read
        for i in prange(3, nogil=True, device={}):
            self.c[i] = i

    def resident(self, Grid other):
        cdef int i
        #~ self.w: tofrom | self.w | as the source says
        #~ other.w: to | other.w | as the source says
        with device({self.w: 'tofrom', other.w: 'to'}):
            #~ self.w: tofrom | self.w[0:self.n] | read and written
            #~ other.w: to | other.w[0:self.n] | only read
            for i in prange(self.n, nogil=True, device={}):
                self.w[i] += other.w[i]

    def held(self, int rounds):
        """Nothing here binds a field: the host's code is followed."""
        cdef int i, t
        cdef double s = 0
        #~ self.w: tofrom | self.w | moved when a side needs it: regions write it, the host's code reads and writes it
        with device():
            for t in range(rounds):
                #~ self.w: tofrom | self.w[0:self.n] | read and written
                for i in prange(self.n, nogil=True, device={}):
                    self.w[i] += self.k
                s += self.w[0] + self.at(1)
        return s

    def rebound(self, other, int rounds):
        """What `self.w` is may change: it is not."""
        cdef int i, t
        cdef double s = 0
        #~ self.w: tofrom | self.w | moved when a side needs it: regions write it, the host's code reads and writes it
        #~ self.w left: the name is bound inside to data that no variable shows before
        with device():
            for t in range(rounds):
                #~ self.w: tofrom | self.w[0:self.n] | read and written
                for i in prange(self.n, nogil=True, device={}):
                    self.w[i] += self.k
                s += self.w[0]
                #~ host: anything
                self.w = other
        return s
