"""Where data lives beside views: globals, pointers, C arrays."""
from cython.parallel import prange, parallel
cdef double scale = 2.5
cdef int counter = 0
cdef double[4] table

cdef double times(double x) nogil:
    return x * 2

def use(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * scale
    return scale

def use2(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = times(x[i])

def use3(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = table[i % 4]

def count(int n):
    global counter
    counter += n
    return counter

def pointers(double[::1] x, int n):
    cdef double *p = &x[0]
    cdef int i
    with nogil, parallel(device={p: ('tofrom', n)}):
        for i in prange(n):
            p[i] = p[i] + 1

def arrays(int n):
    cdef int[8] a
    cdef int i
    for i in range(8):
        a[i] = i
    with nogil, parallel(device={}):
        for i in prange(8):
            a[i] = i * n
    return a[7]


def array_of_arrays(int n):
    """`int[4][3]` is four times three, as `b[4][3]` is; with a declarator the type is the element."""
    cdef int[4][3] a
    cdef int b[4][3]
    cdef short[4][3] c[2]
    cdef int i, j
    with nogil, parallel(device={}):
        for i in prange(4):
            for j in range(3):
                a[i][j] = 10 * i + j + n
                b[i][j] = a[i][j]
    return a[3][2], b[3][2], sizeof(a), sizeof(a[0]), sizeof(b[0]), sizeof(c), sizeof(c[0]), sizeof(c[0][0])


cdef double distance(const double *p, const double *q, int n) noexcept nogil:
    cdef double s = 0
    cdef int k
    for k in range(n):
        s += (p[k] - q[k]) * (p[k] - q[k])
    return s


cdef void fill(double *p, int n, double value) noexcept nogil:
    cdef double *end = p + n
    while p != end:
        p[0] = value
        p = p + 1


def by_pointer(double[:, ::1] X, double[:, ::1] D, double[:, ::1] E):
    """Rows as C code takes them: what a function only reads through a pointer does not come back."""
    cdef int i, j
    with nogil, parallel(device={}):
        for i in prange(D.shape[0]):
            for j in range(D.shape[1]):
                D[i, j] = distance(&X[i, 0], &X[j, 0], X.shape[1])
            fill(&E[i, 1], 2, i)


cdef struct Point:
    double x
    double y


def shared_struct(double[::1] x):
    """Threads share a struct of which a field is assigned; all write the same."""
    cdef Point p
    cdef int i
    p.x, p.y = 1, 2
    for i in prange(x.shape[0], nogil=True):
        p.x = 5
        x[i] = p.y
    return p.x, p.y


cdef enum:
    FEW = 3
    MORE

cdef struct counted:
    double[MORE] values
    int flags[FEW]


def named_lengths(double x):
    """C arrays as long as a member of an enum says."""
    cdef counted c
    cdef double[FEW] a
    cdef int b[FEW][MORE]
    cdef int i
    for i in range(FEW):
        a[i] = x * i
        b[i][FEW] = i
        c.values[MORE - 1] = a[i] + b[i][FEW]
    return c.values[FEW], sizeof(a), sizeof(b), sizeof(counted)
