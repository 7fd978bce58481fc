# cython: boundscheck=False, wraparound=False, cdivision=True
# A region that raises brings no result back, so what it then leaves unwritten does not count.
from cython.parallel import parallel, prange


cdef void told(double[::1] v, int i) except * nogil:
    if i == 3:
        raise ValueError("three")
    v[i] = 1


cdef void dropped(double[::1] v, int i) noexcept nogil:
    if i == 3:
        raise ValueError("three")
    v[i] = 1


cdef void half(double[::1] v, int i) except * nogil:
    if i == 3:
        return
    assert i != 4
    v[i] = 1


def behind_raise(double[::1] x, int p):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        if i == p:
            raise ValueError("p")
        x[i] = 1


def behind_assert(double[::1] x, int p):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        assert i != p
        x[i] = 1


def before_raise(double[::1] x, double[::1] y):
    cdef int i
    #~ x: to | x | only read
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = x[i]
        if x[i] < 0:
            raise KeyError


def beside_raise(double[::1] x, int p):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            raise ValueError("less")
        elif i == p:
            x[i] = 2
        else:
            x[i] = 3


def one_side_alone(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            x[i] = 1
        elif i == p:
            raise ValueError("p")


def some_rounds_go_on(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if i < p:
            if i < p - 1:
                continue
            raise ValueError("less")
        x[i] = 1


def some_calls_come_back(double[::1] x, int p):
    cdef int i, k
    #~ x: tofrom | x | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in range(3):
            if k == p:
                break
            elif k > p:
                raise ValueError("more")
        else:
            x[i] = 1


def deep_inside(double[:, ::1] x, double[::1] y):
    cdef int i, j
    #~ x: to | x | only read
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            if x[i, j] < 0:
                raise ValueError("negative")
        y[i] = 1


def values_of_the_side_that_goes_on(double[::1] x, int p):
    cdef int i, k
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        k = i
        if i == p:
            k = 7
            raise ValueError("p")
        x[k] = 1


def in_a_callee(double[::1] x):
    cdef int i
    #~ x: from | x | every element is written before it is read
    for i in prange(x.shape[0], nogil=True, device={}):
        told(x, i)


def dropped_in_a_callee(double[::1] x):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a called function may return early
    for i in prange(x.shape[0], nogil=True, device={}):
        dropped(x, i)


def half_in_a_callee(double[::1] x):
    cdef int i
    #~ x: tofrom | x | perhaps not all of it is written: a called function may return early
    for i in prange(x.shape[0], nogil=True, device={}):
        half(x, i)


def read_in_the_next_loop(double[::1] x, int[::1] at, int n):
    cdef int i
    #~ at: from | at | every element is written before it is read
    #~ x: tofrom | x | perhaps not all of it is written: an index is known only in the loop
    with nogil, parallel(device={}):
        for i in prange(at.shape[0]):
            if i > n:
                raise ValueError("n")
            at[i] = i
        for i in prange(at.shape[0]):
            x[at[i]] = 1


def read_by_what_raises(double[::1] x, int p):
    cdef int i
    #~ x: tofrom | x | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            raise ValueError("negative")
        x[i] = 1
