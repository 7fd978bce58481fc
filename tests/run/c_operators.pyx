# The operators of C that `cython.operator` has.
cimport cython
cimport cython.operator
cimport cython.operator as op
from cython.operator cimport address, dereference as deref, postdecrement, postincrement
from cython.operator cimport predecrement, preincrement as inc
from cython.parallel import prange

cdef struct Point:
    int x
    double y

cdef int counter = 4
cdef int calls = 0


cdef int index() noexcept:
    global calls
    calls += 1
    return calls % 3


cdef class Holder:
    cdef int x
    cdef double[3] values

    def count(self):
        self.values[0] = 0
        inc(self.x)
        postincrement(self.values[0])
        return inc(self.x), postdecrement(self.x), self.x, self.values[0], predecrement(self.values[0])


def dereferenced(int n):
    cdef int[3] a
    cdef int *p = a
    cdef int **pp = &p
    cdef Point point
    cdef Point *q = &point
    a[0], a[1], a[2] = n, n + 1, n + 2
    point.x = 3
    deref(q).y = 2.5
    deref(q).x = deref(q).x + 4
    first = deref(p), op.dereference(p), cython.operator.dereference(p), deref(deref(pp)), deref(address(a[1]))
    inc(p)
    second = deref(p), deref(inc(p)), deref(postdecrement(p)), deref(p), p - a
    inc(deref(p))
    return first, second, a, deref(q).x, deref(q).y, point.y


def numbers(int n, double d, float f):
    cdef unsigned char c = 255
    cdef signed char s = 127
    cdef long long big = -1
    cdef unsigned int u = 0
    cdef bint truth = False
    inc(n)
    out = [n, postincrement(n), n, predecrement(n), postdecrement(n), n]
    out += [inc(d), postdecrement(d), d, inc(f), f, inc(c), c, predecrement(s), s, inc(big), predecrement(u), inc(truth)]
    return out


def elements(double[:] x, int[::1] counts):
    cdef int[3] table = [10, 20, 30]
    global calls
    calls = 0
    one = inc(table[index()]), postincrement(table[index()]), table, calls
    return one, inc(x[0]), postdecrement(x[-1]), inc(counts[x.shape[0] - 1]), counts[0], postincrement(counts[5])


def of_module():
    inc(counter)
    return counter, postincrement(counter), counter, Holder().count()


def loops(int n):
    cdef int i = 0, j = 10
    seen = []
    while postincrement(i) < n:
        seen.append(i)
    while predecrement(j) > 0 and j != n:
        seen.append((i, j))
    return seen, i, j, [inc(i) for _ in range(3)], (inc(i) if n > 2 else postdecrement(j)), i, j


cdef int length(const char *text) noexcept nogil:
    cdef const char *p = text
    while deref(p):
        inc(p)
    return <int> (p - text)


def lengths(list texts):
    return [length(text) for text in texts]


cdef inline int largest(int *begin, int *end) noexcept nogil:
    cdef int best = deref(postincrement(begin))
    while begin != end:
        best = max(best, deref(begin))
        inc(begin)
    return best


def with_inner(int n):
    def more():
        nonlocal n
        return inc(n)
    return more(), postincrement(n), more(), n


def rows(int[:, ::1] x, int[::1] out):
    """On a device."""
    cdef Py_ssize_t i
    cdef int k, total
    for i in prange(x.shape[0], nogil=True, device={}):
        k = 0
        total = 0
        while k < x.shape[1]:
            total = total + x[i, postincrement(k)]
        out[i] = total + inc(k)
