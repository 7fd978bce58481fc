# cython: boundscheck=False, wraparound=False
# Copies of data in contexts with entries: reads of the older one, and results that get lost.
from cython.parallel import parallel, prange
import numpy as np


def host_reads(double[::1] x):
    cdef int i
    cdef double s = 0
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
        s = x[0] + x[1]  #~ WARNING OFC0608
        s = s + x[2]
    return s + x[3]


def host_reads_in_a_loop(double[::1] x, int n):
    cdef int i, k, r
    cdef double s = 0
    with nogil, device({x: 'tofrom'}):
        for r in range(n):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
            for k in range(x.shape[0]):
                if k > 3:
                    s = s + x[k]  #~ WARNING OFC0608
            if s > 10:
                break
    return s


def second_round(double[::1] x, int n):
    cdef int i, r
    cdef double s = 0
    with nogil, device({x: 'tofrom'}):
        for r in range(n):
            s += x[r]  #~ WARNING OFC0608
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
    return s


def slice_of_it(double[:, :] x):
    cdef int i
    cdef double s
    cdef double[:] row = x[2, :]
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[1], device={}):
            row[i] = row[i] + 1
        s = x[2, 0]  #~ WARNING OFC0608
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[1], device={}):
            x[2, i] = x[2, i] + 1
        row = x[:, 1]
        s += row[2]  #~ WARNING OFC0608
    return s


def condition(double[::1] x):
    cdef int i
    cdef int n = 0
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
        if n > 3:
            n = 2
        elif x[0] > 1:  #~ WARNING OFC0608
            n = 3
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
        while x[n] > 0:  #~ WARNING OFC0608
            n = n + 1
        while x[n] > 0:  #~ WARNING OFC0608
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] - 1
    return n


def condition_of_a_loop_with_regions(double[::1] x):
    cdef int i
    with nogil, device({x: 'tofrom'}):
        while x[0] > 0:  #~ WARNING OFC0608
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] - 1


def host_reads_nothing_old(double[::1] x, double[::1] y, int n):
    cdef int i, r
    cdef double s = 0
    with nogil, device({x: 'tofrom', y: 'to'}):
        s += x[0]
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + y[i]
        update({x: 'from'})
        s += x[0] + y[0]
        if n > 3:
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + y[i]
        s += x[0]
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + y[i]
        x[3] = 4
        update({x: 'to'})
    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        np.asarray(x)[:] = 0
        s += x[0]
    return s


def region_reads(double[::1] x, double[::1] y):
    cdef int i
    with nogil, device({x: 'to', y: 'from'}):
        x[0] = 3
        with parallel(device={}):  #~ WARNING OFC0609
            for i in prange(x.shape[0]):
                y[i] = x[i]


def region_reads_in_a_loop(double[::1] x, double[::1] y, int n):
    cdef int i, k, r
    with nogil, device({x: 'to', y: 'tofrom'}):
        for k in range(x.shape[0]):
            x[k] = k
        for r in range(n):
            for i in prange(x.shape[0], device={}):  #~ WARNING OFC0609
                y[i] = y[i] + x[i]
        for r in range(n):
            x[r] = r
            for i in prange(x.shape[0], device={}):  #~ WARNING OFC0609
                y[i] = y[i] + x[i]


def boundary(double[::1] u, int n):
    cdef int i, r
    with nogil, device({u: 'tofrom'}):
        for r in range(n):
            with parallel(device={}):  #~ WARNING OFC0609
                for i in prange(u.shape[0]):
                    u[i] = u[i] * 2
            u[0] = 1  #~ WARNING OFC0610
            u[1] = 2


def modified(double[::1] u):
    cdef int i
    with nogil, device({u: 'tofrom'}):
        for i in prange(u.shape[0], device={}):
            u[i] = u[i] * 2
        u[0] += 1  #~ WARNING OFC0608
        for i in prange(u.shape[0], device={}):  #~ WARNING OFC0609
            u[i] = u[i] * 2


def host_write_lost(double[::1] x, double[::1] y, double[::1] z):
    cdef int i
    with nogil, device({x: 'tofrom', y: 'from', z: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            y[i] = x[i]
        x[0] = 1  #~ WARNING OFC0610
        z[0] = 1
        for i in prange(z.shape[0], device={}):
            z[i] = 3
    return x[0]


def results_lost(double[::1] x, double[::1] y):  # read by the caller
    cdef int i
    with nogil, device({
        x: 'to',  #~ WARNING OFC0602
        y: 'alloc',  #~ WARNING OFC0602
    }):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
            y[i] = 1


def results_lost_here(double[::1] x, int n):
    cdef int i
    cdef double[::1] a = np.zeros(n)
    cdef double[::1] b = np.zeros(n)
    cdef double[::1] c = np.zeros(n)
    e = np.zeros(n)
    cdef double[::1] d = e
    with nogil, device({a: 'to', b: 'alloc', c: 'to', d: 'to'}):  #~ WARNING OFC0602 #~ WARNING OFC0602
        for i in prange(n, device={}):
            a[i] = x[i]
            b[i] = 1
            c[i] = 2
            d[i] = 3
    a = np.zeros(n)
    return a[0] + b.shape[0], np.asarray(c), e


def scratch(double[::1] x, double[::1] y, double[::1] tmp):
    cdef int i
    with nogil, device({x: 'to', y: 'from', tmp: 'alloc'}):
        for i in prange(x.shape[0], device={}):
            tmp[i] = x[i]
        for i in prange(x.shape[0], device={}):
            y[i] = tmp[i]


def unset(double[::1] x, double[::1] y, double[::1] z):
    cdef int i
    with nogil, device({x: 'alloc', y: 'from', z: 'from'}):  #~ WARNING OFC0604 #~ WARNING OFC0604
        for i in prange(x.shape[0], device={}):
            y[i] = y[i] + x[i]
            z[i] = 1
        for i in prange(x.shape[0], device={}):
            z[i] = z[i] + 1


def sent_in_parts(double[::1] x, double[::1] y, int n):
    cdef int i
    cdef double[::1] part
    with nogil, device({x: 'alloc', y: 'from'}):
        part = x[:n]
        update({part: 'to'})
        for i in prange(n, device={}):
            y[i] = x[i]


cdef int step(double[::1] a, double[::1] b) except -1 nogil:
    cdef int i
    for i in prange(a.shape[0], device={}):
        b[i] = b[i] + a[i]


cdef double first(double[::1] a) nogil:
    return a[0]


cdef void clear(double[::1] a) noexcept nogil:
    cdef int k
    for k in range(a.shape[0]):
        a[k] = 0


def callees(double[::1] x, double[::1] y):
    cdef double s
    with nogil, device({x: 'to', y: 'tofrom'}):
        clear(x)
        step(x, y)  #~ WARNING OFC0609
        s = first(y)  #~ WARNING OFC0608
        s = s + first(y)
    return s


def other_elements(double[::1] u, double[::1] v, double[:, ::1] w, int n):
    cdef int i, k
    cdef double s
    with nogil, device({u: 'to', v: 'tofrom'}):
        u[0] = 3
        for i in prange(1, n - 1, device={}):
            v[i] = u[i]
        s = v[0]
        s += v[1]  #~ WARNING OFC0608
        for i in prange(n - 1, device={}):  #~ WARNING OFC0609
            v[i + 1] = u[i]
        v[0] = 1  #~ WARNING OFC0610
        s += v[3]  #~ WARNING OFC0608
    with nogil, device({w: 'tofrom'}):
        for i in prange(n, device={}):
            w[0, i] = 1
        for k in range(n):
            s += w[1, k]
        for k in range(n):
            s += w[0, k]  #~ WARNING OFC0608
    return s


def name_is_taken(double[::1] x, update):
    cdef int i
    cdef double s
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
        s = x[0]  #~ WARNING OFC0608
    return s


def garbage_would_come_back(double[::1] x):
    cdef int i
    cdef double s
    with nogil, device({x: 'from'}):
        for i in prange(4, device={}):
            x[i] = 1
        s = x[0]  #~ WARNING OFC0608
    return s


def nested(double[::1] x):
    cdef int i
    cdef double s
    with nogil, device({x: 'tofrom'}):
        with device({x: 'to'}):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
        s = x[0]  #~ WARNING OFC0608
    return s


def inferred(double[::1] x):
    cdef int i
    cdef double s
    with nogil, device():
        with device({x: 'to'}):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
            s = x[0]
    return s


def leaves_early(double[::1] x, int n):
    cdef int i, r
    for r in range(n):
        with device({x: 'to'}):
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = x[i] + 1
            if r == 3:
                return r
            if r == 2:
                break
            update({x: 'from'})
    with device({x: 'to'}):  #~ WARNING OFC0602
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        return n


def pointers_and_arrays(int n):
    cdef int i
    cdef double a[10]
    cdef double s
    for i in range(10):
        a[i] = i
    with nogil, device({a: 'tofrom'}):
        for i in prange(10, device={}):
            a[i] = a[i] + 1
        s = a[3]  #~ WARNING OFC0608
    return s


cdef double pointer(double* p, int n) nogil:
    cdef int i
    cdef double s
    with device({p: ('tofrom', n)}):
        for i in prange(n, device={p: ('tofrom', n)}):
            p[i] = p[i] + 1
        s = p[3]  #~ WARNING OFC0608
    return s
