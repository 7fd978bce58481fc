# cython: boundscheck=False, wraparound=False
# offcy: auto_context=True
# Loops that are put into an inferred data context by the directive.
cimport cython
from cython.parallel import parallel, prange


cdef void add(double[::1] x, double[::1] y) noexcept nogil:
    cdef int i
    #~ x: to | x | only read
    #~ y: tofrom | y[0:x.shape[0]] | read and written
    for i in prange(x.shape[0], device={}):
        y[i] = y[i] + x[i]


cdef void twice(double[::1] x, double[::1] y) noexcept nogil:
    add(x, y)
    add(x, y)


def outermost(double[::1] x, double[::1] y, int rounds):
    cdef int i, q, r
    with nogil:
        #~ made by auto_context
        #~ x: to | x | regions only read it, the host's code does not use it
        #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
        for q in range(rounds):
            for r in range(rounds):
                #~ x: to | x | only read
                #~ y: tofrom | y[0:x.shape[0]] | read and written
                for i in prange(x.shape[0], device={}):
                    y[i] = y[i] + x[i]


def while_loop(double[::1] x, double[::1] y, int rounds):
    cdef int i
    with nogil:
        #~ made by auto_context
        #~ x: to | x | regions only read it, the host's code does not use it
        #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
        while rounds > 0:
            rounds = rounds - 1
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]
            if rounds == 7:
                break


def python_loop(double[::1] x, double[::1] y, things):
    cdef int i
    #~ host: anything
    #~ made by auto_context
    #~ x: to | x | moved when a side needs it: regions only read it, the host's code reads and writes it
    #~ y: tofrom | y[0:x.shape[0]] | moved when a side needs it: regions write it, the host's code reads and writes it
    for thing in things:
        #~ x: to | x | only read
        #~ y: tofrom | y[0:x.shape[0]] | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = y[i] + x[i]


def in_a_callee(double[::1] x, double[::1] y, int rounds):
    cdef int r
    #~ made by auto_context
    for r in range(rounds):
        twice(x, y)


def nothing_offloaded(double[::1] x, int rounds):
    cdef int i, r
    for r in range(rounds):
        for i in prange(x.shape[0], nogil=True):
            x[i] = x[i] + 1


def in_a_context(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | as the source says
    with nogil, device({x: 'to'}):
        for r in range(rounds):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], device={}):
                y[i] = y[i] + x[i]


def around_a_context(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with nogil:
        for r in range(rounds):
            #~ x: to | x | as the source says
            #~ y: tofrom | y | as the source says
            with device({x: 'to', y: 'tofrom'}):
                #~ x: to | x | only read
                #~ y: tofrom | y[0:x.shape[0]] | read and written
                for i in prange(x.shape[0], device={}):
                    y[i] = y[i] + x[i]
            #~ made by auto_context
            #~ x: to | x | regions only read it, the host's code does not use it
            #~ y: tofrom | y | regions write it, the host's code does not use it
            for i in range(rounds):
                add(x, y)


@cython.auto_context(False)
def switched_off(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with nogil:
        for r in range(rounds):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], device={}):
                y[i] = y[i] + x[i]
    with cython.auto_context(True):
        #~ made by auto_context
        #~ x: to | x | regions only read it, the host's code does not use it
        #~ y: tofrom | y[0:x.shape[0]] | regions write it, the host's code does not use it
        for r in range(rounds):
            #~ x: to | x | only read
            #~ y: tofrom | y[0:x.shape[0]] | read and written
            for i in prange(x.shape[0], nogil=True, device={}):
                y[i] = y[i] + x[i]
