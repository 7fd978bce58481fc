cimport cython
from cython.parallel import prange

cdef int[4] shared

ctypedef int[2] pair

cdef struct Parts:
    int[3] row
    double[2][2] square


cdef class Holder:
    cdef int[3] row
    cdef Parts parts

    def named(self):
        a = self.row
        a[0] = 4
        m = self.parts.square
        m[1][0] = 2.5
        r = self.parts.square[1]
        r[1] = 3.5
        return self.row, self.parts.square, r[0], cython.typeof(a)

    cdef int total(self) noexcept nogil:
        cdef int s = 0, i
        a = self.row
        for i in range(3):
            s += a[i]
        return s

    def count(self):
        self.row = [1, 20, 300]
        with nogil:
            s = self.total()
        return s


cdef int first(int* p) noexcept nogil:
    return p[0]


cdef void fill(int* p, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        p[i] = i * i


def named():
    cdef int a[3]
    a[0] = 1; a[1] = 2; a[2] = 3
    f = a
    f[0] = 5
    g = &a[1]
    g[0] = 7
    return a[0], a[1], f[0], f[1], cython.typeof(f), sizeof(f) == sizeof(void*)


def rows_of_lists():
    cdef int[4][2] a = [[1, 2], [3, 4], [5, 6], [7, 8]]
    return a


def row_of_two():
    cdef int b[2][3]
    for i in range(2):
        for j in range(3):
            b[i][j] = i * 3 + j
    h = b[1]
    h[1] = 50
    return b[1][1], h[2], cython.typeof(h)


def of_struct():
    cdef Parts p
    p.row = [1, 2, 3]
    r = p.row
    r[1] = 9
    p.row[2] = 11
    q = p
    q.row[0] = 50
    return p.row, q.row, r[2]


def of_module():
    k = shared
    k[2] += 3
    return shared


def over_rows():
    cdef int b[2][3]
    b[0] = [1, 2, 3]; b[1] = [4, 5, 6]
    s = 0
    for row in b:
        s += row[1]
        row[0] = 100
    return s, b, [row[2] for row in b], sum(row[0] for row in b)


def unpacked():
    cdef int a[2], b[2]
    a = [1, 2]; b = [3, 4]
    x, y = a, b
    x, y = y, x
    x[0] = 30
    z = a
    z = b
    z[1] = 9
    return a, b, y[0]


def without_gil():
    cdef int[3] a = [1, 2, 3]
    cdef int s = 0, x
    with nogil:
        b = a
        b[1] = 10
        for x in a:
            s += x
    return s, a


def passed():
    cdef int[5] a
    b = a
    fill(b, 5)
    c = b
    fill(c + 1, 2)
    return a, first(b), first(&b[1]), b == c


def each(int n):
    cdef int[3] a = [1, 2, 3]
    b = a
    for i in range(n):
        b[i % 3] += 1
        yield a[i % 3]
    yield a


def by_threads():
    cdef int[8] a
    cdef int i
    b = a
    for i in prange(8, nogil=True):
        b[i] = i * 2
    return a


def on_device(double[:] x):
    cdef double[3] weights = [0.5, 0.25, 0.125]
    cdef Py_ssize_t i
    w = weights
    w[1] = 2
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * weights[i % 3]
    return weights


def texts():
    cdef pair a = [1, 2]
    cdef const char* s = b"xyz"
    cdef const int* p = a
    cdef int[2][3] two
    b = a
    c = s
    d = a[0]
    return [
        cython.typeof(a), cython.typeof(s), cython.typeof(p), cython.typeof(p[0]), cython.typeof(two),
        cython.typeof(two[0]), cython.typeof(c), cython.typeof(d), cython.typeof(s[0]), b[1],
    ]
