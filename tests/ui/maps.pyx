# cython: boundscheck=False, wraparound=False
# Maps by hand that lose or invent data, and data that is sent too often.
from cython.parallel import parallel, prange


def lost(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={x: 'to'}):  #~ WARNING OFC0602
        x[i] = x[i] + 1


def garbage_read(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={x: 'alloc'}):  #~ WARNING OFC0604
        y[i] = x[i]


def garbage_back(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={x: 'from'}):  #~ WARNING OFC0603
        if i > 3:
            x[i] = 1


def fine(double[::1] x, double[::1] y, double[::1] z):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={x: 'to', y: 'from', z: 'alloc'}):
        z[i] = x[i]
        y[i] = z[i]


def in_a_context(double[::1] x):
    cdef int i
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={x: 'to'}):
            x[i] = x[i] + 1


def entries(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={x: 'from', y: 'to'}):  #~ WARNING OFC0605
        x[i] = 1
    for i in prange(x.shape[0], nogil=True, device={x: 'from', x: 'to'}):  #~ ERROR OFC0606
        x[i] = 1




def entries_of_contexts(double[::1] x, y):
    with device({
        x: 'tofrom',
        x: 'to',  #~ ERROR OFC0606
        y: 'to',  #~ ERROR OFC0607
    }):
        update({x: 'from', y: 'to'})  #~ ERROR OFC0607


cdef void pointers_of_contexts(double* p, int n) nogil:
    with device({p: 'to'}):  #~ ERROR OFC0601
        update({p: 'from'})  #~ ERROR OFC0601
    with device({p: ('to', n)}):
        update({p: ('from', n)})


def resent(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    with nogil:
        for r in range(D.shape[0]):  #~ ADVICE OFC1001
            row = D[r, :]
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    row[i] = x[i]


def not_resent(double[::1] x, double[::1] y):
    cdef int i, r
    with nogil:
        for r in range(3):
            x[r] = 1
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = x[i]


def const(const double[:] x, bytes text, double[:] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={x: 'tofrom', text: 'from'}):  #~ ERROR OFC0607 #~ ERROR OFC0607 #~ WARNING OFC0604
        y[i] = x[i] + text[i]
