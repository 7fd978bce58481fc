# cython: boundscheck=False, wraparound=False, cdivision=True
# Iterations with several paths that write an element on each of them, and neighbours that leave it out on one.
from cython.parallel import parallel, prange


def continue_or_the_rest(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        a[i] = 2


def continue_without_it(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            x[i] = 1
            continue
        a[i] = 2


def the_rest_without_it(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        x[i] = 2


def another_element(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[0] = 1
            continue
        a[i] = 2


def another_index(double[::1] a, double[::1] x):
    cdef Py_ssize_t i, k
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        k = i
        if x[i] > 0:
            k = 0
            a[k] = 1
            continue
        a[k] = 2


def continue_in_the_else(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            x[i] = 1
        else:
            a[i] = 1
            continue
        a[i] = 2


def continue_on_both_sides(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        else:
            a[i] = 2
            continue


def chain(double[::1] a, double[::1] x, int p):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        elif x[i] == 0:
            if p > 1:
                a[i] = 2
                continue
            x[i] = 1
        elif p == 1:
            a[i] = 3
            continue
        else:
            x[i] = 2
        a[i] = 4


def chain_with_a_gap(double[::1] a, double[::1] x, int p):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        elif x[i] == 0:
            if p > 1:
                continue
            x[i] = 1
        elif p == 1:
            a[i] = 3
            continue
        else:
            x[i] = 2
        a[i] = 4


def before_they_part(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
        else:
            a[i] = 2
        if x[i] > 1:
            continue
        x[i] = 2


def read_afterwards(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x | read and written
    with nogil, parallel(device={}):
        for i in prange(a.shape[0]):
            if x[i] > 0:
                a[i] = 1
                continue
            a[i] = 2
        for i in prange(x.shape[0]):
            x[i] = a[i]


def read_on_one_path(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | read and written
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        x[i] = a[i]
        a[i] = 2


def added_on_one_path(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | read and written
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] += 1
            continue
        a[i] = 2


def of_the_inner_loop(double[:, ::1] a, int p):
    cdef Py_ssize_t i, j
    #~ a: from | a | every element is written before it is read
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            if j == p:
                a[i, j] = 1
                continue
            a[i, j] = 2


def of_the_inner_loop_under_a_condition(double[:, ::1] a, double[::1] x, int p):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            continue
        for j in range(a.shape[1]):
            if j == p:
                a[i, j] = 1
                continue
            a[i, j] = 2


def beside_the_inner_loop(double[::1] a, double[:, ::1] x):
    cdef Py_ssize_t i, j
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x[0:a.shape[0], 0:x.shape[1]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            if x[i, j] > 0:
                continue
            x[i, j] = 1
        if x[i, 0] > 0:
            a[i] = 1
            continue
        a[i] = 2


def in_an_inner_loop_alone(double[::1] a, double[:, ::1] x):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0], 0:1] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i, 0] > 0:
            a[i] = 1
            continue
        for j in range(x.shape[1]):
            a[i] = j


def inner_loop_that_may_not_run(double[::1] a, double[::1] x, int p):
    cdef Py_ssize_t i, j
    #~ a: from if p >= 1, else tofrom | a | every element is written before it is read where the conditions hold
    #~ x: to | x[0:p] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(p):
            if x[j] > 0:
                a[i] = 1
                continue
            a[i] = 2


def inner_break(double[:, ::1] a, int p):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            if j < p:
                a[i, j] = 1
                continue
            a[i, j] = 2
            if j == 2 * p:
                break


def inner_while(double[::1] a, double[::1] x, int p):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        j = 0
        while j < p:
            j = j + 1
            if x[j] > 0:
                a[i] = 1
                continue
            a[i] = 2


def else_of_the_inner_loop(double[::1] a, double[:, ::1] x):
    """It continues the outer one."""
    cdef Py_ssize_t i, j
    #~ a: from | a | every element is written before it is read
    #~ x: to | x[0:a.shape[0], 0:x.shape[1]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            if x[i, j] > 0:
                break
        else:
            a[i] = 1
            continue
        a[i] = 2


def else_of_the_inner_loop_without_it(double[::1] a, double[:, ::1] x):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0], 0:x.shape[1]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            if x[i, j] > 0:
                break
        else:
            continue
        a[i] = 2


def else_of_an_inner_while_without_it(double[::1] a, double[:, ::1] x):
    cdef Py_ssize_t i, j
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0], 0:x.shape[1]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        j = 0
        while j < x.shape[1]:
            if x[i, j] > 0:
                break
            j = j + 1
        else:
            continue
        a[i] = 2


def path_that_raises(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        if x[i] < 0:
            raise ValueError("negative")
        a[i] = 2


cdef void raises(double[::1] a, double[::1] x, Py_ssize_t i) noexcept nogil:
    if x[i] < 0:
        raise ValueError("negative")
    a[i] = 2


def error_that_is_dropped(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: to | x[0:a.shape[0]] | only read
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        raises(a, x, i)


cdef double put(double[::1] a, Py_ssize_t i) noexcept nogil:
    a[i] = 2
    return 0


cdef double put_one(double[::1] a, Py_ssize_t i, int p) noexcept nogil:
    if p > 0:
        a[i] = 1
    else:
        a[i] = 2
    return 0


def by_a_function(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        x[i] = put(a, i)


def by_a_function_that_need_not_be_called(double[::1] a, double[::1] x):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        if x[i] > 0:
            a[i] = 1
            continue
        x[i] = put(a, i) if x[i] > -1 else 0


def paths_of_a_function_that_need_not_be_called(double[::1] a, double[::1] x, int p):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a write under a condition
    #~ x: tofrom | x[0:a.shape[0]] | read and written
    for i in prange(a.shape[0], nogil=True, device={}):
        x[i] = put_one(a, i, p) if x[i] > 0 else 0


cdef void row(double[:] a, int p) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if i < p:
            a[i] = 1
            continue
        a[i] = 2


cdef void row_that_may_end(double[:] a, int p) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if i < p:
            a[i] = 1
            continue
        a[i] = 2
        if i == 2 * p:
            return


def loop_of_a_function(double[:, ::1] a, int p):
    cdef Py_ssize_t i
    #~ a: from | a | every element is written before it is read
    for i in prange(a.shape[0], nogil=True, device={}):
        row(a[i], p)


def loop_of_a_function_that_may_end(double[:, ::1] a, int p):
    cdef Py_ssize_t i
    #~ a: tofrom | a | perhaps not all of it is written: a called function may return early
    for i in prange(a.shape[0], nogil=True, device={}):
        row_that_may_end(a[i], p)
