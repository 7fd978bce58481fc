"""`bytearray`s as C arrays of bytes."""

cimport cython


def item(bytearray b, Py_ssize_t at):
    c = b[at]
    return c, cython.typeof(c), cython.typeof(b[at]), b[at] + 1


def item_by_object(bytearray b, at):
    return b[at]


def parts(bytearray b, Py_ssize_t i, Py_ssize_t k):
    c = b[i:k]
    d = b + c
    e = b * 2
    f = b[::2]
    c += b
    return c, d, e, f, cython.typeof(c), cython.typeof(d)


def store(bytearray b, int value, object other, int at):
    b[0] = "x"
    b[1] = b"y"
    b[2] = c"z"
    b[at] = value
    b[at - 1] = other
    return b


def in_place(bytearray b, int value, other):
    b[0] += value
    b[1] += other
    b[2] |= 4
    return b


def several(bytearray b, x, y):
    b[0], b[1] = x, y
    for b[2] in (x, y):
        pass
    del b[3]
    return b


def without_gil(bytearray b, int value, Py_ssize_t at):
    with nogil:
        b[at] = value
        b[0] = 'q'
        c = b[at]
    return c, b


def total(bytearray b):
    cdef Py_ssize_t i
    cdef long sum = 0
    for i in range(len(b)):
        sum += b[i]
    return sum
