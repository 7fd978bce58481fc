# cython: boundscheck=False, wraparound=False
# The map table: one function for each of its rows.
from cython.parallel import parallel, prange


def only_read(double[::1] x, int n):
    cdef double s = 0
    cdef int i
    #~ s: result | s | a reduction
    #~ x: to | x[0:n] | only read
    for i in prange(n, nogil=True, device={}):
        s += x[i]
    return s


def written_in_full(double[::1] x):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = i


def written_in_full_if_it_fits(double[:, ::1] D, int M):
    cdef int i, j
    #~ D: from if D.shape[0] >= M and D.shape[1] >= M, else tofrom | D[0:M, 0:M] | every element is written before it is read where the conditions hold
    for i in prange(M, nogil=True, device={}):
        for j in range(M):
            D[i, j] = i + j


def read_and_written(double[::1] x):
    cdef int i
    #~ x: tofrom | x | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] + 1


def written_then_read(double[::1] x, double[::1] y):
    cdef int i
    #~ x: from | x | every element is written before it is read
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = i
        y[i] = x[i] * 2


def written_in_the_kernel_before(double[::1] x, double[::1] y):
    cdef int i
    #~ x: from | x | every element is written before it is read
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[1:x.shape[0]] | perhaps not all of it is written: the indices do not cover it
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            x[i] = i
        for i in prange(1, x.shape[0]):
            y[i] = x[i - 1] + x[i]


def read_of_a_neighbour(double[::1] x):
    cdef int i
    #~ x: tofrom | x | read and written
    for i in prange(1, x.shape[0], nogil=True, device={}):
        x[i] = x[i - 1]


def only_its_shape(double[::1] x, double[:, ::1] y):
    cdef int i
    #~ x: from | x | every element is written before it is read
    #~ y: firstprivate | y | only its shape is asked
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = y.shape[1]


cdef struct Weights:
    double a
    double b


def by_value(double[::1] x):
    """A struct travels as a scalar does."""
    cdef Weights w
    cdef int i
    w.a, w.b = 1, 2
    #~ x: tofrom | x | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = w.a * x[i] + w.b


def last_value(double[::1] x):
    cdef double kept = 0
    cdef int i
    #~ x: to | x | only read
    #~ kept: result | kept | its last value is read after the loop
    for i in prange(x.shape[0], nogil=True, device={}):
        kept = x[i]
    return kept


def not_read_later(double[::1] x):
    cdef double t = 0
    cdef int i
    #~ x: tofrom | x | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        t = x[i]
        x[i] = t * t


def scratch(double[:, ::1] work, double[::1] x, int n):
    """Each round fills its row of `work` before it reads it."""
    cdef int i, k
    #~ work: from | work | every element is written before it is read
    #~ x: from if x.shape[0] >= work.shape[0] and work.shape[1] >= 3, else tofrom | x[0:work.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(work.shape[0], nogil=True, device={}):
        for k in range(work.shape[1]):
            work[i, k] = k
        for k in range(1, work.shape[1] - 1):
            x[i] = work[i, k]


def scratch_read_too_far(double[:, ::1] work, double[::1] x, int n):
    cdef int i, k
    #~ work: from if n == work.shape[1], else tofrom | work | every element is written before it is read where the conditions hold
    #~ x: from if x.shape[0] >= work.shape[0] and work.shape[1] >= 1, else tofrom | x[0:work.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(work.shape[0], nogil=True, device={}):
        for k in range(n):
            work[i, k] = k
        for k in range(work.shape[1]):
            x[i] = work[i, k]


def local_array(int n):
    cdef int[4][3] a
    cdef int[4][3] b
    cdef int i, j
    #~ a: from | a | every element is written before it is read
    #~ b: from | b | every element is written before it is read
    with nogil, parallel(device={}):
        for i in prange(4):
            for j in range(3):
                a[i][j] = i + j + n
                b[i][j] = a[i][j]
        for i in prange(1, 4):
            b[i][2] = b[i - 1][1]
    return a[3][2] + b[1][1]


def local_array_in_part(int n):
    cdef int[4] a
    cdef int i
    #~ a: tofrom | a | perhaps not all of it is written: the indices do not cover it
    with nogil, parallel(device={}):
        for i in prange(3):
            a[i] = n
    return a[0]


def scratch_of_any_size(double[::1] x, int n):
    """The second loop reads what the first has written, if there is anything."""
    cdef int i
    #~ x: from if 2 * n == x.shape[0] and 2 * n <= 2147483648 and n >= 1, else tofrom | x[0:max(n, 1, 2 * n)] if 2 * n <= 2147483648 | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(n):
            x[i] = i
        for i in prange(n):
            x[i + n] = x[0]
