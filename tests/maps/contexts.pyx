# cython: boundscheck=False, wraparound=False
# Data contexts, named by the user and inferred, and what the host's code in them does.
cimport cython
import numpy as np
from libc.math cimport sqrt
from cython.parallel import parallel, prange

cdef extern from "somewhere.h":
    double somewhere(double value) nogil


def explicit(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | as the source says
    #~ y: tofrom | y | as the source says
    with nogil, device({x: 'to', y: 'tofrom'}):
        for r in range(rounds):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]
            # Nobody is told: the user says what moves.
            y[0] = 0


def inferred(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | regions only read it, the host's code does not use it
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    with nogil, device():
        for r in range(rounds):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]


def host_reads(double[::1] x, int rounds):
    cdef int i, r
    cdef double s = 0
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads it
    with nogil, device():
        for r in range(rounds):
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
            #~ host: read x[0:1]
            s = s + x[0]
    return s


def host_writes_in_full(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code writes it
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    with nogil, device():
        for r in range(rounds):
            #~ host: write all of x
            for i in range(x.shape[0]):
                x[i] = r
            #~ x: to | x | only read
            #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = x[i]


@cython.boundscheck(True)
def host_code_that_may_fail(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code writes it
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    with nogil, device():
        for r in range(rounds):
            # It may stop in the middle.
            #~ host: write x
            for i in range(x.shape[0]):
                x[i] = r
            #~ x: to | x | only read
            #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = x[i]


def host_under_a_condition(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads it
    #~ y: to | y[0:x.shape[0]] | moved when a side needs it: regions only read it, the host's code reads it and writes it
    with nogil, device():
        for r in range(rounds):
            #~ x: tofrom | x | read and written
            #~ y: to | y[0:x.shape[0]] | only read
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + y[i]
            #~ host: read y[1:2]
            if r % 10 == 0 and y[1] > 0:
                #~ host: read x
                #~ host: write all of y[0:x.shape[0]]
                for i in range(x.shape[0]):
                    y[i] = x[i]


def conditions_of_loops(double[::1] x, double[::1] error, int rounds):
    cdef int i, r = 0
    #~ x: tofrom | x | regions write it, the host's code does not use it
    with nogil, device():
        #~ host: read error[0:1]
        while error[0] > 1e-3 and r < rounds:
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] / 2
            #~ host: read error[1:2]
            r = r + 1
            if error[1] < 0:
                break


def swapped(double[:, ::1] u, double[:, ::1] v, int rounds):
    cdef int i, j, r
    #~ u: tofrom | u | moved when a side needs it: regions write it, the host's code writes it
    #~ v: tofrom | v | moved when a side needs it: regions write it, the host's code writes it
    with nogil, device():
        for r in range(rounds):
            #~ u: to | u[0:u.shape[0], 1:u.shape[1] - 1] | only read
            #~ v: from if v.shape[0] + 1 >= u.shape[0] and v.shape[1] + 1 >= u.shape[1], else tofrom | v[1:u.shape[0] - 1, 1:u.shape[1] - 1] | perhaps not all of it is written: the indices do not cover it
            with parallel(device={}):
                for i in prange(1, u.shape[0] - 1):
                    for j in range(1, u.shape[1] - 1):
                        v[i, j] = u[i - 1, j] + u[i + 1, j]
            #~ host: write all of v[0:1, 0:v.shape[1]]
            u, v = v, u
            # The names are exchanged here already.
            for j in range(u.shape[1]):
                u[0, j] = r


def host_calls_python(double[::1] x, int rounds):
    cdef int i
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads and writes it
    with device():
        #~ x: tofrom | x | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        #~ host: anything
        print(rounds)


def only_scalars(double[::1] x, int rounds):
    cdef int i, r
    cdef double t = 0
    #~ x: tofrom | x | regions write it, the host's code does not use it
    with nogil, device():
        for r in range(rounds):
            t = sqrt(t + r) * x.shape[0]
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + t


def unknown_function(double[::1] x, int rounds):
    cdef int i, r
    cdef double t = 0
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads and writes it
    with nogil, device():
        for r in range(rounds):
            #~ host: anything
            t = somewhere(t)
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + t


cdef pointer(double[::1] x, double *p, int rounds):
    cdef int i, r
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads and writes it
    with nogil, device():
        for r in range(rounds):
            #~ host: anything
            p[0] = r
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + r


def rows(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads it
    #~ D: tofrom | D | moved when a side needs it: regions write it, the host's code writes it
    with nogil, device():
        for r in range(D.shape[0]):
            row = D[r, :]
            #~ x: to | x | only read
            #~ row: from if row.shape[0] >= x.shape[0], else tofrom | row[0:x.shape[0]] | every element is written before it is read where the conditions hold
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    row[i] = x[i]
            #~ host: read x[1:2]
            #~ host: write all of row[0:1]
            row[0] = x[1]


def bound_inside(things, double[::1] x):
    cdef int i
    cdef double[::1] y
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ y left: the name is bound inside to data that no variable shows before
    with device():
        #~ host: anything
        y = things[0]
        #~ x: to | x | only read
        #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = x[i]


def mapped_inside(double[::1] x, double[::1] y):
    cdef int i
    #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
    #~ x left: a region inside maps it explicitly
    with nogil, device():
        #~ x: to | x | as the source says
        #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
        with parallel(device={x: 'to'}):
            for i in prange(x.shape[0]):
                y[i] = x[i]
        #~ host: write all of x[0:1]
        x[0] = 1


cdef void scale(double[::1] x, double[::1] by) noexcept nogil:
    cdef int i
    #~ host: read by[0:1]
    cdef double factor = by[0]
    #~ x: tofrom | x | read and written
    for i in prange(x.shape[0], device={}):
        x[i] = x[i] * factor


cdef double helper(double[::1] x, int at) noexcept nogil:
    return x[at] + 1


def called(double[::1] x, double[:, ::1] y, int rounds):
    cdef int r
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads it
    with nogil, device():
        for r in range(rounds):
            scale(x, y[0])
            #~ host: read x[r:r + 1]
            #~ host: write all of y[0:1, r:r + 1]
            y[0, r] = helper(x, r)


def nested(double[::1] x, double[::1] y):
    cdef int i
    #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads it
    #~ y: to | y[0:x.shape[0]] | moved when a side needs it: regions only read it, the host's code writes it
    with nogil, device():
        #~ x: tofrom | x | moved when a side needs it: regions write it, the host's code reads it
        with device():
            #~ x: tofrom | x | read and written
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
            #~ host: read x[0:1]
            #~ host: write all of y[0:1]
            y[0] = x[0]
        #~ y: to | y | as the source says
        with device({y: 'to'}):
            #~ x: tofrom | x | read and written
            #~ y: to | y[0:x.shape[0]] | only read
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + y[i]


def walls(double[:, ::1] u, double[:, ::1] v, int rounds):
    """Parts are told one by one, near ones together."""
    cdef int i, j, r
    cdef int n = u.shape[0], m = u.shape[1]
    #~ v: tofrom | v | moved when a side needs it: regions write it, the host's code reads and writes it
    #~ u: tofrom | u | moved when a side needs it: regions write it, the host's code reads and writes it
    with nogil, device():
        for r in range(rounds):
            #~ host: read and write u[0:n, 0:2]
            #~ host: write all of u[0:1, 0:m]
            #~ host: write u[n - 1:n, 0:m] if n + 2147483647 >= 0, all of it if n + 2147483647 >= 0
            for j in range(m):
                u[0, j] = 0
                u[n - 1, j] = 1
            for i in range(n):
                u[i, 0] = u[i, 1]
            #~ v: from if n + 2147483647 >= 0 and m + 2147483647 >= 0 and v.shape[0] + 1 >= n and v.shape[1] + 1 >= m, else tofrom | v[1:n - 1, 1:m - 1] if n + 2147483647 >= 0 and m + 2147483647 >= 0 | perhaps not all of it is written: the indices do not cover it
            #~ u: to | u[0:n, 1:m - 1] if n + 2147483647 >= 0 and m + 2147483647 >= 0 | only read
            for i in prange(1, n - 1, device={}):
                for j in range(1, m - 1):
                    v[i, j] = u[i - 1, j] + u[i + 1, j]
            u, v = v, u


def read_after_writing(double[::1] x, int n):
    """What the section has written it need not be given."""
    cdef int i
    cdef double s = 0
    #~ x: tofrom | x[0:n] | moved when a side needs it: regions write it, the host's code reads and writes it
    with nogil, device():
        #~ x: from if x.shape[0] >= n, else tofrom | x[0:n] | every element is written before it is read where the conditions hold
        for i in prange(n, device={}):
            x[i] = 1
        #~ host: read x[n:n + 1]
        #~ host: write all of x[0:1]
        #~ host: write all of x[0:n]
        for i in range(n):
            x[i] = i
            s += x[i]
        x[0] = 3
        s += x[0] + x[n]
    return s


def too_many_parts(double[::1] x, int a, int b, int c, int d, int e, int f, int g):
    cdef int i
    #~ x: tofrom | x[0:9] | moved when a side needs it: regions write it, the host's code reads and writes it
    with nogil, device():
        #~ x: from if x.shape[0] >= 9, else tofrom | x[0:9] | every element is written before it is read where the conditions hold
        for i in prange(9, device={}):
            x[i] = 1
        #~ host: read and write x
        x[a] = x[b] + x[c] + x[d] + x[e] + x[f] + x[g]


def made_inside(double[::1] x, int rounds):
    cdef int i, r
    cdef double[::1] t
    #~ x: tofrom | x | regions write it, the host's code does not use it
    #~ t kept inside
    with device():
        for r in range(rounds):
            #~ made by offcy
            #~ t: tofrom | t[0:x.shape[0]] | regions write it, the host's code does not use it | to if nobody else holds t | private if nobody else holds t
            t = np.zeros(x.shape[0])
            #~ x: to | x | only read
            #~ t: tofrom | t[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                t[i] = t[i] + x[i]
            #~ x: tofrom | x | read and written
            #~ t: to | t[0:x.shape[0]] | only read
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = x[i] + t[i]


def bound_and_kept_inside(things, double[::1] x):
    cdef int i
    cdef double[::1] y
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ y kept inside
    with device():
        #~ host: anything
        #~ made by offcy
        #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
        y = things[0]
        #~ x: to | x | only read
        #~ y: tofrom | y[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = y[i] + x[i]
        #~ y: tofrom | y | as the source says
        with device({y: 'tofrom'}):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                y[i] = y[i] + x[i]
