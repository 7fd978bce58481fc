"""Slices of C strings, pointers and C arrays."""

cimport cython
from libc.stdlib cimport free, malloc


def texts(bytes data, Py_ssize_t start, Py_ssize_t stop):
    cdef const char *text = data
    cdef unsigned char *octets = data
    return text[start:stop], text[start:], text[:stop], text[:], octets[start:stop], text[None:stop]


def decoded(bytes data, Py_ssize_t start, Py_ssize_t stop, encoding):
    cdef char *text = data
    cdef const char *errors = "replace"
    return (
        text.decode("latin-1"), text[start:stop].decode("latin-1"), text[start:].decode("utf-8", errors),
        text[:stop].decode("ascii", "ignore"), text.decode(encoding),
    )


def methods(bytes data):
    cdef char *text = data
    return text.upper(), text.startswith(b"a"), text.split(b"b")


def into_array(data):
    cdef char held[16]
    cdef int i
    for i, c in enumerate(data):
        held[i] = c
    held[len(data)] = 0
    return held, held[1:], held.decode()


cdef int length(const char *text) except -1:
    cdef int n = 0
    while text[n]:
        n += 1
    return n


def of_temporary(bytes data):
    return length(data[1:]) + length(data + data)


def characters(bytes data, Py_ssize_t count):
    cdef char *text = data
    cdef char c
    cdef int total = 0
    found = []
    for c in text[:count]:
        total += c
    for one in text[1:count]:
        found.append(one)
    cdef object letter
    for letter in text[:2]:
        found.append(letter)
    cdef char held[3]
    held[:] = text
    for own in held:
        found.append(own)
    return total, found


def elements(Py_ssize_t start, Py_ssize_t stop):
    cdef int values[6]
    cdef int *p = values
    cdef int i, x, total = 0
    for i in range(6):
        values[i] = i * i
    for x in values:
        total += x
    for x in p[start:stop]:
        total = 3 * total + x
        if x == 16:
            break
    else:
        total = -total
    seen = [x for x in values[1:5:2]]
    seen += [x for x in p[4:0:-1]]
    return total, seen, 9 in p[start:stop], 2 in p[:6], 3.5 in values[:3], None in p[:stop]


def moved(Py_ssize_t stop):
    cdef int values[4]
    cdef int *p = values
    cdef int x, rounds = 0
    values[:] = [1, 2, 3, 4]
    for x in p[:stop]:
        p = NULL
        stop = 0
        rounds += x
    return rounds


def assigned(values, start, stop):
    cdef int a[5]
    cdef int b[2]
    cdef int *p = [7, 8, 9]
    a[:] = [0] * 5
    a[:3] = p
    b[:] = [40, 50]
    a[3:] = b
    first = list(a)
    a[start:stop] = [1, 2, 3]
    a[1:3] = (values[0], values[1])
    p[1:] = [5, 6]
    return first, list(a), p[0], p[1], p[2]


def from_object(values):
    cdef double a[3]
    a = values
    cdef double[3] b
    b[:] = a[:]
    x, y, z = b
    u, v = a[1:3]
    return b, x, y, z, u, v


cdef class Holder:
    cdef readonly int[4] kept

    def __init__(self, first, second):
        self.kept[:2] = [first, second]
        self.kept[2:] = [second, first]

    def total(self):
        cdef int x, total = 0
        for x in self.kept:
            total += x
        return total


def as_tuple():
    cdef int[2] pair = [1, 2]
    cdef tuple kept = pair
    return kept, <tuple> pair, <list> pair


def held():
    holder = Holder(3, 4)
    return holder.kept, holder.total()


def numbers(int n, double x):
    cdef int *p = <int *> malloc(sizeof(int) * 3)
    try:
        p[:3] = [n, n + 1, n + 2]
        return p[0], p[2], n.bit_length(), x.is_integer(), x.hex()
    finally:
        free(p)


def in_generator_expressions(int n):
    """The elements that the array has where the expression stands."""
    cdef double x[10]
    cdef int y[4]
    cdef int i
    for i in range(10):
        x[i] = i
    y[:] = [3, 1, 4, 1]
    doubled = (v * 2 for v in x[:n + 1])
    x[0] = 100
    n = 0
    return list(doubled), sum(v for v in x[2:6]), tuple(a + b for a in y[1:3] for b in y), dict((v, i) for i, v in enumerate(w for w in y[:4]))


def rest_of_text(bytes given, int at):
    """A C string ends where the text does."""
    cdef char *text = given
    cdef char c
    cdef object one
    found = []
    for c in text[at:]:
        found.append(c)
    else:
        found.append(None)
    for one in text[at:None]:
        found.append(one)
    return found


def stepped_text(bytes text, n):
    cdef char *p = text
    cdef unsigned char *q = text
    cdef char[4] last
    last = b"wxy\0"
    return p[::2], p[1:4:2], p[4:0:-1], p[::-1], q[::n], p[:4:1], p[None:3:n], last[::n], type(p[::2])
