"""Views of memory that no Python object owns: the host's code uses it by other names while contexts keep it."""
cimport cython
from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset


cdef struct Inner:
    double a[4]

cdef struct Pair:
    double a[4]
    Inner inner
    long n

cdef double table[8]
cdef double rows[2][4]
cdef double alone
cdef Pair shared

cdef extern from *:
    """
    static double foreign[4];
    """
    double foreign[4]


cdef int bump(double[::1] v, double by=1) except -1:
    """A region in a function."""
    cdef Py_ssize_t i
    for i in prange(v.shape[0], nogil=True, device={}):
        v[i] = v[i] + by
    return 0


cdef double total(double[::1] v) except? -1:
    cdef Py_ssize_t i
    cdef double s = 0
    for i in prange(v.shape[0], nogil=True, device={}):
        s += v[i]
    return s


cdef void poke(double *p) noexcept nogil:
    p[1] = p[1] + 7


cdef void poke_pair(Pair *p) noexcept nogil:
    p.a[2] = 11
    p.inner.a[0] = p.a[1]


cdef void poke_table() noexcept nogil:
    table[3] = table[2] + 1


cdef double of_table(int at) noexcept nogil:
    return table[at]


cdef double twice(double x) noexcept nogil:
    return 2 * x


cdef double *handed() noexcept nogil:
    return &table[0]


cdef int poke_and_bump(double *p, double[::1] v) except -1:
    p[0] = p[0] + 20
    bump(v)
    p[0] = p[0] * 2
    return 0


def local_array():
    cdef double buf[8]
    cdef Py_ssize_t i
    for i in range(8):
        buf[i] = i
    cdef double[::1] v = buf
    with device():
        bump(v)
        buf[2] = 100
        bump(v)
        i = <Py_ssize_t> buf[3]
        bump(v)
        return i, buf[2], buf[3], buf[7]


def whole_loops():
    cdef double buf[8]
    cdef Py_ssize_t i
    cdef double s = 0
    memset(buf, 0, sizeof(buf))
    cdef double[::1] v = buf
    with device():
        bump(v)
        for i in range(8):
            buf[i] = buf[i] * i
        bump(v)
        for i in range(8):
            s = s + buf[i]
        for i in range(8):
            buf[i] = i
        bump(v)
        for i in range(2, 5):
            s = s * 2 + buf[i]
        for i in range(2, 5):
            buf[i] = s
        bump(v)
    return s, [buf[i] for i in range(8)]


def struct_array():
    cdef Pair s, t
    cdef Py_ssize_t i
    for i in range(4):
        s.a[i] = i
        t.a[i] = 10 * i
        t.inner.a[i] = s.inner.a[i] = -i
    s.n = t.n = 3
    cdef double[::1] v = <double[:4]> s.a
    cdef double[::1] w = <double[:4]> &s.inner.a[0]
    seen = []
    with device():
        bump(v)
        bump(w)
        s.a[2] = 50
        s.inner.a[1] = s.a[1]
        bump(v)
        seen.append(s.a[2])
        bump(w)
        poke_pair(&s)
        bump(v)
        bump(w)
        t = s
        bump(v)
        s = t
        bump(v)
        s.n = 4
        bump(w)
    return seen, [s.a[i] for i in range(4)], [s.inner.a[i] for i in range(4)], [t.a[i] for i in range(4)], s.n


def scalar(double start):
    cdef double x = start, y
    cdef double[::1] v = <double[:1]> &x
    with device():
        bump(v)
        x = x * 2
        bump(v)
        y = x
        x += 3
        bump(v)
        if x > 10:
            y = y + 100
        bump(v)
        y = y + twice(x)
    return x, y


def bounds(long[::1] out):
    """Numbers that loops and indices depend on, written by kernels."""
    cdef long n = 1, k, count = 0
    cdef Py_ssize_t i
    cdef long[::1] v = <long[:1]> &n
    with device():
        for i in prange(1, nogil=True, device={}):
            v[i] = v[i] + 2
        for k in range(n):
            count += 1
        out[n] = count
        for i in prange(1, nogil=True, device={}):
            v[i] = v[i] + 1
        for i in prange(n, nogil=True, device={}):
            out[i] = out[i] + 10
        for i in prange(1, nogil=True, device={}):
            v[i] = 2
        while n > 0 and count < 1000:
            for i in prange(1, nogil=True, device={}):
                v[i] = v[i] - 1
            count += 100
        v[0] = 3
        out[n] += 1000
        for k in range(n):
            for i in prange(1, nogil=True, device={}):
                v[i] = v[i] + 1
            count += 1000
        if n == 6:
            count += 10000
    return count, n


def by_value(double[::1] out):
    """A region that takes a number by value, one that adds to it, one that leaves its last value."""
    cdef double x = 1, y
    cdef Py_ssize_t i
    cdef double[::1] v = <double[:1]> &x
    with device():
        bump(v)
        for i in prange(out.shape[0], nogil=True, device={}):
            out[i] = x
        bump(v)
        for i in prange(out.shape[0], nogil=True, device={}):
            x += out[i]
        bump(v)
        y = x
        for i in prange(out.shape[0], nogil=True, device={}):
            x = out[i] * i
        bump(v)
    return x, y


def of_module_by_value(double[::1] out):
    global alone
    cdef Py_ssize_t i
    cdef double[::1] v = <double[:1]> &alone, w = <double[:4]> shared.a
    alone = shared.a[0] = shared.a[1] = shared.a[2] = shared.a[3] = 2
    with device():
        bump(v)
        bump(w)
        for i in prange(out.shape[0], nogil=True, device={}):
            out[i] = out[i] * alone + shared.a[1]
        bump(v)
        alone += out[0]
    return alone


def other_statements(double[::1] out):
    """Swaps, loops over an array, threads of the host, functions that call themselves."""
    cdef double b[4]
    cdef double x = 1, y = 2, t = 0, z
    cdef Py_ssize_t i
    b[:] = [1, 2, 3, 4]
    cdef double[::1] v = b, xv = <double[:1]> &x
    with device():
        bump(v)
        bump(xv)
        x, y = y, x
        bump(xv)
        for z in b[:3]:
            t += z * x
        bump(v)
        for i in prange(4, nogil=True, num_threads=2):
            out[i] = b[i] + x
        bump(v)
        for i in prange(4, nogil=True, num_threads=2):
            b[i] = out[i]
        bump(v)
        b[0], b[1] = b[1], b[0]
        bump(v)
        t += summed(b, 4)
        x = float(t)
        bump(xv)
        y = x if b[3] > 2 else y
    return x, y, t, list(b)


cdef double summed(double *p, int n) noexcept nogil:
    return p[0] if n == 1 else p[0] + summed(p + 1, n - 1)


def results():
    """What calls of functions with regions give, and counters."""
    cdef double buf[4]
    cdef double x = 1
    cdef long k = 5
    cdef Py_ssize_t i
    cdef double[::1] v = buf, w = <double[:1]> &x
    cdef long[::1] c = <long[:1]> &k
    for i in range(4):
        buf[i] = i
    with device():
        bump(w)
        x = total(v)
        bump(w)
        buf[1] = total(v) + x
        bump(v)
        for i in prange(1, nogil=True, device={}):
            c[i] = c[i] + 1
        for k in range(3):
            for i in prange(1, nogil=True, device={}):
                c[i] = c[i] + 10
            buf[0] = buf[0] + k
        for i in prange(1, nogil=True, device={}):
            c[i] = c[i] + 1
    return x, k, [buf[i] for i in range(4)]


def module_array():
    cdef Py_ssize_t i
    global alone
    for i in range(8):
        table[i] = i
    for i in range(4):
        rows[0][i] = i
        rows[1][i] = shared.a[i] = 10 * i
        foreign[i] = -i
    alone = 5
    cdef double[::1] v = table
    cdef double[::1] row = <double[:4]> rows[1]
    cdef double[::1] w = <double[:1]> &alone
    cdef double[::1] s = <double[:4]> shared.a
    cdef double[::1] f = <double[:4]> foreign
    seen = []
    with device():
        bump(v)
        bump(row)
        table[2] = 50
        rows[1][3] = rows[1][1] + table[1]
        bump(v)
        bump(row)
        poke_table()
        bump(v)
        seen.append(of_table(2))
        bump(w)
        alone = alone + 1
        bump(w)
        bump(s)
        shared.a[1] = alone
        bump(s)
        bump(f)
        foreign[1] = 30
        bump(f)
        seen.append(foreign[0])
        bump(v)
        handed()[4] = handed()[3]
        bump(v)
    return (seen, [table[i] for i in range(8)], [rows[1][i] for i in range(4)], alone,
            [shared.a[i] for i in range(4)], [foreign[i] for i in range(4)])


def on_heap(int n):
    cdef double *p = <double *> malloc(n * sizeof(double))
    cdef double *q
    cdef Py_ssize_t i
    for i in range(n):
        p[i] = i
    cdef double[::1] v = <double[:n]> p
    with device():
        bump(v)
        p[1] = 30
        bump(v)
        q = p + 2
        q[0] = p[1]
        bump(v)
        memset(p, 0, sizeof(double))
        bump(v)
        s = [p[i] for i in range(n)]
    free(p)
    return s


def into_view(double[::1] x):
    cdef double *p = &x[0]
    cdef double *q
    with device():
        bump(x)
        p[1] = 30
        bump(x)
        q = &x[2]
        q[1] = p[1]
        bump(x)
        poke(p)
        bump(x)
        poke_and_bump(&x[0], x)
    return p[0]


def calls():
    cdef double buf[8]
    cdef double other[8]
    cdef Py_ssize_t i
    for i in range(8):
        buf[i] = i
        other[i] = -i
    cdef double[::1] v = buf
    with device():
        bump(v)
        poke(buf)
        bump(v)
        poke(&buf[4])
        bump(v)
        memcpy(other, buf, 3 * sizeof(double))
        bump(v)
        memcpy(&buf[5], other, 2 * sizeof(double))
        bump(v)
        poke_and_bump(buf, v)
        bump(v)
        memset(buf, 0, 2 * sizeof(double))
        bump(v)
    return [buf[i] for i in range(8)], [other[i] for i in range(8)]


def slices(double[::1] x):
    cdef double b[6]
    cdef double c[6]
    cdef Py_ssize_t i
    b[:] = [1, 2, 3, 4, 5, 6]
    c[:] = b
    cdef double[::1] v = b
    with device():
        bump(v)
        b[2:4] = [10, 20]
        bump(v)
        c[:] = b
        bump(v)
        b[:] = c
        bump(v)
        x[:6] = v
        bump(v)
        v[:3] = x[3:6]
        bump(v)
    return list(b), list(c)


def structs():
    """Arrays of structs, and structs by pointer."""
    cdef Pair pairs[2]
    cdef Pair *p = &pairs[1]
    cdef Py_ssize_t i, k
    for k in range(2):
        for i in range(4):
            pairs[k].a[i] = 10 * k + i
            pairs[k].inner.a[i] = 0
        pairs[k].n = k
    cdef double[::1] v = <double[:4]> pairs[1].a
    with device():
        bump(v)
        p.a[1] = 30
        bump(v)
        pairs[1].a[2] = p.a[1]
        bump(v)
        pairs[0] = pairs[1]
        bump(v)
        p[0] = pairs[0]
        bump(v)
        for k in range(2):
            pairs[k].a[0] += 5
        bump(v)
        poke_pair(p)
        bump(v)
    return [pairs[1].a[i] for i in range(4)], [pairs[0].a[i] for i in range(4)], p.inner.a[0]


def paths(int which):
    cdef double buf[4]
    cdef Py_ssize_t i
    cdef int k
    for i in range(4):
        buf[i] = i
    cdef double[::1] v = buf
    with device():
        for k in range(4):
            bump(v)
            if k == which:
                buf[1] = buf[0] * 10
            elif buf[2] > 4:
                poke(buf)
                continue
            else:
                bump(v, 2)
            if buf[3] > 11:
                break
            try:
                bump(v)
                if which == 2:
                    raise ValueError
                buf[2] += 1
            except ValueError:
                buf[3] += buf[2]
            finally:
                buf[0] += 1
    return [buf[i] for i in range(4)]


def fails(int at):
    cdef double buf[4]
    cdef Py_ssize_t i
    cdef double[::1] v = buf
    for i in range(4):
        buf[i] = i
    try:
        with device():
            bump(v)
            buf[at] = v[at] + 1
            bump(v)
            v[at + 2] = 5
            bump(v)
    except IndexError:
        buf[0] += 100
    return [buf[i] for i in range(4)]


def parts(Py_ssize_t n):
    """Views of a view, of a part of an array, of two axes."""
    cdef double buf[12]
    cdef double grid[3][4]
    cdef Py_ssize_t i, j
    for i in range(12):
        buf[i] = i
        grid[i // 4][i % 4] = i
    cdef double[::1] v = buf, part = v[2:6], cut = <double[:n]> &buf[6]
    cdef double[:, ::1] g = grid
    with device():
        bump(part)
        buf[3] = 50
        buf[0] = 60
        bump(v)
        bump(cut)
        buf[7] = buf[6]
        bump(cut)
        bump(g[1])
        grid[1][2] = 70
        grid[2][1] = grid[1][1]
        bump(g[1])
        bump(g[2])
        grid[0][0] = grid[2][3]
        for i in range(3):
            grid[i][i] += 1
            bump(g[i])
    return [buf[i] for i in range(12)], [[grid[i][j] for j in range(4)] for i in range(3)]


def both_names():
    """Regions that use the array by its own name, in one and beside one that uses a view of it."""
    cdef double buf[8]
    cdef Pair s
    cdef Py_ssize_t i
    for i in range(8):
        buf[i] = i
    for i in range(4):
        s.a[i] = i
    cdef double[::1] v = buf
    cdef double[::1] w = <double[:4]> s.a
    with device():
        bump(v)
        for i in prange(8, nogil=True, device={}):
            buf[i] = buf[i] * 2
        bump(v)
        buf[1] = 50
        for i in prange(8, nogil=True, device={}):
            buf[i] = buf[i] + v[i]
        bump(v)
        for i in prange(4, nogil=True, device={}):
            v[i] = table[i] + buf[i + 4]
        bump(w)
        for i in prange(4, nogil=True, device={}):
            v[i] = v[i] + s.a[i]
        s.a[1] = 30
        bump(w)
    return [buf[i] for i in range(8)], [s.a[i] for i in range(4)]


cdef class Holder:
    cdef double arr[4]
    cdef double other[4]
    cdef double x
    cdef double[::1] kept

    def __cinit__(self):
        cdef Py_ssize_t i
        for i in range(4):
            self.arr[i] = i
            self.other[i] = i
        self.x = 1

    cdef double get(self, int at):
        return self.arr[at]

    def run(self):
        cdef Py_ssize_t i
        cdef double[::1] v = self.arr
        cdef double[::1] w = <double[:1]> &self.x
        cdef Holder other = self
        with device():
            bump(v)
            self.arr[2] = 50
            bump(v)
            self.other[1] = self.arr[3]
            bump(v)
            self.arr[1] = self.get(3) + other.arr[0]
            bump(v)
            bump(w)
            self.x += 1
            bump(w)
            for i in prange(4, nogil=True, device={}):
                self.arr[i] = self.arr[i] * 2
            bump(v)
        return [self.arr[i] for i in range(4)], [self.other[i] for i in range(4)], self.x

    def keep(self):
        cdef Py_ssize_t i
        self.kept = self.arr
        with device():
            bump(self.kept)
            self.arr[2] = 50
            bump(self.kept)
            poke(self.arr)
            bump(self.kept)
            s = self.arr[1]
        self.kept = None
        return s, [self.arr[i] for i in range(4)]


cdef double inside(double[::1] x) except? -1:
    """An array of its own, in a function that contexts call."""
    cdef double buf[4]
    cdef double[::1] v = buf
    buf[0], buf[1], buf[2], buf[3] = x[0], x[1], x[2], x[3]
    bump(v)
    buf[2] = 100
    bump(v)
    x[0] = buf[2]
    bump(x)
    return buf[1] + buf[2]


def nested(double[::1] x):
    cdef double s = 0
    with device():
        bump(x)
        s += inside(x)
        with device():
            s += inside(x)
            bump(x)
        s += inside(x)
    return s
