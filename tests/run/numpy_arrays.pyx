"""Arrays of NumPy as memoryviews: what is taken, what is refused and with which words, and what the views show."""
import sys


def total_double(double[:] x):
    cdef double t = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        t += x[i]
    return t, x.strides[0], x.shape[0]


def total_const(const double[:] x):
    cdef double t = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        t += x[i]
    return t, x.strides[0]


def contiguous(double[:, ::1] x):
    return x.shape[0], x.shape[1], x.strides[0], x.strides[1], x[0, 0] if x.size else None


def fortran(double[::1, :] x):
    return x.shape[0], x.shape[1], x.strides[0], x.strides[1], x[0, 0] if x.size else None


def strided(double[:, :] x):
    return x.shape[0], x.shape[1], x.strides[0], x.strides[1], x[0, 0] if x.size else None


def cube(double[:, :, :] x):
    return [x.shape[k] for k in range(3)], [x.strides[k] for k in range(3)]


def extent(double[:] x):
    return x.shape[0], x.strides[0]


def of_char(char[:] x):
    return x.shape[0], x[0]


def of_long_long(long long[:] x):
    return x.shape[0], x[0], memoryview(x).format


def of_int(int[:] x):
    return x.shape[0], x[0], memoryview(x).format


def of_size(size_t[:] x):
    return x.shape[0], x[0], memoryview(x).format


def of_bint(bint[:] x):
    return x.shape[0], x[0]


def of_object(object[:] x):
    return x.shape[0], x[0]


def of_float(float[:] x):
    return x.shape[0], x[0]


def of_complex(double complex[:] x):
    return x.shape[0], x[0], memoryview(x).format


def shown(double[:] x):
    """What Python sees of it."""
    m = memoryview(x)
    return m.format, m.itemsize, m.nbytes, m.readonly, m.ndim, m.shape, m.strides, m.tolist()


def base_of(double[:] x):
    return x.base


def written(double[:] x):
    x[0] = 7
    x[x.shape[0] - 1] += 1


def fails_after(double[:] x, double[:] y, int[:] z):
    return x.shape[0] + y.shape[0] + z.shape[0]


def references(x):
    cdef double[:] v
    before = sys.getrefcount(x)
    v = x
    w = v[1:]
    v = None
    total_double(x)
    found = w.shape[0], sys.getrefcount(x) > before
    del w
    return found, sys.getrefcount(x) - before


cdef double[:] held


def hold(x):
    global held
    held = x
    return held.shape[0]


def drop():
    global held
    held = None


def held_sum():
    cdef double t = 0
    cdef Py_ssize_t i
    for i in range(held.shape[0]):
        t += held[i]
    return t, held.shape[0], held.strides[0]


def many(x, int n):
    cdef list views = []
    cdef double[:] v
    cdef int i
    for i in range(n):
        v = x
        views.append(v)
    del views[::2]
    for i in range(n):
        v = x
        views.append(v[i % 2:])
    return len(views), sum([one.shape[0] for one in views])
