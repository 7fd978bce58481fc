# cython: boundscheck=False, wraparound=False
# Data contexts, named by the user and inferred.
from cython.parallel import parallel, prange


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


def inferred(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    #~ x: to | x | only read
    #~ y: tofrom | y | regions inside write it
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
    #~ x left: host code inside the context may use the data
    with nogil, device():
        for r in range(rounds):
            #~ x: tofrom | x | read and written
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
            s = s + x[0]
    return s


def host_reads_what_is_only_read(double[::1] x, int rounds):
    cdef int i, r
    cdef double s = 0
    #~ x: to | x | only read
    with nogil, device():
        for r in range(rounds):
            #~ x: to | x | only read
            #~ s: result | s | a reduction
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    s += x[i]
            s = s + x[0]
    return s


def host_calls_python(double[::1] x, int rounds):
    cdef int i
    #~ x left: host code inside the context may use the data
    with device():
        #~ x: tofrom | x | read and written
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        print(rounds)


def rebound(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    #~ row left: the name is bound to other data inside the context
    #~ x left: data is written inside, and a view that is not kept may show the same data
    with nogil, device():
        for r in range(D.shape[0]):
            row = D[r, :]
            #~ x: to | x | only read
            #~ row: from if row.shape[0] >= x.shape[0], else tofrom | row[0:x.shape[0]] | every element is written before it is read where the conditions hold
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    row[i] = x[i]


def mapped_inside(double[::1] x, double[::1] y):
    cdef int i
    #~ x left: a region inside maps it explicitly
    #~ y left: data is written inside, and a view that is not kept may show the same data
    with nogil, device():
        #~ x: to | x | as the source says
        #~ y: from if y.shape[0] >= x.shape[0], else tofrom | y[0:x.shape[0]] | every element is written before it is read where the conditions hold
        with parallel(device={x: 'to'}):
            for i in prange(x.shape[0]):
                y[i] = x[i]
