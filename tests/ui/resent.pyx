# cython: boundscheck=False, wraparound=False
# Data that a loop of the host sends again in every round.
import numpy as np
from cython.parallel import parallel, prange


def kept_by_name(double[:, ::1] X, double[:, ::1] D):
    cdef int i, j
    for i in range(D.shape[0]):  #~ ADVICE OFC1001
        with nogil, parallel(device={}):
            for j in prange(X.shape[0]):
                D[i, j] = X[j, 0] * X[i, 0]
    return D


cdef void everything_moves_right(double[::1] x, double[::1] y, int n) nogil:
    cdef int i
    cdef double s = 0
    while n > 0:  # rounds  #~ ADVICE OFC1001

        # the region
        for i in prange(
            x.shape[0],
            device={},
        ):
            y[i] = y[i] + \
                x[i]
        if n == 3:
            n = n - 1
            continue
        n = n - 1
        # at the end of the loop

    # behind the loop
    s = 0


def tabs(double[::1] x, double[::1] y):
	cdef int i, r
	for r in range(3):  #~ ADVICE OFC1001
		for i in prange(x.shape[0], nogil=True, device={}):
			y[i] = y[i] + x[i]
	else:
		r = 0
	return r


def outermost(double[::1] x, double[::1] y, int n):
    cdef int i, q, r
    with nogil:
        for q in range(n):  #~ ADVICE OFC1001
            for r in range(n):
                with parallel(device={}):
                    for i in prange(x.shape[0]):
                        y[i] = y[i] + x[i]


def rebound_row(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    with nogil:
        for r in range(D.shape[0]):  #~ ADVICE OFC1001
            row = D[r, :]
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    row[i] = x[i]


def batches(double[:, ::1] X, double[::1] w, int epochs, int size):
    cdef int i, e, b
    cdef double[:, ::1] batch
    cdef double s = 0
    with nogil:
        for e in range(epochs):  #~ ADVICE OFC1001
            for b in range(X.shape[0] // size):
                batch = X[b * size:(b + 1) * size]
                with parallel(device={}):
                    for i in prange(size):
                        s += batch[i, 0]
        for e in range(epochs):
            batch = X[e * size:(e + 1) * size]
            for i in prange(size, device={}):
                s += batch[i, 0]
    return s


def rebound_outside(double[:, :, ::1] D, double[::1] x, int n):
    cdef int i, q, r
    cdef double[:, ::1] sheet
    with nogil:
        for q in range(D.shape[0]):
            sheet = D[q]
            for r in range(n):  #~ ADVICE OFC1001
                with parallel(device={}):
                    for i in prange(sheet.shape[1]):
                        sheet[0, i] = sheet[0, i] + sheet[1, i]


def swapped(double[::1] u, double[::1] v, int n):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={}):
                for i in prange(1, u.shape[0] - 1):
                    v[i] = u[i - 1] + u[i + 1]
            u, v = v, u


def host_reads_results(double[::1] x, double[::1] y, int n):
    cdef int i, r
    cdef double s = 0
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]
            s = s + y[0]
    return s


def host_writes_another(double[::1] x, double[::1] y, int n):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            x[0] = r
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]


cdef int step(double[::1] a, double[::1] b) except -1 nogil:
    cdef int i
    for i in prange(a.shape[0], device={}):
        b[i] = b[i] + a[i]


cdef double twice(double[::1] a, double[::1] b) except -1 nogil:
    step(a, b)
    step(a, b)
    return 1


def in_a_callee(double[::1] x, double[::1] y, int n):
    cdef int r
    for r in range(n):  #~ ADVICE OFC1001
        twice(x, y)


cdef void silent(double[::1] a, double[::1] b) noexcept nogil:
    step(a, b)


def in_a_silent_callee(double[::1] x, double[::1] y, int n):
    cdef int r
    for r in range(n):  #~ ADVICE OFC1001
        silent(x, y)


def part_for_a_callee(double[:, ::1] x, double[::1] y, int n):
    cdef int r
    for r in range(n):  #~ ADVICE OFC1001
        step(x[r], y)


def mapped_by_hand(double[::1] x, double[::1] y, int n):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={y: 'tofrom'}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]


def two_regions(double[::1] x, double[::1] y, double[::1] z, int n):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    z[i] = z[i] + y[i]


def name_is_taken(double[::1] x, double[::1] y, int n, device):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]


def chosen_device(double[::1] x, double[::1] y, int n):
    cdef int i, r
    with nogil:
        for r in range(n):  #~ ADVICE OFC1001
            with parallel(device={}, if_=n > 4):
                for i in prange(x.shape[0]):
                    y[i] = y[i] + x[i]


def strings(double[::1] x, double[::1] y, things):
    cdef int i, r
    for r in range(3):  #~ ADVICE OFC1001
        '''
    a string on its own,
      over several lines
'''
        for i in prange(x.shape[0], nogil=True, device={}): y[i] = y[i] + x[i]
    return '''
    '''


def not_resent(double[::1] x, double[::1] y, int n):
    cdef int i, r
    with nogil:
        for r in range(3):
            x[r] = 1
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = x[i]
    for r in range(n):
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = y[i] + x[i]
        print(r)
    with nogil, device({x: 'to', y: 'tofrom'}):
        for r in range(n):
            for i in prange(x.shape[0], device={}):
                y[i] = y[i] + x[i]
    for r in range(n):
        for i in prange(x.shape[0], nogil=True):
            y[i] = y[i] + x[i]


def through_a_temporary(double[::1] x, int rounds):
    cdef double[::1] tmp = np.zeros(x.shape[0])
    cdef int i, r
    for r in range(rounds):  #~ ADVICE OFC1001
        with nogil, parallel(device={}):
            for i in prange(x.shape[0]):
                tmp[i] = x[i] * 2
            for i in prange(x.shape[0]):
                x[i] = x[i] + tmp[i]
