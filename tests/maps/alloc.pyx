# cython: boundscheck=False, wraparound=False
# Temporaries: arrays that a function makes for itself. What is not read afterwards does not come back,
# and what is in no one's array yet is not sent.
import numpy as np
from numpy import empty
from cython.parallel import parallel, prange


def scratch(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read | alloc if nobody else holds tmp
    #~ x: to | x[0:tmp.shape[0]] | only read
    #~ y: from if y.shape[0] >= tmp.shape[0], else tofrom | y[0:tmp.shape[0]] | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(tmp.shape[0]):
            tmp[i] = x[i] * 2
        for i in prange(tmp.shape[0]):
            y[i] = tmp[i]


def scratch_of_another_length(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | only read
    #~ tmp: from if tmp.shape[0] >= x.shape[0], else tofrom | tmp[0:x.shape[0]] | every element is written before it is read where the conditions hold | alloc if tmp.shape[0] >= x.shape[0] and nobody else holds tmp
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            tmp[i] = x[i] * 2
        for i in prange(x.shape[0]):
            y[i] = tmp[i]


def scratch_in_each_round(double[::1] x, double[::1] y, int rounds):
    """The next round begins by writing what it reads, if the lengths fit now: they don't change."""
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(rounds):
        #~ x: to | x | only read
        #~ tmp: from if tmp.shape[0] >= x.shape[0], else tofrom | tmp[0:x.shape[0]] | every element is written before it is read where the conditions hold | alloc if tmp.shape[0] >= x.shape[0] and nobody else holds tmp
        #~ y: tofrom | y[0:x.shape[0]] | read and written
        with nogil, parallel(device={}):
            for i in prange(x.shape[0]):
                tmp[i] = x[i] * 2
            for i in prange(x.shape[0]):
                y[i] = y[i] + tmp[i]


def two_regions(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ x: to | x | only read
    #~ tmp: from | tmp[0:x.shape[0]] | a new array with nothing in it yet
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            tmp[i] = x[i]
    #~ x: to | x | only read
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written | to if nobody else holds tmp
    #~ y: tofrom | y[0:x.shape[0]] | perhaps not all of it is written: a write under a condition
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            tmp[i] = tmp[i] * 2
            y[i] = tmp[i]


def read_in_the_next_round(double[::1] x, int rounds):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(rounds):
        #~ x: tofrom | x | read and written
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
            x[i] = tmp[i]


def read_afterwards(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i] * 2
    return tmp[0]


def read_on_one_way_only(double[::1] x, bint tell):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i] * 2
    if tell:
        print(tmp[0])


def only_its_shape_afterwards(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ tmp: tofrom | tmp | read and written | to if nobody else holds tmp
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return tmp.shape[0]


def bound_anew(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ tmp: tofrom | tmp | read and written | to if nobody else holds tmp
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    tmp = np.ones(4)
    return tmp[0]


def returned(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i] * 2
    return tmp


def made_an_object(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i] * 2
    return np.asarray(tmp)


def made_an_object_before(double[::1] x, list seen):
    """Nothing is read here afterwards; whether anybody else may is known on entry."""
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    seen.append(np.asarray(tmp))
    #~ tmp: tofrom | tmp | read and written | to if nobody else holds tmp
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] * 2


def a_parameter(double[::1] x, double[::1] y):
    cdef int i
    #~ x: to | x | only read
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = x[i]


def another_name_for_a_parameter(double[::1] x):
    cdef int i
    cdef double[::1] tmp = x
    #~ tmp: tofrom | tmp | read and written
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] * 2


def an_object_with_a_name(double[::1] x):
    cdef int i
    array = np.empty(x.shape[0])
    cdef double[::1] tmp = array
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i]
    return array


def read_through_a_slice(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] part = tmp[1:]
    #~ tmp: tofrom | tmp | read and written
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return part[0]


def a_slice_that_nobody_reads(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0] + 1)
    cdef double[::1] part = tmp[1:]
    #~ x: to | x | only read
    #~ part: tofrom | part[0:x.shape[0]] | read and written | to if nobody else holds part
    #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(x.shape[0], nogil=True, device={}):
        part[i] = part[i] + x[i]
        y[i] = part[i]


def swapped(double[::1] x, int rounds):
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.zeros(x.shape[0])
    for r in range(rounds):
        #~ x: to | x | only read
        #~ v: from if v.shape[0] >= x.shape[0], else tofrom | v[0:x.shape[0]] | every element is written before it is read where the conditions hold
        #~ u: to | u[0:x.shape[0]] | only read
        for i in prange(x.shape[0], nogil=True, device={}):
            v[i] = u[i] + x[i]
        u, v = v, u


def swapped_and_overwritten(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.zeros(x.shape[0])
    #~ x: to | x | only read
    #~ v: tofrom | v[0:x.shape[0]] | read and written | to if nobody else holds v
    #~ u: tofrom | u[0:x.shape[0]] | read and written | to if nobody else holds u
    for i in prange(x.shape[0], nogil=True, device={}):
        v[i] = v[i] + x[i]
        u[i] = u[i] + x[i]
    u, v = v, u
    #~ u: from | u | every element is written before it is read | alloc if nobody else holds u
    #~ x: to | x[0:u.shape[0]] | only read
    #~ y: from if y.shape[0] >= u.shape[0], else tofrom | y[0:u.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(u.shape[0], nogil=True, device={}):
        u[i] = x[i]
        y[i] = u[i]


cdef double total(double[::1] values) nogil:
    cdef double sum = 0
    cdef int k
    for k in range(values.shape[0]):
        sum += values[k]
    return sum


def read_by_a_function(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: from | tmp | every element is written before it is read
    #~ x: to | x[0:tmp.shape[0]] | only read
    for i in prange(tmp.shape[0], nogil=True, device={}):
        tmp[i] = x[i] * 2
    return total(tmp)


def written_by_a_function_before(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    total(tmp)
    #~ x: to | x | only read
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written | to if nobody else holds tmp
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]


cdef double[::1] make(int n):
    return np.zeros(n)


def made_by_a_function_of_the_module(double[::1] x):
    cdef int i
    cdef double[::1] tmp = make(x.shape[0])
    #~ x: tofrom | x | read and written
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written | to if nobody else holds tmp
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
        x[i] = tmp[i]


cdef double[::1] same(double[::1] values):
    return values


def kept_by_a_function(double[::1] x):
    """The second name is not known to show the same memory; the count of references tells."""
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] other = same(tmp)
    #~ x: to | x | only read
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written | to if nobody else holds tmp
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return other[0]


cdef double first(double *values) nogil:
    return values[0]


def an_address_is_taken(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double *p = &tmp[0]
    #~ x: to | x | only read
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]
    return first(p)


cdef double first_of(double[::1] values) nogil:
    return first(&values[0])


def a_function_takes_an_address(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    first_of(tmp)
    #~ x: to | x | only read
    #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
    for i in prange(x.shape[0], nogil=True, device={}):
        tmp[i] = tmp[i] + x[i]


def nothing_in_it(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = empty(x.shape[0], dtype=np.float64)
    #~ x: to | x | only read
    #~ out: from | out | a new array with nothing in it yet
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def nothing_in_what_is_like_it(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.empty_like(x)
    #~ x: to | x | only read
    #~ out: from | out | a new array with nothing in it yet
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def something_in_it(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    out[0] = 1
    #~ x: to | x | only read
    #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def something_in_the_second_round(double[::1] x, int[::1] at, int rounds):
    cdef int i, r
    cdef double[::1] out = np.empty(x.shape[0])
    for r in range(rounds):
        #~ x: to | x | only read
        #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
        #~ at: to | at[0:x.shape[0]] | only read
        for i in prange(x.shape[0], nogil=True, device={}):
            out[at[i]] = x[i]
    return np.asarray(out)


def something_through_a_slice(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    cdef double[::1] part = out[2:]
    part[0] = 1
    #~ x: to | x | only read
    #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def something_through_an_address(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    cdef double *p = &out[0]
    p[0] = 1
    #~ x: to | x | only read
    #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def zeros_are_something(double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.zeros(x.shape[0])
    #~ x: to | x | only read
    #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return np.asarray(out)


def another_empty(np, double[::1] x, int[::1] at):
    cdef int i
    cdef double[::1] out = np.empty(x.shape[0])
    #~ x: to | x | only read
    #~ out: tofrom | out | perhaps not all of it is written: an index is known only in the loop
    #~ at: to | at[0:x.shape[0]] | only read
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] = x[i]
    return out


def a_length_that_changes(double[::1] x, double[::1] y, int rounds):
    """Whether a round writes all that it reads is not known one round ahead."""
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(rounds):
        #~ tmp: from if tmp.shape[0] >= r, else tofrom | tmp[0:r] | every element is written before it is read where the conditions hold
        #~ x: to | x[0:r] | only read
        #~ y: tofrom | y[0:r] | read and written
        with nogil, parallel(device={}):
            for i in prange(r):
                tmp[i] = x[i] * 2
            for i in prange(r):
                y[i] = y[i] + tmp[i]


def kept_by_a_context_by_another_name(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] part = tmp[:]
    #~ tmp: to | tmp | as the source says
    with device({tmp: 'to'}):
        #~ x: tofrom | x | read and written
        #~ part: tofrom | part[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            part[i] = part[i] + x[i]
            x[i] = part[i]


def mapped_by_the_user(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: tofrom | tmp | as the source says
    #~ x: to | x[0:tmp.shape[0]] | only read
    #~ y: from if y.shape[0] >= tmp.shape[0], else tofrom | y[0:tmp.shape[0]] | every element is written before it is read where the conditions hold
    for i in prange(tmp.shape[0], nogil=True, device={tmp: 'tofrom'}):
        tmp[i] = x[i] * 2
        y[i] = tmp[i]


def kept_by_a_context(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ tmp: alloc | tmp | as the source says
    with device({tmp: 'alloc'}):
        #~ tmp: from | tmp | every element is written before it is read
        #~ x: to | x[0:tmp.shape[0]] | only read
        #~ y: from if y.shape[0] >= tmp.shape[0], else tofrom | y[0:tmp.shape[0]] | every element is written before it is read where the conditions hold
        for i in prange(tmp.shape[0], nogil=True, device={}):
            tmp[i] = x[i] * 2
            y[i] = tmp[i]
