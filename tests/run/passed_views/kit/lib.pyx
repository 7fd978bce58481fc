# cython: language_level=3

import numpy as np

# A function that needs something of its module stays there, also where its source is at hand.
cdef int calls = 0
cdef double[:] stored


cdef double total(double[:] x) except? -1:
    global calls
    calls += 1
    cdef Py_ssize_t i
    cdef double s = 0
    if x.shape[0] > 1000:
        raise ValueError("long")
    for i in range(x.shape[0]):
        s += x[i]
    return s


cdef double quick(const double[:] x) noexcept nogil:
    global calls
    calls += 1
    cdef Py_ssize_t i
    cdef double s = 0
    for i in range(x.shape[0]):
        s += x[i]
    return s


cdef double[:] half(double[:] x, Py_ssize_t n):
    global calls
    calls += 1
    return x[:n]


cdef void keep(double[:] x):
    global calls, stored
    calls += 1
    stored = x[1:]


cdef double kept() except? -1:
    global calls
    calls += 1
    return stored[0] + stored.shape[0]


cdef double[:] held():
    global calls
    calls += 1
    return stored


cdef void drop():
    global calls, stored
    calls += 1
    stored = None


cdef object shown(double[:, :] x, pair[:] p):
    global calls
    calls += 1
    x[0, 0] = 7
    if p is not None:
        p[0].a += 1
    turned = np.asarray(x.T)
    return np.asarray(x), None if p is None else np.array(p), turned, np.asarray(x.copy()), x.base is not None, x.nbytes


cdef object points(point[:] p):
    global calls
    calls += 1
    cdef Py_ssize_t i
    for i in range(p.shape[0]):
        p[i].at[1] = i
    return np.asarray(p)["at"].tolist()


cpdef double[:, ::1] grid(Py_ssize_t n, double v):
    global calls
    calls += 1
    cdef double[:, ::1] g = np.full((n, n), v)
    return g


cpdef line first(line x, line y):
    global calls
    calls += 1
    return y if x is None else x


cdef real dot(const real[:] x, const real[:] y):
    global calls
    calls += 1
    cdef real s = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        s += x[i] * y[i]
    return s


cdef real[:] scaled(real[:] x, real by):
    global calls
    calls += 1
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        x[i] *= by
    return x[::2]


cdef double[:, :] turned(double[:, :] x):
    global calls
    calls += 1
    return x.T


cdef list objects(object[:] o):
    global calls
    calls += 1
    o[0] = "changed"
    return [o[i] for i in range(o.shape[0])]


cdef object[:] again(object[:] o):
    global calls
    calls += 1
    return o[::-1]


cdef double[:] none_or(double[:] x, bint fail) except *:
    global calls
    calls += 1
    if fail:
        raise KeyError("fails")
    return None


cdef int missing(double[:] x) noexcept:
    global calls
    calls += 1
    return 1 if x is None else 2


cdef pair middle(pair[:] p, Py_ssize_t n) except *:
    global calls
    calls += 1
    return p[n]


cdef double complex conjugated(double complex[::1] z) noexcept nogil:
    global calls
    calls += 1
    return z[0].conjugate()


cdef double deep(float[:, :, :, :] x, double weight, const long[:] at) except? -1 nogil:
    global calls
    calls += 1
    if at.shape[0] != 4:
        raise IndexError(f"{at.shape[0]} places")
    return x[at[0], at[1], at[2], at[3]] * weight


cdef int quiet(double[:] x) noexcept:
    global calls
    calls += 1
    if x.shape[0] > 0:
        return 3
    return -1


cdef void filled(double[::1, :] x, double v) nogil:
    global calls
    calls += 1
    x[:] = v


cdef object ask(object f, unsigned char[:] bytes):
    global calls
    calls += 1
    return f(bytes)


cdef double[:] asked(object f):
    global calls
    calls += 1
    return f()


cdef double[:, :] reversed(double[:, :] x, Py_ssize_t depth):
    global calls
    calls += 1
    if depth == 0:
        return x[::-1]
    return reversed(x, depth - 1)[:, ::-1]


def called():
    return calls
