# cython: boundscheck=False, wraparound=False
# Pointers into views, and what functions do through them.
cimport numpy as np
from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc


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


def only_read(double[:, ::1] X, double[:, ::1] D):
    cdef int i, j
    #~ D: from | D | every element is written before it is read
    #~ X: to | X | only read
    with nogil, parallel(device={}):
        for i in prange(D.shape[0]):
            for j in range(D.shape[1]):
                D[i, j] = distance(&X[i, 0], &X[j, 0], X.shape[1])


def written_through_a_pointer(double[:, ::1] X):
    cdef int i
    #~ X: tofrom | X | perhaps not all of it is written: a write under a condition
    with nogil, parallel(device={}):
        for i in prange(X.shape[0]):
            fill(&X[i, 0], X.shape[1], 1)


cdef double of_the_last(double[:, ::1] X, double[:, ::1] Y, int n) noexcept nogil:
    """`p` points into X at first, and into Y in later rounds."""
    cdef double *p = &X[0, 0]
    cdef double[::1] row = X[0, :]
    cdef int k
    for k in range(n):
        p[0] = k
        p = &row[0]
        row = Y[k, :]
    return p[0]


def moved_on(double[:, ::1] X, double[:, ::1] Y, double[::1] out):
    cdef int i
    #~ out: tofrom | out | what happens to it cannot be followed
    #~ X: tofrom | X | what happens to it cannot be followed
    #~ Y: tofrom | Y | what happens to it cannot be followed
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = of_the_last(X[i:, :], Y, 3)


def either(double[::1] x, double[::1] y, double[::1] z, double[::1] out):
    cdef int i
    cdef const double *p
    #~ out: from | out | every element is written before it is read
    #~ x: to | x | only read
    #~ y: to | y | only read
    #~ z: to | z[0:out.shape[0]] | only read
    for i in prange(out.shape[0], nogil=True, device={}):
        if i > 3:
            p = &x[0]
        else:
            p = &y[i]
        out[i] = p[0] + z[i]


def lost(double[::1] x, double[::1] y, double[::1] out):
    """A pointer that comes out of memory may point anywhere."""
    cdef int i
    cdef (double *)[2] kept
    #~ out: tofrom | out | what happens to it cannot be followed
    #~ kept: from if out.shape[0] >= 1, else tofrom | kept | every element is written before it is read where the conditions hold
    #~ x: tofrom | x | what happens to it cannot be followed
    #~ y: tofrom | y | what happens to it cannot be followed
    for i in prange(out.shape[0], nogil=True, device={}):
        kept[0] = &x[0]
        kept[1] = &out[0]
        kept[0][0] = y[i]


cdef void move_on(int *at) noexcept nogil:
    at[0] = at[0] + 1


def index_behind_a_pointer(double[::1] x):
    """Who has the address of a number may change it."""
    cdef int i, at
    #~ at: result | at | its last value is read after the loop
    #~ x: tofrom | x | perhaps not all of it is written: an index is known only in the loop
    for i in prange(9, nogil=True, device={}):
        at = i
        move_on(&at)
        x[at] = 1.0


cdef void scattered(double *p, const double *q, int *order, int n) noexcept nogil:
    """All that its callers give: the data of arrays, a view, what they have allocated, or nothing."""
    cdef int i
    #~ p: tofrom | p[0:p_count] | perhaps not all of it is written: the indices do not cover it
    #~ order: to | order[0:max(n, 0)] | only read
    #~ q: to | q[0:q_count] | only read
    for i in prange(n, device={}):
        p[order[i]] = q[order[i]]


def of_arrays(np.ndarray a, np.ndarray b, double[::1] x, int[::1] order, bint first):
    cdef double *p = NULL
    if first:
        p = <double *> a.data
    elif x.shape[0] > 0:
        p = &x[0]
    scattered(p, <double *> np.PyArray_DATA(b), &order[0], order.shape[0])
    scattered(<double *> a.data, NULL, &order[0], order.shape[0])


def within(int n, int m, int[::1] order):
    """Places in what the function has allocated are made again in the loop."""
    cdef double *all = <double *> malloc((n + m) * sizeof(double))
    cdef double *rest = all + n
    cdef int i
    #~ order: to | order | only read
    #~ all: tofrom | all[0:n + m if all != NULL else 0] | read and written
    for i in prange(order.shape[0], nogil=True, device={}):
        rest[order[i]] = all[order[i]]
    free(all)


cdef void sometimes(double *p, int n, int m) noexcept nogil:
    """As many as it touches if that is known, otherwise all that there are."""
    cdef int i, j
    #~ p: from if m >= 0 and n * m <= 2147483648, else tofrom | p[0:n * m if n >= 1 and m >= 1 else 0] if n * m <= 2147483648 | every element is written before it is read where the conditions hold
    for i in prange(n, device={}):
        for j in range(m):
            p[i * m + j] = i


def of_one_array(np.ndarray a, int n, int m):
    sometimes(<double *> a.data, n, m)
