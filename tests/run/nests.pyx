# Nests of loops that a device spreads together: every kind of bound and step, counters of every width, results.
cimport cython
from cython.parallel import parallel, prange


def filled(double[:, ::1] x, Py_ssize_t first, Py_ssize_t last):
    cdef Py_ssize_t i, j
    with nogil, parallel(device={}):
        for i in prange(first, x.shape[0]):
            for j in prange(last, x.shape[1]):
                x[i, j] = i * 1000 + j


def narrow_counters(int[:, :, ::1] x, int n, unsigned int m):
    cdef int i
    cdef unsigned int j
    cdef short k
    for i in prange(1, n, nogil=True, device={}):
        for j in prange(1, m):
            for k in prange(x.shape[2]):
                x[i, j, k] += i * 10000 + <int>j * 100 + k


def stepped(long[:, :, ::1] x, Py_ssize_t step):
    cdef Py_ssize_t i, j, k
    with nogil, parallel(device={}):
        for i in prange(x.shape[0] - 1, -1, -1):
            for j in prange(1, x.shape[1], 3):
                for k in prange(x.shape[2] - 1, 0, step):
                    x[i, j, k] = (i * 100 + j) * 100 + k


def backwards(long[:, ::1] x):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0] - 1, 0, -2, nogil=True, device={}):
        for j in prange(x.shape[1] - 1, -1, -1):
            x[i, j] = i * 100 + j


def results(double[:, ::1] x, double total):
    cdef Py_ssize_t i, j
    cdef long count = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in prange(x.shape[1]):
            total += x[i, j]
            count += 1
    return total, count


def last_counters(long[:, ::1] x):
    cdef Py_ssize_t i = -7, j = -8
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in prange(2, x.shape[1]):
            x[i, j] += 1
    return i


def failing(double[:, ::1] x, double[::1] y):
    cdef Py_ssize_t i, j
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1]):
                x[i, j] = y[i + j]


def several(double[:, ::1] x, double[:, ::1] y, Py_ssize_t rounds):
    """The rows and columns of other loops; what one thread computes decides how many."""
    cdef Py_ssize_t i, j, n, round
    with nogil, parallel(device={}):
        for round in range(rounds):
            n = x.shape[0] - round
            for i in prange(n):
                for j in prange(x.shape[1]):
                    y[i, j] = x[i, j] + round
            for i in prange(n):
                for j in prange(y.shape[1]):
                    x[i, j] = y[i, j] * 2


# Two levels: the outer loop is spread over teams, those inside over each team's threads.


def ragged(double[:, ::1] x, double[::1] y, int[::1] ends):
    """Rows of lengths that only the data knows, and an index out of bounds."""
    cdef Py_ssize_t i, j
    cdef int first, end
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            first = ends[i]
            end = ends[i + 1]
            for j in prange(first, end):
                x[i, j] += y[i] + j


@cython.boundscheck(False)
@cython.wraparound(False)
def around(double[:, ::1] x, double[::1] y):
    """Statements in front of the inner loops, between them and behind them; a sum over both levels."""
    cdef Py_ssize_t i, j, k
    cdef double total = 0, m, square
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            m = 2 * y[i]
            for j in prange(i):
                square = x[i, j] * x[i, j]
                total += square * m
            y[i] = m
            for k in range(2):
                for j in prange(i + 1, x.shape[1]):
                    x[i, j] = y[i] + k
            total += 1
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def deeper(long[:, :, :] x, Py_ssize_t step):
    """Two loops spread together, one over threads, and one that each thread runs."""
    cdef Py_ssize_t i, j, k, l
    cdef long count = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in prange(x.shape[1]):
            for k in prange(i + j, x.shape[2], step):
                for l in prange(k):
                    count += l
                x[i, j, k] += 1
    return count


@cython.boundscheck(False)
@cython.wraparound(False)
def chosen(double[:, ::1] x, int[::1] kind):
    """Inner loops on some ways only; then one of few rounds, and a value of the last round: loops of one thread."""
    cdef Py_ssize_t i, j
    cdef double last
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            if kind[i] == 0:
                continue
            if kind[i] == 1:
                for j in prange(i, x.shape[1]):
                    x[i, j] = 1
            else:
                x[i, 0] = 2
        for i in prange(x.shape[0]):
            last = 0
            for j in prange(2):
                x[i, j] += 2
            for j in prange(i + 1):
                last = x[i, j] + j
            x[i, i] = last
