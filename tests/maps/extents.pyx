# Which part of a view moves.
cimport cython
from cython.parallel import parallel, prange


@cython.boundscheck(False)
@cython.wraparound(False)
def neighbours(double[::1] u, double[::1] v, Py_ssize_t n):
    cdef Py_ssize_t i
    #~ v: from if v.shape[0] + 1 >= n, else tofrom | v[1:n - 1] | perhaps not all of it is written: the indices do not cover it
    #~ u: to | u[0:n] | only read
    for i in prange(1, n - 1, nogil=True, device={}):
        v[i] = u[i - 1] + u[i + 1]


def checked(double[::1] u, double[::1] v, Py_ssize_t n):
    cdef Py_ssize_t i
    #~ u: to | u[0:n] | only read
    #~ v: from if v.shape[0] + 1 >= n, else tofrom | v[1:n - 1] | perhaps not all of it is written: the indices do not cover it
    for i in prange(1, n - 1, nogil=True, device={}):
        v[i] = u[i - 1] + u[i + 1]


def narrow_numbers(double[::1] u, int n, int m):
    cdef int i, j
    #~ u: from if n * m == u.shape[0] and m >= 0 and n * m <= 2147483648, else tofrom | u[0:n * m] if m >= 0 and n * m <= 2147483648 | every element is written before it is read where the conditions hold
    for i in prange(n, nogil=True, device={}):
        for j in range(m):
            u[i * m + j] = 1


def flat(double[::1] u, Py_ssize_t n, Py_ssize_t m):
    cdef Py_ssize_t i, j
    #~ u: from if n * m == u.shape[0] and m <= 2147483648 and m >= 0 and n <= 2147483649, else tofrom | u[0:n * m] if m <= 2147483648 and m >= 0 and n <= 2147483649 | every element is written before it is read where the conditions hold
    for i in prange(n, nogil=True, device={}):
        for j in range(m):
            u[i * m + j] = 1


def from_the_end(double[::1] u, double[::1] v):
    cdef Py_ssize_t i
    #~ u: to | u | only read
    #~ v: from if v.shape[0] >= u.shape[0], else tofrom | v[0:u.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(u.shape[0], nogil=True, device={}):
        v[i] = u[-1] + u[u.shape[0] - 1 - i]


def down(double[::1] u, Py_ssize_t n, Py_ssize_t m):
    cdef Py_ssize_t i
    #~ u: from if m + 1 == 0 and n + 1 == u.shape[0], else tofrom | u[m + 1:n + 1] if m + 1 >= 0 | every element is written before it is read where the conditions hold
    for i in prange(n, m, -1, nogil=True, device={}):
        u[i] = 1


def one_row(double[:, ::1] u, double[::1] v, Py_ssize_t r):
    cdef Py_ssize_t i
    #~ v: from | v | every element is written before it is read
    #~ u: to | u[r:r + 1, 0:v.shape[0]] if r >= 0 | only read
    for i in prange(v.shape[0], nogil=True, device={}):
        v[i] = u[r, i]


def rows_of_a_host_loop(double[:, ::1] u, double[::1] v, Py_ssize_t n):
    cdef Py_ssize_t r, i
    for r in range(n):
        #~ u: to | u[0:r + 1, 0:r] | only read
        #~ v: from if v.shape[0] >= r, else tofrom | v[0:r] | every element is written before it is read where the conditions hold
        with nogil, parallel(device={}):
            for i in prange(r):
                v[i] = u[r, i] + u[0, i]


def a_slice(double[:, ::1] u, double[::1] v, Py_ssize_t p):
    cdef Py_ssize_t i
    cdef double[:] row
    #~ v: from | v | every element is written before it is read
    #~ u: to | u[p:p + 1, 2:v.shape[0] + 2] if p >= 0 | only read
    for i in prange(v.shape[0], nogil=True, device={}):
        row = u[p, 2:]
        v[i] = row[i]


def a_reversed_slice(double[::1] u, double[::1] v):
    cdef Py_ssize_t i
    cdef double[:] back
    #~ v: to | v | only read
    #~ u: from if u.shape[0] >= v.shape[0], else tofrom | u[u.shape[0] - v.shape[0]:u.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(v.shape[0], nogil=True, device={}):
        back = u[::-1]
        back[i] = v[i]


def transposed(double[:, :] u, double[::1] v):
    cdef Py_ssize_t i
    cdef double[:, :] t
    #~ v: from | v | every element is written before it is read
    #~ u: to | u[0:v.shape[0], 0:1] | only read
    for i in prange(v.shape[0], nogil=True, device={}):
        t = u.T
        v[i] = t[0, i]


def either(double[::1] u, double[::1] v, double[::1] w, int p):
    cdef Py_ssize_t i
    cdef double[:] row
    #~ w: from | w | every element is written before it is read
    #~ u: to | u | only read
    #~ v: to | v | only read
    for i in prange(w.shape[0], nogil=True, device={}):
        if p:
            row = u
        else:
            row = v
        w[i] = row[i]


def a_number_of_the_loop(double[::1] u, Py_ssize_t n):
    cdef Py_ssize_t i, at
    #~ u: from if u.shape[0] >= n + 2, else tofrom | u[2:n + 2] | perhaps not all of it is written: the indices do not cover it
    for i in prange(n, nogil=True, device={}):
        at = i + 2
        u[at] = 1


def a_number_before_the_loop(double[::1] u):
    cdef Py_ssize_t i, n
    #~ u: from if u.shape[0] >= n, else tofrom | u[0:n] | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        n = u.shape[0] // 2
        for i in prange(n):
            u[i] = 1


def smaller_of_two(double[::1] u, double[::1] v):
    cdef Py_ssize_t i
    #~ v: to | v[0:min(u.shape[0], v.shape[0])] | only read
    #~ u: from if u.shape[0] >= min(u.shape[0], v.shape[0]), else tofrom | u[0:min(u.shape[0], v.shape[0])] | every element is written before it is read where the conditions hold
    for i in prange(min(u.shape[0], v.shape[0]), nogil=True, device={}):
        u[i] = v[i]


def step_known_late(double[::1] u, Py_ssize_t n, Py_ssize_t step):
    cdef Py_ssize_t i
    #~ u: tofrom | u | perhaps not all of it is written: the indices do not cover it
    for i in prange(0, n, step, nogil=True, device={}):
        u[i] = 1


def largest_of_many(double[:, ::1] T, int m, Py_ssize_t n):
    """What is certainly less than another end is no end."""
    cdef Py_ssize_t i
    cdef double s = 0
    #~ T: to | T[0:max(m, 2), 0:max(1, m, n)] if m >= 2 and n >= 2 | only read
    #~ s: result | s | a reduction
    for i in prange(m, nogil=True, device={}):
        s += T[0, 0] + T[i, i] + T[m - 1, m - 2] + T[1, n - 1] + T[i, n - 2] + T[m - 2, i] + T[i, 0]
    return s


def too_many_ends(double[::1] u, Py_ssize_t k, Py_ssize_t l, Py_ssize_t m, Py_ssize_t n):
    cdef Py_ssize_t i
    cdef double s = 0
    #~ u: to | u | only read
    #~ s: result | s | a reduction
    for i in prange(k, nogil=True, device={}):
        s += u[i] + u[l] + u[m] + u[n]
    return s
