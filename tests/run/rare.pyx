"""Loops that do something only if a condition holds, and seldom: it is asked for several iterations at once."""
from cython.parallel import prange
cimport cython
from libc.math cimport sqrt


def paths(double[:, :] d):
    """Rows of one matrix, of which one is read where others are stored to."""
    cdef Py_ssize_t i, j, k, n = d.shape[0]
    cdef double through
    for k in range(n):
        for i in prange(n, nogil=True):
            for j in range(n):
                through = d[i, k] + d[k, j]
                if through < d[i, j]:
                    d[i, j] = through


def paths_of_int(int[:, ::1] d, int[:, ::1] by):
    cdef Py_ssize_t i, j, k, n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]
                    by[i, j] = k


@cython.boundscheck(False)
@cython.wraparound(False)
def largest(double[:] x):
    cdef Py_ssize_t i, at = -1
    cdef double best = -1e300
    for i in range(x.shape[0]):
        if x[i] > best:
            best = x[i]
            at = i
    return best, at


ctypedef fused number:
    float
    double
    long
    int
    short


def last_smallest(number[:] x):
    """With other types, and the last of several."""
    cdef Py_ssize_t i, at = -1
    cdef number best = 100
    for i in range(x.shape[0]):
        if not x[i] > best:
            best = x[i]
            at = i
    return best, at


def largest_of_rows(float[:, ::1] x, float[::1] best, int[::1] at):
    cdef Py_ssize_t i, j
    cdef float most
    cdef int found
    for i in prange(x.shape[0], nogil=True):
        most = -1
        found = -1
        for j in range(x.shape[1]):
            if x[i, j] > most:
                most = x[i, j]
                found = j
        best[i] = most
        at[i] = found


def nearest(double[:, ::1] points, double px, double py):
    cdef Py_ssize_t i, at = -1
    cdef double best = 1e300, dx, dy, d
    for i in range(points.shape[0]):
        dx = points[i, 0] - px
        dy = points[i, 1] - py
        d = dx * dx + dy * dy
        if d < best and i != 3:
            best = d
            at = i
    return at, sqrt(best)


@cython.boundscheck(False)
@cython.wraparound(False)
def find(long[:] x, long value, Py_ssize_t start, Py_ssize_t stop):
    """Leaves the loop; may be given an end that is beyond the array, if the value is there."""
    cdef Py_ssize_t i, at = -1, times = 0
    for i in range(start, stop):
        if x[i] == value:
            at = i
            times += 1
            break
    return at, times


def checked(const unsigned char[:] x, const unsigned char[:] y):
    """With an index that is outside after the first difference, or before."""
    cdef Py_ssize_t i
    cdef int at = -1
    for i in range(x.shape[0]):
        if x[i] != y[i]:
            at = i
            break
    else:
        at = -2
    return at


def position(double[:] x, double value):
    """The counter is read after the loop."""
    cdef Py_ssize_t i = -1
    for i in range(x.shape[0]):
        if x[i] == value:
            break
    return i


def remembered(double[:] x, double limit):
    """A value of the last iteration is read after the loop; one of the iteration before in the next one."""
    cdef Py_ssize_t i
    cdef double twice = 0, before = 0, jumps = 0, best = 0
    for i in range(x.shape[0]):
        twice = 2 * x[i]
        if twice > best:
            best = twice
    for i in range(x.shape[0]):
        if x[i] - before > limit:
            jumps = jumps + before
        before = x[i]
    return twice, best, jumps


def carried(double[:] x, double[:] y, int by):
    """What an iteration stores, the next one asks for; in one array or in two that may be the same."""
    cdef Py_ssize_t i
    for i in range(1, x.shape[0]):
        if x[i - 1] + 1 < x[i]:
            x[i] = x[i - 1] + 1
    for i in range(by, x.shape[0]):
        if y[i - by] > x[i] or x[i] > 50:
            x[i] = y[i - by] - 0.25
            y[i] = x[i] / 2


def limits(double[:, ::1] x, double[::1] low, double[::1] high):
    """In a region of a matrix, by other views, under conditions that read more."""
    cdef Py_ssize_t i, j, first = -1, count = 0
    cdef double least = 1e300
    for i in range(x.shape[0]):
        for j in range(1, x.shape[1] - 1):
            if (x[i, j] < low[j] and x[i, j - 1] > high[j]) or x[i, j + 1] < least:
                if first < 0:
                    first = j
                count = count + 1
                least = x[i, j + 1] if x[i, j + 1] < least else least
    return first, count, least


@cython.cdivision(False)
def divided(double[::1] x, double[::1] by):
    """A divisor is checked: raises where it did."""
    cdef Py_ssize_t i, at = -1
    cdef double best = 0
    for i in range(x.shape[0]):
        if x[i] / by[i] > best:
            best = x[i] / by[i]
            at = i
    return best, at


def skipping(short[::1] x, short[::1] out):
    """Goes on with the next iteration, and stores behind itself."""
    cdef Py_ssize_t i
    cdef int sum = 0
    for i in range(2, x.shape[0]):
        if x[i] > sum:
            if x[i] == 77:
                continue
            sum = sum + 1
            out[i - 2] = x[i]
            x[i - 1] = 0
    return sum


class Failed(Exception):
    pass


cdef int give(double value) except -1 nogil:
    if value > 0.999:
        with gil:
            raise Failed(value)
    return 1


def calls(double[::1] x, double limit):
    """Calls something that may fail."""
    cdef Py_ssize_t i
    cdef double most = limit
    cdef int count = 0
    with nogil:
        for i in range(x.shape[0]):
            if x[i] > most:
                most = x[i]
                count += give(most)
    return count, most


def twice(double[::1] x, double[::1] y):
    """One counter and one variable for several loops, read after them."""
    cdef Py_ssize_t i = -5, at = -1, to = -1
    cdef double most = 0, d = -1
    for i in range(x.shape[0]):
        d = x[i] * y[i]
        if d > most:
            most = d
            at = i
    first = i, d
    for i in range(y.shape[0]):
        d = y[i] - x[i]
        if d > most:
            to = i
            most = d
            if most > 0.9:
                break
    return first, at, to, i, d, most


def nested(double[:] x, double[:] y, int[:] z):
    """One condition in another one."""
    cdef Py_ssize_t i, count = 0
    cdef double most = 0.5
    for i in range(x.shape[0]):
        if x[i] > most:
            if y[i] < most:
                if not z[i] == 3:
                    most = most * 1.01
                    count = i
    return count, most


def least_and_most(number[:] x):
    """Two questions, each about what the other one leaves alone."""
    cdef Py_ssize_t i, first = -1, last = -1
    cdef number least = 50, most = 50
    for i in range(x.shape[0]):
        if x[i] < least:
            least = x[i]
            first = i
        if x[i] > most:
            most = x[i]
            last = i
    return least, most, first, last, i if x.shape[0] else None


def either(double[:] x, double[:] y, double low, double high):
    """What one question does changes the answer to the next."""
    cdef Py_ssize_t i, changes = 0
    for i in range(x.shape[0]):
        if x[i] < low:
            low = x[i] + 0.001
            changes += 1
        elif y[i] > high:
            high = y[i] - 0.001
            low = low + 0.0005
        elif x[i] == high:
            high = 3
        if low > high:
            low = 0
            if y[i] > 0.9:
                break
    return low, high, changes


def two_largest(double[:, :] x, double[:] best, double[:] second):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True):
        for j in range(x.shape[1]):
            if x[i, j] > best[i]:
                second[i] = best[i]
                best[i] = x[i, j]
            elif x[i, j] > second[i]:
                second[i] = x[i, j]
