# What Cython has in words, but not in meaning: the loops alone are parallel, and some are not.
from cython.parallel import parallel, prange

def lengths(bytes data, double[::1] x):
    cdef int i
    for i in prange(len(data), nogil=True, device={}):
        x[i] = len(data) + len(x)
    return len(data)

def beside_loops(double[:, ::1] x, int n):
    cdef int i, step = 0
    cdef double[::1] row
    with parallel(device={}, num_threads=n,
                  num_teams=2):
        while step < n:
            row = x[step]
            for i in prange(x.shape[1], schedule='static'):
                row[i] = row[i] + step
            step += 1
    return step

def rows(double[:, ::1] x):
    cdef int i, j
    cdef double[::1] row
    for i in prange(x.shape[0], nogil=True, device={}, schedule='static'):
        row = x[i]
        for j in prange(x.shape[1]):
            row[j] = 1

def smallest(double[::1] x, double low):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(1, x.shape[0], 2):
            low = min(low, x[i])
    with nogil, parallel():
        for i in prange(x.shape[0]):
            if x[i] < low:
                low = x[i]
    for i in prange(x.shape[0], nogil=True):
        low = min(low, x[i])
        with gil: print(i)
    return low

cdef double total(double[::1] x) nogil:
    cdef int i
    cdef double s = 0
    with parallel(device={}):
        for i in prange(x.shape[0]):
            s += x[i]
    for i in prange(x.shape[0], device={}):
        s += x[i]
    return s

cdef bint is_inside(double x, double complex z, int n) noexcept nogil:
    return all((0 < x, n, z, any([x, (n)],), not x)) and any(()) or any(  # which
        (x < 1,  # one
         n)
    )

def truths(double[::1] x, int[::1] out, int n):
    cdef int i
    for i in prange(0, n, nogil=True, device={}):
        out[i] = any((x[i] < 1, n)) + all([n, x[i]])
    return any((x[0], n)), [is_inside(x[0], 1j, n)]
