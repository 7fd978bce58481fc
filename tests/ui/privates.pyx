# cython: boundscheck=False, wraparound=False
# Variables of threads whose values depend on which iterations a thread runs, and such that are clear.
from cython.parallel import parallel, prange


def sums(double[::1] x, double[:, ::1] y):
    cdef int i, j
    cdef double total = 0, product = 1, twice = 0, rows = 0, taken = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        total = total + x[i]  #~ WARNING OFC0514
    for i in prange(x.shape[0], nogil=True):
        product = product * x[i] * 2  #~ WARNING OFC0514
    for i in prange(x.shape[0], nogil=True, device={}):
        twice = twice + x[i]  #~ WARNING OFC0514
        x[i] = twice
    for i in prange(y.shape[0], nogil=True, device={}):
        for j in range(y.shape[1]):
            rows = rows + y[i, j] - 1  #~ WARNING OFC0514
    for i in prange(x.shape[0], nogil=True, device={}):
        taken = x[i] - taken  #~ WARNING OFC0514
    return total, product, twice, rows, taken


def searches(double[::1] x, double key):
    cdef Py_ssize_t i, found = -1, back = -1, where = -1
    cdef double best = 0
    cdef bint any_found = False
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] == key:
            found = i  #~ WARNING OFC0515
    for i in prange(x.shape[0] - 1, -1, -1, nogil=True, device={}):
        if x[i] == key:
            back = i  #~ WARNING OFC0515
    for i in prange(x.shape[0], nogil=True):
        if x[i] < key:
            any_found = True  #~ WARNING OFC0515
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > best:  #~ WARNING OFC0514
            best = x[i]
            where = i
    return found, back, best, where, any_found


def in_one_region(double[::1] x, double[::1] out):
    cdef int i, k = 3
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            if x[i] > 0:
                k = 2 * i  #~ WARNING OFC0515
        for i in prange(x.shape[0]):
            out[i] = k


def next_step(double[::1] x, int steps):
    cdef int i, step
    cdef double t = 0
    for step in range(steps):
        x[0] = t
        for i in prange(x.shape[0], nogil=True, device={}):
            if x[i] < 0:
                continue
            t = x[i]  #~ WARNING OFC0515


def clear(double[::1] x, double[::1] out, int n, int m):
    cdef int i, j, where = -1
    cdef double t = 0, last = 0, s, sign
    cdef bint c
    for i in prange(n, nogil=True, device={}):
        t = x[i]
        s = 0
        for j in range(m):
            s = s + x[j]
            last = s
        if t > 0:
            sign = 1
        else:
            sign = -1
        out[i] = s * sign + last
        if i == n - 1:
            where = i
    # The same condition twice.
    for i in prange(n, nogil=True, device={}):
        c = x[i] > 0
        if c:
            t = x[i] * 2
        if c:
            out[i] = t
    t = 1
    # A loop that is left when it has found something.
    for i in prange(n, nogil=True):
        if x[i] == 3:
            where = i
            break
    return t, where, sign, last


def assigned_in_between(double[::1] x, double[::1] out):
    cdef int i, k = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            k = i
            out[i] = k
    k = 3
    for i in prange(x.shape[0], nogil=True, num_threads=1):
        if x[i] > 0:
            k = i
    return k


cdef void halve(double *t) noexcept nogil:
    t[0] = t[0] / 2


def through_a_pointer(double[::1] x):
    cdef int i
    cdef double t
    for i in prange(x.shape[0], nogil=True):
        halve(&t)
        x[i] = t
        t = 0
