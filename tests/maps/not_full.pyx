# cython: boundscheck=False, wraparound=False, cdivision=True
# What is no full write, and what looks like none and is one.
from cython.parallel import parallel, prange


def under_a_condition(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            x[i] = 1


def on_both_sides_of_a_condition(double[::1] x, int p):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            x[i] = 1
        elif i == p:
            x[i] = 2
        else:
            x[i] = 3


def on_one_side_and_elsewhere(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            x[i] = 1
        else:
            x[0] = 2


def behind_continue(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i == p:
            continue
        x[i] = 1


def before_continue(double[::1] x, int p):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 1
        if i == p:
            continue
        x[i] = 2


def continue_on_one_side(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            if i == 1:
                continue
            x[i] = 1
        else:
            x[i] = 2


def inner_break(double[:, ::1] x, int p):
    cdef int i, j
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            x[i, j] = 1
            if j == p:
                break


def inner_while(double[:, ::1] x):
    cdef int i, j
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        j = 0
        while j < x.shape[1]:
            x[i, j] = 1
            j = j + 1


def index_array(double[::1] x, int[::1] at):
    cdef int i
    #~ at: to | at | only read
    #~ x: tofrom | x | perhaps not all of it is written: an index is known only in the loop
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = 1


def every_other(double[::1] x):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: the indices do not cover it
    for i in prange(0, x.shape[0], 2, nogil=True, device={}):
        x[i] = 1


def doubled(double[::1] x, int n):
    cdef int i
    #~ x: tofrom | x[0:2 * n - 1] if 2 * n <= 2147483649 | perhaps not all of it is written: the indices do not cover it
    for i in prange(n, nogil=True, device={}):
        x[2 * i] = 1


def one_column(double[:, ::1] x):
    cdef int i
    #~ x: from if x.shape[1] >= 1, else tofrom | x[0:x.shape[0], 0:1] | perhaps not all of it is written: the indices do not cover it
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, 0] = 1


def diagonal(double[:, ::1] x):
    cdef int i
    #~ x: tofrom | x[0:x.shape[0], 0:x.shape[0]] | perhaps not all of it is written: the indices do not cover it
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, i] = 1


def triangle(double[:, ::1] x):
    cdef Py_ssize_t i, j
    #~ x: tofrom | x | perhaps not all of it is written: the indices do not cover it
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(i, x.shape[1]):
            x[i, j] = 1


def a_loop_that_may_not_run(double[::1] x, int rounds):
    cdef int i, r
    #~ x: from if rounds >= 1, else tofrom | x | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        for r in range(rounds):
            x[i] = r


def gaps(double[:, :] x):
    cdef int i, j
    #~ x: from if x.strides[1] == sizeof(double) and x.strides[0] == x.shape[1] * x.strides[1], else tofrom | x | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            x[i, j] = 1




cdef void early(double[:] v) noexcept nogil:
    if v.shape[0] < 3:
        return
    v[0] = 1


cdef void fill(double[:] v) noexcept nogil:
    cdef int k
    for k in range(v.shape[0]):
        v[k] = 1


cdef int recursive(double[:] v, int n) noexcept nogil:
    v[0] = n
    return recursive(v, n - 1) if n > 0 else 0


def callee_returns_early(double[:, ::1] x):
    cdef int i
    #~ x: tofrom | x[0:x.shape[0], 0:1] | perhaps not all of it is written: a called function may return early
    for i in prange(x.shape[0], nogil=True, device={}):
        early(x[i])


def callee_fills(double[:, ::1] x):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        fill(x[i])


def callee_fills_a_part(double[:, ::1] x):
    cdef int i
    #~ x: from if x.shape[1] >= 1, else tofrom | x[0:x.shape[0], 1:x.shape[1]] if x.shape[1] >= 1 | perhaps not all of it is written: the indices do not cover it
    for i in prange(x.shape[0], nogil=True, device={}):
        fill(x[i, 1:])


def callee_recursive(double[:, ::1] x, double[::1] y):
    cdef int i
    #~ x: tofrom | x | what happens to it cannot be followed
    #~ y: tofrom | y | what happens to it cannot be followed
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = recursive(x[i], 3)


def pointer(double[::1] x):
    cdef int i
    cdef double* p
    #~ x: tofrom | x | perhaps not all of it is written: a view or pointer that is not followed
    for i in prange(x.shape[0], nogil=True, device={}):
        p = &x[i]
        p[0] = 1


def struct_fields(double complex[::1] x):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 1


def empty_rows_of_a_row(double[:, ::1] x, int p):
    """A full write of no row is a full write of nothing."""
    cdef int i, j
    #~ x: from if x.shape[0] >= p, else tofrom | x[0:p, 0:x.shape[1]] | every element is written before it is read where the conditions hold
    for i in prange(p, nogil=True, device={}):
        for j in range(x.shape[1]):
            x[i, j] = 1
