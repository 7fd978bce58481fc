from cython.parallel import prange
cdef struct P:
    double a


def med(double[:, :] x):
    cdef double[9] v
    cdef double t
    cdef int i, k, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(9):
            t = x[i, j]
            k = j
            while k > 0 and v[k - 1] > t:
                v[k] = v[k - 1]  #~ WARNING OFC0512
                k = k - 1
            v[k] = t
        x[i, 0] = v[4]


def toggles(double[:, :] x):
    cdef double[2][8] row
    cdef int i, cur, b
    for i in prange(x.shape[0], nogil=True, device={}):
        cur = 0
        for b in range(8):
            cur = 1 - cur
            row[cur][b] = x[i, b]  #~ WARNING OFC0512
        x[i, 0] = row[cur][3]


def data(int[:, :] x):
    cdef int[8] row
    cdef int i, k
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in range(4):
            row[x[i, k] & 7] = x[i, k]  #~ WARNING OFC0512
        x[i, 0] = row[3]


def fields(double[:, :] x):
    cdef P[4] v
    cdef int i, k
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in range(4):
            v[k].a = x[i, k]  #~ WARNING OFC0512
        x[i, 0] = v[2].a


# Each iteration has its own elements, or none is read that depends on the order.


def table(double[:, :] x):
    cdef double[8] t
    cdef int i, k
    for k in range(8): t[k] = k
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, 0] = t[i & 7]


def own(double[:] x):
    cdef double[64] t
    cdef int i
    for i in prange(64, nogil=True, device={}):
        t[i] = x[i]
        x[i] = t[i] * 2


def seen(int[:] x):
    cdef bint[64] t
    cdef int i
    for i in range(64): t[i] = False
    for i in prange(x.shape[0], nogil=True, device={}):
        if not t[x[i] & 63]:
            t[x[i] & 63] = True
    return t[3]
