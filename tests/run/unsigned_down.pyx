# Loops that count down to zero with variables that have no sign.
from cython.parallel import prange


def all_of(size_t n):
    cdef size_t i = 77
    found = []
    for i in range(n - 1, -1, -1):
        found.append(i)
    return found, i


def by_three(int n, int stop):
    cdef unsigned int i
    found = []
    for i in range(n, stop, -3):
        found.append(i)
    return found


def bytes_down(int n, int stop):
    cdef unsigned char i
    return [i for i in range(n, stop, -3)]


def unsigned_bounds(unsigned int n, unsigned long stop):
    cdef unsigned long i
    found = []
    for i in range(n - 1, stop, -2):
        found.append(i)
        if i == 3:
            break
    else:
        found.append("all")
    return found


def undeclared(size_t n):
    return [i for i in range(n - 1, -1, -1)]


def object_bounds(n):
    cdef size_t i
    return [i for i in range(n - 1, -1, -1)]


def triangle(double[:, ::1] x):
    cdef size_t i, j
    cdef double total = 0
    with nogil:
        for i in range(x.shape[0] - 1, -1, -1):
            for j in range(i, 0, -2):
                total += x[i, j] * (i + 1)
    return total


def assigned_inside(size_t n):
    cdef size_t i
    found = []
    for i in range(n, 0, -1):
        i += 10
        found.append(i)
    return found


def in_threads(int n, int stop, double[:] x):
    cdef size_t i
    for i in prange(n - 1, stop, -2, nogil=True):
        x[i] = i + 1


def on_device(size_t n, double[::1] x, double[::1] y):
    cdef size_t i, j
    cdef double total
    for i in prange(x.shape[0], nogil=True, device={}):
        total = 0
        for j in range(n - 1, -1, -1):
            total = total * x[i] + y[j]
        x[i] = total


def down_on_device(int n, double[::1] x):
    cdef size_t i
    for i in prange(n - 1, -1, -1, nogil=True, device={}):
        x[i] = x[i] * i
