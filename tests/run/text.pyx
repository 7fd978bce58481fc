# cython: boundscheck=False, wraparound=False
# Text in C: of literals, of `bytes` objects, in regions.
cimport cython
from cython.parallel import prange
from libc.stdio cimport printf


def pointers(bytes data):
    cdef char *c = data
    cdef const char *d = data
    cdef const unsigned char *u = data
    cdef const char *plain = "hello"
    cdef const char *marked = b"by\x00tes"
    cdef Py_ssize_t n = len(data)
    return n, data[0], c[1], d[1], u[0], plain[4], marked[3], data[n - 1], c, u, plain, marked


def argument(char *text, const unsigned char *more):
    return text[0], more[0], text


cdef const char *name_of(int which) noexcept nogil:
    return "even" if which % 2 == 0 else "odd"


def result(int which):
    return name_of(which)


def of_any(value):
    cdef const char *c = value
    return c[0], c


@cython.device
cdef int code(Py_ssize_t i) noexcept nogil:
    cdef const char *table = "ACGT"
    return table[i & 3]


def literals(long[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = code(i)


def counted(bytes data, long[:] counts):
    """The letters of a `bytes` object, by a pointer to them."""
    cdef Py_ssize_t i, k, n = len(data), m = counts.shape[0]
    cdef const unsigned char *text = data
    for i in prange(m, nogil=True, device={text: ('to', n)}):
        counts[i] = 0
        for k in range(n):
            if text[k] == 97 + i:
                counts[i] = counts[i] + 1


def said(double[:] x, Py_ssize_t stop):
    cdef Py_ssize_t i
    for i in prange(stop, nogil=True, device={}, num_threads=1):
        printf("%d: %g %s %c\n", <int>i, x[i], "text", <char>65)
    printf("behind %ld%%\n", <long>stop)


def shown(x, log):
    f"{log.append(x)}"
    'no {log.append("not this")}'
    return log
