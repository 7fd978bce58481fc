"""`reversed(range(...))`: a loop of C where the variable is a C number, and Python's own otherwise."""
cimport cython
from cython.parallel import prange


def typed(int n, long m, unsigned int u, size_t s, signed char c, unsigned char b):
    cdef int i
    cdef long l
    cdef unsigned int j
    cdef size_t k
    cdef signed char d
    cdef unsigned char e
    cdef list found = []
    for i in reversed(range(n)):
        found.append(i)
    for i in reversed(range(2, n)):
        found.append(i)
    for i in reversed(range(n, -2, -1)):
        found.append(i)
    for i in reversed(range(-3, n, 1)):
        found.append(i)
    for l in reversed(range(m)):
        found.append(l)
    for j in reversed(range(u)):
        found.append(j)
    for k in reversed(range(1, s)):
        found.append(k)
    for k in reversed(range(s, 0, -1)):
        found.append(k)
    for d in reversed(range(-127, c)):
        found.append(d)
    for e in reversed(range(b)):
        found.append(e)
    return found


def greatest(unsigned int u):
    cdef unsigned int i
    cdef list found = []
    for i in reversed(range(u - 2, u)):
        found.append(i)
    return found


def inferred(int n):
    found = []
    for i in reversed(range(n)):
        found.append(i * i)
    return found, [k for k in reversed(range(n)) if k % 2], sum(k for k in reversed(range(n)))


def of_objects(a, b):
    found = []
    for i in reversed(range(a, b)):
        found.append(i)
    for i in reversed(range(b, a, -1)):
        found.append(i)
        b = 0
    return found, [i for i in reversed(range(a))]


def ends(int n, int stop):
    """`break`, `else`, the variable afterwards, a bound that the loop changes."""
    cdef int i = -7
    cdef list found = []
    for i in reversed(range(n)):
        if i == stop:
            break
        n = 100
        found.append(i)
    else:
        found.append("else")
    return found, i, n


def others():
    """Calls of something else."""
    found = []
    for i in reversed([1, 2]):
        found.append(i)
    for i in reversed(list(range(2))):
        found.append(i)
    return found


def hidden(reversed, n):
    return [i for i in reversed(range(n))]


def without_gil(double[::1] x):
    """The sums of what follows each element."""
    cdef Py_ssize_t i
    cdef int k, total = 0
    with nogil:
        for i in reversed(range(x.shape[0] - 1)):
            x[i] += x[i + 1]
        for k in reversed(range(5)):
            total = total * 10 + k
    return total


def rows(double[:, ::1] x):
    """Back substitution in each row."""
    cdef Py_ssize_t i, k
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in reversed(range(x.shape[1] - 1)):
            x[i, k] = x[i, k] - 0.5 * x[i, k + 1]
