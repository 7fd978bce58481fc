# cython: boundscheck=False, wraparound=False
"""Privates of regions that iterations may read before they assign them, or leave as they are."""
cimport cython
from cython.parallel import parallel, prange

cdef struct pair:
    double x
    int count

cdef enum colour:
    red
    green
    blue

cdef long counted = 5

ctypedef fused number:
    float
    double
    long


def search(long[::1] x, long key):
    cdef Py_ssize_t i, n = x.shape[0], found = -1
    with nogil:
        for i in prange(n, device={}):
            if x[i] == key:
                found = i
    return found


def search_short(long[::1] x, int n, long key):
    """A counter of 32 bits, whose loop goes in no tiles."""
    cdef int i, found = -1
    with nogil:
        for i in prange(n, device={}):
            if x[i] == key:
                found = i
    return found


def search_backwards(long[::1] x, int n, int step, long key):
    cdef int i, j = -7, found = -1, other = -2
    for i in prange(n - 1, -1, -3, device={}):
        if x[i] == key:
            found = i
    for j in prange(n - 1, -1, step, device={}):
        if x[j] == key:
            other = j
    return found, other, j


def added(double[::1] x, double[::1] out):
    """One iteration at most, or the result depends on how they are shared."""
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double tot = 0.5
    with nogil:
        for i in prange(n, device={}):
            tot = tot + x[i]
            out[i] = tot
    return tot


def never(double[::1] x, double[::1] out):
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double t = 3.5
    with nogil:
        for i in prange(n, device={}):
            out[i] = t + x[i]
            if x[i] > 1e9:
                t = x[i]
    return t


def inner_none(double[::1] x, double[::1] out, int m):
    """The inner loop and what it assigns, where it may run no iteration."""
    cdef int i = -5, j = 77, n = x.shape[0]
    cdef double t = 3.5, s = 1.5
    with nogil:
        for i in prange(n, device={}):
            for j in range(m):
                t = x[i] + j
                s = t * 2
            out[i] = t + j
    return t, j, s, i


def skipped(double[::1] x, double[::1] out):
    """`continue` leaves the last iteration early."""
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double t = -1, u = -2
    with nogil:
        for i in prange(n, device={}):
            t = x[i]
            if x[i] > 0:
                continue
            u = x[i] - 1
            out[i] = u
    return t, u


def handed_on(double[::1] x, double[::1] out, double limit):
    """Values for a later region, and for the host between."""
    cdef int i, k = 4, n = x.shape[0]
    cdef double t = 0.25
    with nogil:
        for i in prange(n, device={}):
            if x[i] > limit:
                k = i
                t = x[i]
        k = k + 1
        for i in prange(n, device={}):
            out[i] = k + t
            if x[i] > limit + 1:
                k = 2 * i
    return k, t


def within(double[::1] x, double[::1] out, double limit):
    """The same in one region, with statements between the loops."""
    cdef int i, k = 4, n = x.shape[0], rest = 3
    cdef double t = 0.25
    with nogil, parallel(device={}):
        for i in prange(n):
            if x[i] > limit:
                k = i
                t = x[i]
        for i in prange(n):
            out[i] = k + t
            if x[i] > limit + 1:
                k = 2 * i
        rest = rest + k
        for i in prange(n):
            if x[i] > limit:
                t = rest + x[i]
            out[i] = out[i] + t + rest
    return k, t, rest


def of_the_block(double[::1] x, double[::1] out, int flag):
    """What statements of the block assign, loops change and others read."""
    cdef int i, n = x.shape[0], k = 9
    cdef double t = 8, u = 2.5
    with nogil, parallel(device={}):
        if flag > 0:
            t = x[0]
        for i in prange(n):
            out[i] = t + k
            if x[i] > 1e9:
                k = i
                u = t
        out[0] = t + k
        for i in prange(n):
            out[i] = out[i] + u + k


def repeated(double[::1] x, double[::1] out, int steps):
    """Loops that a host's loop starts again and again."""
    cdef int i, r, k = 1, n = x.shape[0]
    with nogil, parallel(device={}):
        for r in range(steps):
            for i in prange(n):
                out[i] = out[i] + k
                if i == n - 1:
                    k = k + r + 1
    return k


def nested(double[:, ::1] x, double[:, ::1] out):
    """The inner loop hands values to its next iteration: it is no loop for others."""
    cdef int i, j, n = x.shape[0], m = x.shape[1], last = -1
    cdef double t = 0
    with nogil:
        for i in prange(n, device={}):
            t = i
            for j in prange(m):
                t = t + x[i, j]
                out[i, j] = t
            if t > 1e9:
                last = i
    return last


def handed_in(double[:, ::1] x, double[:, ::1] out):
    cdef int i, j, n = x.shape[0], m = x.shape[1], k
    with nogil:
        for i in prange(n, device={}):
            k = -1
            for j in prange(m):
                out[i, j] = k
                if x[i, j] > 0:
                    k = j
    return 0


def directly_nested(double[:, ::1] x, double[:, ::1] out, int n, int m):
    """Loops that are spread together, or not, with all that lives on."""
    cdef int i = -3, j = -4, k = 100
    cdef double t = -1
    with nogil:
        for i in prange(n, device={}):
            for j in prange(m):
                out[i, j] = x[i, j] + k
                t = x[i, j]
                if x[i, j] > 1e9:
                    k = i + j
    return i, j, k, t


def asked_to_collapse(double[:, ::1] x, double[:, ::1] out, int n, int m):
    cdef int i, j, l
    cdef double t = -1
    with nogil:
        for i in prange(n, device={}, collapse=2):
            for j in prange(m):
                t = x[i, j] * 2
                out[i, j] = t
    return t


def last_of_wide(double[:, ::1] x):
    cdef Py_ssize_t i = -3, j = -4, n = x.shape[0], m = x.shape[1]
    cdef double t = -1
    with nogil:
        for i in prange(n, device={}):
            for j in prange(m):
                t = x[i, j]
    return t, i, j


def two_levels(double[:, ::1] x, double[:, ::1] out):
    """Threads of a team inside loops of teams, with values before and after."""
    cdef int i, j, n = x.shape[0], m = x.shape[1], k = 7
    cdef double s = 0.5, t
    with nogil:
        for i in prange(n, device={}):
            out[i, 0] = s + k
            for j in prange(1, m):
                t = x[i, j] + k
                out[i, j] = t * 2
            if x[i, 0] > 1e9:
                k = i
            s = x[i, 0]
    return k


def triangles(double[:, ::1] x, double[:, ::1] out):
    cdef Py_ssize_t i, j, n = x.shape[0]
    cdef Py_ssize_t far = -9
    cdef double t = 6
    with nogil:
        for i in prange(n, device={}):
            for j in prange(i, n):
                if x[i, j] > 1e9:
                    t = x[i, j]
                    far = j
                out[i, j] = t + far
    return t, far


def types(double[::1] x, double[::1] out):
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double complex z = 1 + 2j
    cdef float f = 1.5
    cdef bint b = True
    cdef colour c = blue
    cdef unsigned char u = 200
    cdef pair p, q
    cdef double *at = &out[0] if out.shape[0] > 0 else NULL
    p.x, p.count = 3.5, 4
    q = p
    with nogil:
        for i in prange(n, device={}):
            if x[i] > 1e9:
                z = z + x[i]
                f = x[i]
                b = not b
                c = red
                u = u + 1
                p = q
            out[i] = z.real + f + b + <int> c + u + p.x + p.count
    return z, f, b, <int> c, u, p.x, p.count


def last_types(double[::1] x):
    """The last iteration's, of each kind."""
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double complex z = 1
    cdef float f = 1.5
    cdef bint b = False
    cdef colour c = red
    cdef pair p, q
    p.x, p.count = 0, 0
    q.x, q.count = 1, 2
    with nogil:
        for i in prange(n, device={}):
            z = x[i] + 1j
            f = x[i]
            b = x[i] > 0
            c = green
            if i == n - 1:
                p = q
    return z, f, b, <int> c, p.x, p.count


def pointers(double[::1] x, double[::1] y):
    cdef Py_ssize_t i, n = x.shape[0]
    cdef double *p = &x[0]
    cdef double *q = &y[0]
    with nogil:
        for i in prange(n, device={p: ('tofrom', n), q: ('tofrom', n)}):
            q[i] = q[i] + p[i]
    return y[0]


def fused(number[::1] x, number key, number otherwise):
    cdef Py_ssize_t i, n = x.shape[0]
    cdef number found = otherwise
    with nogil:
        for i in prange(n, device={}):
            if x[i] == key:
                found = x[i]
            else:
                x[i] = found
    return found


def of_the_module(double[::1] x, double[::1] out):
    cdef Py_ssize_t i, n = x.shape[0]
    cdef long start = counted
    with nogil:
        for i in prange(n, device={}):
            out[i] = start + counted
            if x[i] > 1e9:
                start = i
    return start


cdef class Counter:
    cdef long start
    cdef double[::1] data

    def __init__(self, data, start):
        self.data = data
        self.start = start

    def find(self, double key):
        cdef Py_ssize_t i, n = self.data.shape[0]
        cdef long found = self.start
        with nogil:
            for i in prange(n, device={}):
                if self.data[i] == key:
                    found = i + self.start
        return found


def many(long[::1] x, long key):
    """More iterations than a block has threads."""
    cdef Py_ssize_t i = -5, n = x.shape[0], found = -1
    cdef long a = 1, b = 2
    with nogil:
        for i in prange(n, device={}):
            a = x[i]
            if i >= n - 1:
                b = a + 1
            if x[i] == key:
                found = i
    return found, a, b, i


def in_a_context(double[::1] x, double[::1] out, int steps):
    cdef int i, r, k = 3, n = x.shape[0]
    with nogil, device():
        for r in range(steps):
            for i in prange(n, device={}):
                out[i] = out[i] + k
                if x[i] > 1e9:
                    k = i
            k = k + 1
    return k


def kept_by_threads(double[::1] out, bint in_team):
    """An array that threads share, and that nothing else uses, keeps its elements until their next loop."""
    cdef double kept[16]
    cdef double of_team[16]
    cdef int t
    cdef Py_ssize_t i
    for t in range(3):
        for i in prange(16, nogil=True):
            if t == 0:
                kept[i] = 0
            kept[i] = kept[i] + 1
            out[i] = kept[i]
    for t in range(3):
        if in_team:
            with nogil, parallel():
                for i in prange(16):
                    if t == 0:
                        of_team[i] = 1
                    of_team[i] = of_team[i] * 2
                    out[i] = out[i] + of_team[i]


def shared_by_a_team(double[::1] out, double first):
    """An array of which each thread fills a part, and reads all, and one of which each has a part."""
    cdef double shared[16]
    cdef pair pairs[16]
    cdef Py_ssize_t i
    with nogil, parallel(num_threads=2):
        for i in prange(16):
            shared[i] = first + i
            pairs[i].x = i
            pairs[i].count = 2
        for i in prange(16):
            out[i] = shared[15 - i] + pairs[15 - i].x * pairs[i].count
