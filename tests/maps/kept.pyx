# cython: boundscheck=False, wraparound=False
# Temporaries in inferred contexts: what does not come back, what is not sent, and what code of others has
# nothing to do with.
import numpy as np
from cython.parallel import parallel, prange


def scratch(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] tmp = np.empty(x.shape[0])
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ tmp: from | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | alloc if nobody else holds tmp | private if nobody else holds tmp
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    with device():
        #~ x: to | x | only read
        #~ tmp: from | tmp[0:x.shape[0]] | a new array with nothing in it yet
        for i in prange(x.shape[0], nogil=True, device={}):
            if x[i] > 0:
                tmp[i] = x[i]
        #~ x: to | x | only read
        #~ y: tofrom | y[0:x.shape[0]] | perhaps not all of it is written: a write under a condition
        #~ tmp: to | tmp[0:x.shape[0]] | only read
        for i in prange(x.shape[0], nogil=True, device={}):
            if x[i] > 0:
                y[i] = tmp[i]


def something_in_it(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: tofrom | x | regions write it, the host's code does not use it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | to if nobody else holds tmp | private if nobody else holds tmp
    with device():
        #~ x: tofrom | x | read and written
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
            x[i] = tmp[i]


def read_afterwards(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | private if nobody else holds tmp
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
    return tmp[0]


def read_in_the_next_round(double[::1] x):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(3):
        #~ x: tofrom | x | regions write it, the host's code does not use it
        #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | private if nobody else holds tmp
        with device():
            #~ x: tofrom | x | read and written
            #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
                x[i] = tmp[i]


def python_between(double[::1] x, look):
    """The element of `tmp` is told of; what `look` may use is not `tmp`."""
    cdef int i, r
    cdef double s = 0
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads and writes it | to if nobody else holds tmp | private if nobody else holds tmp
    with device():
        for r in range(3):
            #~ x: to | x | only read
            #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            #~ host: anything
            #~ host: read tmp[r:r + 1]
            #~ host: read x[r:r + 1]
            s += look(tmp[r], x[r])
    return s


def given_away(double[::1] x, list seen):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads and writes it
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        #~ host: anything
        seen.append(np.asarray(tmp))


def given_away_afterwards(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | private if nobody else holds tmp
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
    return np.asarray(tmp)


def a_slice_is_given_away(double[::1] x, list seen):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double[::1] part = tmp[1:]
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads and writes it
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        #~ host: anything
        seen.append(np.asarray(part))


cdef double[::1] same(double[::1] values):
    return values


cdef double[::1] not_same(double[::1] values):
    #~ host: anything
    return same(values[1:])


def given_to_a_function_that_gives_it_away(double[::1] x):
    cdef int i
    cdef double[::1] other, tmp = np.zeros(x.shape[0])
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads and writes it
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        other = not_same(tmp)
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
    return other[0]


cdef double total(double[::1] values) nogil:
    cdef double sum = 0
    cdef int k
    for k in range(values.shape[0]):
        sum += values[k]
    return sum


def read_by_a_function(double[::1] x):
    cdef int i
    cdef double s
    cdef double[::1] tmp = np.zeros(x.shape[0])
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads it | to if nobody else holds tmp | private if nobody else holds tmp
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
        #~ host: read tmp
        s = total(tmp)
    return s


def a_parameter(double[::1] x, double[::1] y):
    cdef int i
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    with device():
        #~ x: to | x | only read
        #~ y: tofrom | y[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = y[i] + x[i]


def swapped(double[::1] x, int count):
    """Who shows what afterwards is not known, and one is read."""
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.empty(x.shape[0])
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ v: from | v | regions write it, the host's code does not use it | private if nobody else holds v
    #~ u: tofrom | u | regions write it, the host's code does not use it | private if nobody else holds u
    with device():
        for r in range(count):
            #~ x: to | x | only read
            #~ v: from if v.shape[0] >= x.shape[0], else tofrom | v[0:x.shape[0]] | every element is written before it is read where the conditions hold
            #~ u: to | u[0:x.shape[0]] | only read
            for i in prange(x.shape[0], nogil=True, device={}):
                v[i] = u[i] + x[i]
            u, v = v, u
    return u[0]


def one_of_two_is_read(double[::1] x):
    cdef int i, r
    cdef double[::1] u = np.zeros(x.shape[0])
    cdef double[::1] v = np.zeros(x.shape[0])
    u, v = v, u
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ v: tofrom | v[0:x.shape[0]] | regions write it, the host's code does not use it | to if nobody else holds v | private if nobody else holds v
    #~ u: tofrom | u[0:x.shape[0]] | regions write it, the host's code does not use it | private if nobody else holds u
    with device():
        #~ x: to | x | only read
        #~ v: tofrom | v[0:x.shape[0]] | read and written
        #~ u: tofrom | u[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            v[i] = v[i] + x[i]
            u[i] = u[i] + x[i]
    return u[0]


def an_address_is_taken(double[::1] x):
    cdef int i
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef double *p = &tmp[0]
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it
    with device():
        #~ x: to | x | only read
        #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            tmp[i] = tmp[i] + x[i]
    return p[0]


def left_by_two_ways(double[::1] x, bint early):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(3):
        #~ x: to | x | regions only read it, the host's code does not use it
        #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | private if nobody else holds tmp
        with device():
            #~ x: to | x | only read
            #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
            if early:
                break
        tmp = np.zeros(x.shape[0])
    else:
        return 0
    return tmp[0]


def left_by_two_ways_and_dead(double[::1] x, bint early):
    cdef int i, r
    cdef double[::1] tmp = np.zeros(x.shape[0])
    for r in range(3):
        #~ x: tofrom | x | regions write it, the host's code does not use it
        #~ tmp: tofrom | tmp[0:x.shape[0]] | regions write it, the host's code does not use it | to if nobody else holds tmp | private if nobody else holds tmp
        with device():
            #~ x: tofrom | x | read and written
            #~ tmp: tofrom | tmp[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                tmp[i] = tmp[i] + x[i]
                x[i] = tmp[i]
            if early:
                break
        tmp = np.zeros(x.shape[0])
    else:
        return 0
    return 1
