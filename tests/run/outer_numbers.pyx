# Numbers of the module and of C in regions and in the functions that they call.

from cython.parallel import prange

cimport cython

cdef extern from *:
    """
    static int bonus = 3;
    static double get_scale(void) { return 0.5; }
    #define SCALE get_scale()
    """
    int bonus
    const double SCALE

cdef double LARGE = 1e30
cdef int limit = 5
cdef Py_ssize_t calls = 0
cdef int edges[4][2]
edges[:] = [[0, 1], [1, 2], [2, 3], [3, 0]]
cdef double weights[3]
weights[0], weights[1], weights[2] = 1, 10, 100


cdef double clipped(double x) noexcept nogil:
    return limit if x > limit else x


cdef double twice(double x) noexcept nogil:
    """What a function that it calls uses, and one of its own."""
    return 2 * clipped(x) if x < LARGE else -1


@cython.device
cdef double marked(double x) noexcept nogil:
    return x + bonus + limit


cdef double counted(double x) noexcept nogil:
    global calls
    calls += 1
    return x


def of_functions(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = twice(x[i]) + marked(x[i])


cdef double around(double[::1] x, Py_ssize_t i) noexcept nogil:
    """Arrays of the module, one of them also in a function that it calls."""
    cdef int k
    cdef double total = 0
    for k in range(4):
        total += x[(i + edges[k][0]) % x.shape[0]] * weights[k % 3] - nearby(x, i + k)
    return total


cdef double nearby(double[::1] x, Py_ssize_t i) noexcept nogil:
    return x[(i + edges[i % 4][1]) % x.shape[0]] / weights[2]


def of_arrays(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = around(x, i) + weights[i % 3]


def of_regions(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if bonus > 2:
            out[i] = x[i] * bonus + limit
        else:
            out[i] = x[i]


def on_the_host(double x):
    """The function itself sees the variables as they are."""
    return twice(x), marked(x), counted(x), calls


def set_limits(int new_limit, int new_bonus, double new_large):
    global limit, bonus, LARGE
    limit = new_limit
    bonus = new_bonus
    LARGE = new_large
    weights[1] = new_bonus


cdef class Grid:
    cdef double step

    def __init__(self, double step):
        self.step = step

    cdef double at(self, double x) noexcept nogil:
        return clipped(x * self.step) if x < LARGE else bonus

    def all(self, double[::1] x, double[::1] out):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            out[i] = self.at(x[i])
