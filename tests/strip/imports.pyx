cimport offcy.parallel, cython
cimport offcy.parallel as op
from offcy.parallel import prange as pr
from cython.parallel cimport device
from offcy cimport device as dev; x = 1
from cython.parallel cimport parallel as par, \
    device as second, atomic


@dev
cdef double half(double x) noexcept nogil:
    return x / 2


@second
@op.device
cdef class Box:
    cdef double[:] data

    @cython.device
    cdef double first(self) noexcept nogil:
        return self.data[0]

    def fill(self, int n):
        from offcy.parallel cimport update, threadid
        cdef int i
        for i in offcy.parallel.prange(n, device={self.data: 'from'}):
            self.data[i] = half(i)
        for i in op.prange(n, device=False, nogil=True):
            self.data[i] = half(i)
        for i in pr(n, device={}, schedule='guided'):
            self.data[i] = threadid()
        with par(device=None), second({self.data: 'to'}): update({self.data: 'to'})
        with nogil, par(num_threads=2, device={}, simd=True), second():
            with atomic():
                self.data[0] += 1


def user(device, n):
    with device(n):
        pass
    def inner(update):
        update({n: 'to'})
    return inner

def inside(double[::1] x):
    import offcy
    cdef int i
    for i in pr(x.shape[0], device={}):
        x[i] = 1; import offcy


def passes(int n):
    pass; n += 1
    pass; update({n: 'to'}); n += 1  # three
    return n
