"""Loops of the host that are written more than once: without checks where all indices are inside, for elements side by side,
and without threads where there is little to do. All give the same as the loop that is written."""
# cython: language_level=3
cimport cython
from cython.parallel cimport prange
from libc.math cimport sqrt


def triad(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = b[i] + s * c[i]


def part(double[:] a, double[:] b, Py_ssize_t start, Py_ssize_t stop):
    """What was stored before the exception stays."""
    cdef Py_ssize_t i
    for i in range(start, stop):
        a[i] = b[i] + 1


def shifted(double[:] a, Py_ssize_t k, Py_ssize_t n):
    cdef Py_ssize_t i
    for i in range(n):
        a[i + k] = i


def back(double[:] a, double[:] b, Py_ssize_t start, Py_ssize_t stop):
    cdef Py_ssize_t i
    for i in range(start, stop, -1):
        a[i] = b[i]


def by_step(double[:] a, int start, int stop):
    cdef int i, last = -1
    for i in range(start, stop, 3):
        a[i] = i
        last = i
    return last


@cython.wraparound(False)
def not_around(double[:] a, Py_ssize_t start, Py_ssize_t stop):
    cdef Py_ssize_t i
    for i in range(start, stop):
        a[i] += 1


@cython.boundscheck(False)
def around_alone(double[:] a, Py_ssize_t start, Py_ssize_t stop):
    cdef Py_ssize_t i
    for i in range(start, stop):
        a[i] += 1


def after(double[:] a, Py_ssize_t n):
    cdef Py_ssize_t i = 7
    for i in range(n):
        a[i] = i
    return i


def stencil(double[:, :] a, double[:, :] b, Py_ssize_t by):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a[i - by, j] + a[i + by, j] + a[i, j - by] + a[i, j + by]


def triangle(int[:, :] a, long n):
    cdef long i, j
    for i in range(n):
        for j in range(i, n):
            a[i, j] = <int> (10 * i + j)


def last_row(double[:, :] a, Py_ssize_t m):
    cdef Py_ssize_t j
    for j in range(m):
        a[-1, j] = a[-2, j] + 1


def gathered(double[:] x, int[:] places, double[:] y):
    cdef Py_ssize_t i
    for i in range(y.shape[0]):
        y[i] = x[places[i]]


def sparse(double[:] values, int[:] columns, int[:] starts, double[:] x, double[:] y):
    cdef Py_ssize_t i, k
    cdef double found
    for i in range(y.shape[0]):
        found = 0
        for k in range(starts[i], starts[i + 1]):
            found += values[k] * x[columns[k]]
        y[i] = found


def found_at(double[:] a, double wanted, Py_ssize_t n):
    cdef Py_ssize_t i
    for i in range(n):
        if a[i] == wanted:
            break
    else:
        return -1
    return i


def wrapped_range(double[:] a, Py_ssize_t n, Py_ssize_t k):
    """Sums in ranges that wrap around: few iterations, or none."""
    cdef Py_ssize_t i, count = 0
    for i in range(n + k, n + k + 2):
        if count == 5:
            break
        count += 1
        a[i] = 1
    return count


def wrapped_start(double[:] a, Py_ssize_t n, Py_ssize_t k, Py_ssize_t stop):
    cdef Py_ssize_t i
    for i in range(n + k, stop):
        a[i] = 1


def wrapped_stop(double[:] a, Py_ssize_t n):
    cdef Py_ssize_t i
    for i in range(n - 2):
        a[i] = 1


def narrow(double[:] a, int n):
    cdef unsigned char i
    cdef int count = 0
    for i in range(n):
        a[i] = count
        count += 1
    return count


def unsigned_range(double[:] a, size_t n):
    cdef size_t i
    for i in range(n):
        a[i] = 2


def stops_at_zero(double[:] a, double[:] b):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = 1 / b[i]


cdef int positive(double x) except -1:
    if x < 0:
        raise ValueError(x)
    return 1


def raises_inside(double[:] a, double[:] b):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = positive(b[i])


def grows(double[:] a, Py_ssize_t n):
    """The range is read once, whatever becomes of its variable."""
    cdef Py_ssize_t i
    for i in range(n):
        n = n + 1
        a[i] = n
    return n


def changed_bound(double[:] a, Py_ssize_t n, Py_ssize_t m):
    cdef Py_ssize_t i, j
    for i in range(n):
        for j in range(m):
            a[j] += 1
        m = m + 1
    return m


def overlapping(double[:] a, double[:] b):
    """The views may show the same elements."""
    cdef Py_ssize_t i
    for i in range(1, a.shape[0]):
        a[i] = b[i - 1] + 1


def total(double[:] a):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in range(a.shape[0]):
        found += a[i]
    return found


def of_chars(char[:] a, char[:] b):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = b[i] + 1


ctypedef fused number:
    float
    long
    double complex


def scaled(number[:, :] a, number by):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * by


cdef class Held:
    cdef double[:] data

    def __init__(self, data):
        self.data = data

    def add(self, double[:] other):
        cdef Py_ssize_t i
        for i in range(other.shape[0]):
            self.data[i] += other[i]


def parallel_triad(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = b[i] + s * c[i]


def parallel_rows(double[:, :] a, double[:] sums, Py_ssize_t columns):
    cdef Py_ssize_t i, j
    cdef double found
    for i in prange(a.shape[0], nogil=True):
        found = 0
        for j in range(columns):
            found = found + sqrt(a[i, j])
        sums[i] = found


def parallel_last(double[:] a, Py_ssize_t n):
    """After the loop, variables are those of its last iteration."""
    cdef Py_ssize_t i = -1
    cdef double x = -2
    for i in prange(n, nogil=True):
        x = a[i] * 2
    return i, x


def parallel_sum(double[:] a, Py_ssize_t start, Py_ssize_t stop):
    cdef Py_ssize_t i
    cdef double found = 1
    cdef long count = 0
    for i in prange(start, stop, nogil=True):
        found += a[i]
        count += 1
    return found, count


cdef double halved(double x) except? -1 nogil:
    if x == -8:
        raise ValueError("eight")
    return x / 2


def parallel_called(double[:] a, double[:] b):
    """Temporaries belong to a thread."""
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = halved(b[-i - 1]) + halved(b[i])


def in_branches(double[:] a, double[:] b, int which):
    cdef Py_ssize_t i
    if which:
        for i in prange(a.shape[0], nogil=True):
            a[i] = b[i]
    else:
        with nogil:
            for i in prange(a.shape[0]):
                a[i] = -b[i]
    for i in range(a.shape[0]):
        a[i] += 1



cdef struct Cells:
    int first
    int[6] rest


cdef int into_array(int n) noexcept:
    cdef int found[10]
    cdef int i
    for i in prange(10, nogil=True, num_threads=n):
        found[i] = i + n
    return found[9]


cdef int into_struct(int n) noexcept:
    cdef Cells cells
    cdef int i
    for i in prange(6, nogil=True, num_threads=n):
        cells.rest[i] = i - n
    return cells.rest[5]


def shared_parts(int n):
    """Parts of C arrays and structs are assigned: the threads share these."""
    return into_array(n), into_struct(n)
