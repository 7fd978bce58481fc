"""Names that modules of C declare, what `int` makes of C numbers, and conditions between C's integers."""
from cython cimport final
from cpython cimport bool
from cython.parallel import prange
from libc.stdio cimport FILE, fdopen
from libc.string cimport memcpy


@final
cdef class Grid:
    cdef int x
    cdef double step

    def __init__(self, x, step):
        self.x = x
        self.step = step

    @final
    cdef int own(self) noexcept nogil:
        return self.x

    cdef int cell(self, double at) except? -1 nogil:
        cdef int found = int(at / self.step)
        return found


def cells(Grid grid not None, double at):
    return grid.own(), grid.cell(at)


def truths(bool x, bool y=False):
    return x, y


def copied(int first, int second):
    cdef int[2] given, taken
    given[0], given[1] = first, second
    memcpy(pto=taken, pfrom=given, size=sizeof(given))
    return taken[0], taken[1]


def opened(int descriptor):
    cdef FILE *stream = fdopen(descriptor, b"q")
    return stream == NULL


def whole(double x, long k, o, float z):
    cdef int a = int(x)
    cdef long b = int(k)
    cdef unsigned char c = int(z)
    cdef int d = int(o)
    cdef short e = int("12")
    return a, b, c, d, e, int(x), int(k)


cdef inline unsigned char goes_left(unsigned char missing, int bin, int last, unsigned char threshold) noexcept nogil:
    return (missing and bin == last) or bin <= threshold


def left(unsigned char missing, int bin, int last, unsigned char threshold):
    return goes_left(missing, bin, last, threshold)


def each_its_own(double[:] x, double[:] out):
    cdef Py_ssize_t i, j
    cdef double slope = 0
    for i in prange(x.shape[0], nogil=True):
        slope = -x[i]
        for j in range(x.shape[0]):
            slope += x[j]
        slope = slope * 2
        out[i] = slope if slope > 5 else 0
    return slope
