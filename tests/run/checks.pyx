"""The checks that Cython makes, in kernels: the same exceptions on the host, on a device and from Cython."""
cimport cython
from cython.parallel import prange, parallel


def index(double[:] x, int[::1] at):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = i


def second_index(double[:, ::1] x, int[::1] at):
    cdef int i
    cdef double s = 0
    for i in prange(at.shape[0], nogil=True, device={}):
        s += x[i, at[i]]
    return s


@cython.wraparound(False)
def no_wraparound(double[:] x, int[::1] at):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = i


@cython.boundscheck(False)
def no_boundscheck(double[::1] x, int[::1] at):
    """Negative indices wrap all the same."""
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = i


cdef double first_of(double[:] row) noexcept nogil:
    return row[0]


def row(double[:, ::1] x, int[::1] at, double[::1] y):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        y[i] = first_of(x[at[i]])


cdef double at_of(double[:] v, int i) except? -1 nogil:
    return v[i]


def in_callee(double[:] x, int[::1] at, double[::1] y):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        y[i] = at_of(x, at[i])


def divide(long[::1] a, long[::1] b, long[::1] y):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = a[i] // b[i]


def modulo(int[::1] a, int[::1] b, int[::1] y):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = a[i] % b[i]


def true_divide(double[::1] a, double[::1] b, double[::1] y):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = a[i] / b[i]


def float_modulo(double[::1] a, double[::1] b, double[::1] y):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = a[i] % b[i]


@cython.cdivision(True)
def c_divide(double[::1] a, double[::1] b, double[::1] y):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = a[i] / b[i]


def steps(double[:] x, int[::1] step, double[::1] y):
    cdef int i
    for i in prange(step.shape[0], nogil=True, device={}):
        y[i] = first_of(x[::step[i]])


def no_view(double[:] x, double[::1] y):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i]


@cython.nonecheck(True)
def checked_view(double[:] x, double[::1] y):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i]


def bound(double[::1] x, int n, int step):
    cdef int i
    for i in prange(0, n, step, nogil=True, device={}):
        x[i] = i


cdef long factorial(long n) except -1 nogil:
    if n < 0:
        raise ValueError("not defined")
    return 1 if n < 2 else n * factorial(n - 1)


def recursive(long[::1] n, long[::1] y):
    cdef int i
    for i in prange(n.shape[0], nogil=True, device={}):
        y[i] = factorial(n[i])


@cython.nonecheck(True)
def nothing_there(double[:, :] x, object[double, ndim=1] b, int what):
    """Each way to use a memoryview that is `None`."""
    cdef double[:, :] y
    cdef double[:] row
    if what == 0:
        return x[1, 0]
    elif what == 1:
        x[0, 1] = 2
    elif what == 2:
        y = x[1:]
    elif what == 3:
        row = x[0]
    elif what == 4:
        x[...] = 2
    elif what == 5:
        x[:, :] = x.T
    elif what == 6:
        return x.shape[0], x.strides[1]
    elif what == 7:
        return x.T[0, 0]
    elif what == 8:
        y = x.copy()
    elif what == 9:
        return b[1]
    elif what == 10:
        b[0] = 1


@cython.wraparound(False)
@cython.boundscheck(True)
@cython.wraparound(True)
@cython.boundscheck(False)
def by_outer(double[:] x, int i):
    """Outer decorators take precedence."""
    return x[i]


@cython.boundscheck(True)
@cython.boundscheck(False)
def by_outer_region(double[:] x, int[::1] at):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = i


@cython.cdivision(True)
@cython.cdivision(False)
cdef class ByOuter:
    @cython.cdivision(False)
    @cython.cdivision(True)
    def inner(self, int a, int b):
        return a // b, a % b

    def outer(self, int a, int b):
        return a // b, a % b
