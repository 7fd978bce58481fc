"""The ranges and the clauses of parallel loops in regions."""
cimport cython
from cython.parallel import parallel, prange


def triangular(double[:, ::1] x):
    """The inner bounds depend on the outer index: the inner loop is not spread with the outer one."""
    cdef int i, j, n = x.shape[0]
    for i in prange(n, nogil=True, device={}):
        for j in prange(i + 1):
            x[i, j] = 10 * i + j


def upper(double[:, ::1] x, double[::1] sums):
    cdef int i, j, n = x.shape[0]
    cdef double s
    for i in prange(n, nogil=True, device={}):
        s = 0
        for j in range(i, n):
            s = s + x[i, j]
        sums[i] = s


def backwards(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0] - 1, -1, -1, nogil=True, device={}):
        y[i] = 2 * x[i] + i


def stepped(double[::1] x, int start, int stop, int step):
    cdef int i
    for i in prange(start, stop, step, nogil=True, device={}):
        x[i] = x[i] + i


def by_three(double[::1] x, int start, int stop):
    cdef int i
    for i in prange(start, stop, 3, nogil=True, device={}):
        x[i] = i


def down_by_two(double[:, ::1] x):
    cdef int i, j
    for i in prange(x.shape[0] - 1, -1, -2, nogil=True, device={}):
        for j in prange(x.shape[1] - 1, 0, -2):
            x[i, j] = x[i, j] + 10 * i + j


def narrow(double[::1] x, signed char start, signed char stop):
    cdef signed char i
    for i in prange(start, stop, nogil=True, device={}):
        x[i] = i


def unsigned_counter(double[::1] x, unsigned int n):
    cdef unsigned int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def long_counter(double[::1] x, long n):
    cdef long i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def last_of(double[::1] x, int n, int step):
    """The counter behind the loop: its last value, or what it was."""
    cdef int i = -7
    for i in prange(0, n, step, nogil=True, device={}):
        x[i] = i
    return i


def with_simd(double[::1] x, double[::1] y, double a):
    cdef int i
    for i in prange(x.shape[0], nogil=True, simd=True, device={}):
        y[i] = a * x[i] + y[i]


def sum_with_simd(double[::1] x):
    cdef int i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True, simd=True, device={}):
        s += x[i]
    return s


def collapsed(double[:, :, ::1] x):
    cdef int i, j, k
    for i in prange(x.shape[0], nogil=True, collapse=2, device={}):
        for j in prange(x.shape[1]):
            for k in prange(x.shape[2]):
                x[i, j, k] = 100 * i + 10 * j + k


def not_collapsed(double[:, ::1] x):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, collapse=1, device={}):
        for j in prange(x.shape[1]):
            x[i, j] = 10 * i + j


def in_teams(double[::1] x, int teams, int threads):
    cdef int i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True, num_teams=teams, thread_limit=threads, device={}):
        s += x[i]
        x[i] = 2 * x[i]
    return s


def in_a_team(double[::1] x):
    cdef int i
    with nogil, parallel(num_teams=3, thread_limit=2, device={}):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1
        for i in prange(x.shape[0]):
            x[i] = x[i] * 3


def with_threads(double[::1] x, int n):
    cdef int i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True, num_threads=n, device={}):
        s += x[i]
    return s


def only_if(double[::1] x, int limit):
    cdef int i
    for i in prange(x.shape[0], nogil=True, if_=x.shape[0] > limit, device={}):
        x[i] = x[i] + 1


def on_device(double[::1] x, int number):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device_num=number, device={}):
        x[i] = x[i] + 1


def all_of_them(double[::1] x, int number, int teams):
    cdef int i
    with nogil, parallel(num_teams=teams, thread_limit=4, if_=teams > 1, device_num=number, device={}):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1


def unsigned_counters(int a, int n, long m):
    """A signed stop is compared by its value, where its type has all numbers of the counter's."""
    cdef unsigned char c
    cdef unsigned short s
    cdef unsigned int i
    counts = [0, 0, 0, 0]
    for c in range(n):
        counts[0] += 1
    for c in range(a, n):
        counts[1] += c
    for s in range(n):
        counts[2] += s
    for i in range(m):
        counts[3] += 1
        if i == 9:
            break
    return counts


def inferred(short start, short stop, short step, int large):
    """With a step, the counter also has the type of a sum."""
    cdef long seen = 0
    total = 0
    for i in range(start, stop, step):
        total += i
    for j in prange(start, stop, step, nogil=True):
        pass
    for k in range(large, large - 2, -1):
        pass
    for m in range(start, stop):
        seen += m
    return total, seen, cython.typeof(j), k * k


def read_after_loops(double[:] x, int p):
    """What arms assign is read by the `else` of a loop, and what one loop assigns by the next one."""
    cdef Py_ssize_t i
    cdef double a, b = -1, c = -2
    result = []
    if p > 1:
        a = 1
    else:
        a = 2
    for i in range(x.shape[0]):
        pass
    else:
        a = a + 1
        result.append(a)
    for i in range(x.shape[0]):
        b = x[i]
    for i in range(p):
        result.append(b)
        b = c
    for i in range(p - 1):
        c = i
    if p > 1:
        b = 3
        result.append(b)
    else:
        result.append(b)
    return result
