# Functions that get arrays where they live: what regions and the host's code do to them.
import numpy as np
import offcy
from cython.parallel cimport parallel, prange
from libc.string cimport memcpy

cdef extern from *:
    """
    static double *kept_address;
    static void keep_address(double *x) { kept_address = x; }
    static double bump_kept(void) { return kept_address[0] += 10; }
    """
    void keep_address(double *x) nogil
    double bump_kept() nogil

ctypedef fused number:
    int
    float
    double
    double complex


cdef packed struct pair:
    int a
    double b


def add(number[:] x, number value):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            x[i] = x[i] + value


def double_rows(double[:, :] x):
    cdef Py_ssize_t i, j
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                x[i, j] = 2 * x[i, j] + i


def total(const double[:] x):
    """Reads only."""
    cdef double s = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        s += x[i]
    return s


def axpy(double a, const double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], device={}, nogil=True):
        y[i] += a * x[i]


def mixed(double[:] x, Py_ssize_t at):
    """The region writes, the host reads and writes one element, the region reads it."""
    cdef Py_ssize_t i
    cdef double seen
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    seen = x[at]
    x[at] = seen * 10
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    return seen


cdef double of_host(double[:] x) noexcept nogil:
    """Called by C: it runs no region."""
    cdef Py_ssize_t i
    cdef double s = 0
    for i in range(x.shape[0]):
        s += x[i]
    return s


def summed_by_host(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    return of_host(x)


def by_pointer(double[::1] x, double[::1] y):
    """C code gets an address."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    if x.shape[0] and x.shape[0] == y.shape[0]:
        memcpy(&y[0], &x[0], x.shape[0] * sizeof(double))
    for i in prange(y.shape[0], device={}, nogil=True):
        y[i] += 1


def in_c(double[::1] x):
    """C code of which nothing is known has kept an address."""
    cdef Py_ssize_t i
    cdef double seen
    keep_address(&x[0])
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    seen = bump_kept()
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    return seen


def follows(double[:, ::1] x):
    """The result lives where `x` does."""
    cdef Py_ssize_t i, j
    cdef double[:, ::1] y = offcy.empty_like(x, shape=(x.shape[1], x.shape[0]))
    for i in prange(y.shape[0], device={}, nogil=True):
        for j in range(y.shape[1]):
            y[i, j] = x[j, i]
    return offcy.asarray(y)


def made(x, Py_ssize_t n):
    """A view of which nothing is known, and Python's code, in one section of the host's code."""
    cdef double[:] y = offcy.empty_like(x, shape=n)
    cdef Py_ssize_t i
    y[0] = len(str(n))
    for i in range(1, n):
        y[i] = y[i - 1] + 1
    for i in prange(n, device={}, nogil=True):
        y[i] *= 2
    return y


def part(double[:, :] x):
    """A part of a view goes to Python, and comes back."""
    cdef Py_ssize_t i
    cdef double[:] row = x[1, ::2]
    add(row, 5.0)
    for i in prange(row.shape[0], device={}, nogil=True):
        row[i] *= 2
    return row


def in_context(double[:] x, double[:] y, int times):
    cdef Py_ssize_t i
    cdef int r
    with device():
        for r in range(times):
            for i in prange(x.shape[0], device={}, nogil=True):
                x[i] += y[i]
            y[0] = x[0] + r
    return x[0]


def explicit(double[:] x):
    cdef Py_ssize_t i
    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}, nogil=True):
            x[i] += 1


def on_host_if(double[:] x, bint there):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, if_=there, nogil=True):
        x[i] += 1


def pairs(pair[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i].b = x[i].b + x[i].a


def eight(double[:, :, :, :, :, :, :, :] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i, 0, 0, 0, 0, 0, 0, 0] += 1


def fortran(double[::1, :] x):
    cdef Py_ssize_t i, j
    for j in prange(x.shape[1], device={}, nogil=True):
        for i in range(x.shape[0]):
            x[i, j] += 1


def two(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += y[i]


def numbered(double[:] x, int number):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True, device_num=number):
        x[i] += 1


cdef void bump(double[:] x) noexcept:
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1


def each(double[:] x):
    """A generator."""
    cdef Py_ssize_t k
    for k in range(x.shape[0]):
        bump(x)
        yield x[k]


def fails(double[:] x, Py_ssize_t at):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i + at] = 1


def without_region(double[:] x):
    return x[0]


def of_object(x):
    cdef double[:] y = x
    return y[0]


cdef class Keeper:
    cdef double[:] kept

    def keep(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], device={}, nogil=True):
            x[i] += 1
        self.kept = x

    def first(self):
        return self.kept[0]


cdef store(Keeper keeper, double[:] x):
    keeper.kept = x


def keeps_by_call(Keeper keeper, double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    store(keeper, x)


def closure(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1

    def inner():
        return x[0]

    return inner


def runs_by_name(double[:] x, int n):
    """Runs regions by what it calls through Python."""
    cdef int k
    for k in range(n):
        add(x, 1.0)
        x[0] *= 2
    return x[0]


cdef double by_name_in_c(double[:] x):
    runs_by_name(x, 2)
    return x[1]


def runs_by_helper(double[:] x):
    return by_name_in_c(x) + x[2]


cdef class Model:
    def fit(self, double[:] x):
        add(x, 2.0)
        x[1] += x[0]
        return x[1]

    def fit_parts(self, double[:] x):
        self.fit(x)
        return self.fit(x[1:]) + x[2]


# What follows uses an array around calls of Python's code that runs regions on it.


def each_between(double[:] x):
    """Its consumer runs regions between the elements."""
    cdef Py_ssize_t i
    add(x, 1.0)
    for i in range(x.shape[0]):
        yield x[i]
        x[i] += 0.5


def around_calls(double[:] x, object f):
    cdef double total = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    for i in range(x.shape[0]):
        total += x[i]
        if i % 2:
            f(i)
        x[i] *= 2
    return total


cdef double helped(double[:] x, object f, Py_ssize_t i) except? -1:
    cdef double before = x[i]
    f(i)
    x[i] = x[i] + 1
    return before + x[i]


def by_helper(double[:] x, object f):
    cdef double total = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    for i in range(x.shape[0]):
        total += helped(x, f, i)
    total += x[0]
    return total


cdef double quiet(double[:] x, Py_ssize_t i) noexcept nogil:
    with gil:
        add(x, 1.0)
    return x[i]


def by_quiet(double[:] x):
    cdef double total = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        x[i] += 3
        total += quiet(x, i) * 2
        total += x[0]
    return total


def in_parallel(double[:] x, object f):
    cdef Py_ssize_t i
    cdef double total = 0
    for i in prange(x.shape[0], device={}, nogil=True):
        x[i] += 1
    for i in prange(x.shape[0], nogil=True, num_threads=1):
        total += x[i]
        with gil:
            f(i)
        x[i] = x[i] + 2
        total += x[i]
    return total


class Last:
    def __init__(self, x): self.x = x
    def __del__(self): add(self.x, 4.0)


def by_destructor(double[:] x, y):
    cdef double before
    add(x, 1.0)
    last = Last(y)
    before = x[0]
    last = None
    return before + x[0]


def around_handlers(double[:] x, object f):
    cdef double found = 0
    add(x, 1.0)
    for k in range(3):
        try:
            found += x[k]
            f(k)
            x[k] += 1
        except ValueError:
            found += x[k]
        finally:
            x[k] -= 2
    return found


def in_condition(double[:] x, object f):
    n = 0
    add(x, 1.0)
    while x[0] < 10 and f(n) is None:
        n += 1
    return n, x[0]


def from_list(double[:] x, list values):
    add(x, 1.0)
    for i in range(len(values)):
        x[i] = values[i]
    return [x[i] * 2 for i in range(x.shape[0])]
