# cython: boundscheck=True, wraparound=False, cdivision=True
"""A parallel loop with an iteration that fails: those that have not begun yet do not run their inner loops."""

from cython.parallel import parallel, prange


def rows(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i, j
    cdef double s
    for i in prange(a.shape[0], nogil=True):
        s = 0
        for j in range(a.shape[1]):
            s = s + a[i, j + at[i]]
            visits[i] += 1
        a[i, 0] = s


def team(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i, j
    with nogil, parallel():
        for i in prange(a.shape[0]):
            for j in range(a.shape[1]):
                a[i, j] = a[i, j + at[i]] + 1
                visits[i] += 1


def region(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i, j
    cdef double s
    for i in prange(a.shape[0], nogil=True, device={}):
        s = 0
        for j in range(a.shape[1]):
            s = s + a[i, j + at[i]]
            visits[i] += 1
        a[i, 0] = s


def guarded(double[:, ::1] a, long[::1] at, long[::1] visits, Py_ssize_t n):
    """What is outside is known in front of the region: `visits` has too few elements."""
    cdef Py_ssize_t i, j
    for i in prange(visits.shape[0], nogil=True, device={}):
        for j in range(n):
            visits[i] += 1
            if j > 2:
                a[i, j] = at[i]


def together(double[:, ::1] a, long[::1] at, long[:, ::1] visits):
    """Loops that are spread together."""
    cdef Py_ssize_t i, j, k
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in prange(visits.shape[1]):
            for k in range(a.shape[1]):
                visits[i, j] += 1
                if a[i, k + at[i]] < 0:
                    visits[i, j] = 0


def until(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        j = 0
        while j < a.shape[1]:
            a[i, j] = a[i, j + at[i]] + 1
            visits[i] += 1
            j = j + 1


cdef int filled(double[:, ::1] a, Py_ssize_t i, Py_ssize_t first) except -1 nogil:
    cdef Py_ssize_t j
    for j in range(a.shape[1]):
        a[i, j + first] = j
    return 0


def called(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        filled(a, i, at[i])
        visits[i] += 1


def host_called(double[:, ::1] a, long[::1] at, long[::1] visits):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        filled(a, i, at[i])
        visits[i] += 1
