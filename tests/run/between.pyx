"""Regions that do more than run loops: sequential loops, conditions and statements around `prange`."""
cimport cython
from cython.parallel import parallel, prange
from libc.math cimport fabs, sqrt


@cython.boundscheck(False)
@cython.wraparound(False)
def floyd_warshall(double[:, ::1] d):
    """One data environment, a kernel for each k."""
    cdef int n = d.shape[0], i, j, k
    with nogil, parallel(device={}):
        for k in range(n):
            for i in prange(n):
                for j in prange(n):
                    d[i, j] = min(d[i, j], d[i, k] + d[k, j])


def jacobi(double[:, ::1] u, double[:, ::1] v, int sweeps):
    cdef int i, j, t
    with nogil, parallel(device={}):
        for t in range(sweeps):
            for i in prange(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
            for i in prange(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    u[i, j] = v[i, j]


def until_small(double[::1] x, double[::1] largest, double limit):
    """The device tells the host when to stop."""
    cdef int i, j, rounds
    with nogil, parallel(device={}):
        rounds = 0
        while largest[0] > limit and rounds < 100:
            for i in prange(x.shape[0]):
                x[i] = x[i] / 2
            largest[0] = 0
            for j in range(x.shape[0]):
                largest[0] = max(largest[0], x[j])
            rounds = rounds + 1
        largest[1] = rounds


def beside(double[::1] x, double[::1] y):
    """A statement in front, between and behind."""
    cdef int i, n
    cdef double first
    with nogil, parallel(device={}):
        x[0] = 3
        for i in prange(x.shape[0]):
            y[i] = x[i] + x[0]
        first = y[0]
        n = y.shape[0]
        y[n - 1] = first
        for i in prange(n):
            y[i] = y[i] * first
        x[1] = y[1]


def chosen(double[::1] x, int which):
    cdef int i
    cdef double scale
    with nogil, parallel(device={}):
        scale = 1
        if which == 1:
            scale = 2
            for i in prange(x.shape[0]):
                x[i] = x[i] + 1
        elif which == 2 and x[0] > 0:
            scale = sqrt(x[0])
            for i in prange(x.shape[0]):
                x[i] = x[i] - 1
        for i in prange(x.shape[0]):
            x[i] = x[i] * scale


def triangle(double[:, ::1] a):
    """Gaussian elimination: the loops of a round begin where it says."""
    cdef int n = a.shape[0], i, j, k
    with nogil, parallel(device={}):
        for k in range(n - 1):
            for i in prange(k + 1, n):
                a[i, k] = a[i, k] / a[k, k]
            for i in prange(k + 1, n):
                for j in range(k + 1, n):
                    a[i, j] = a[i, j] - a[i, k] * a[k, j]


def jumps(double[::1] x, int[::1] steps):
    """`break`, `continue` and `else` of a loop of the host."""
    cdef int i, k, step, seen
    with nogil, parallel(device={}):
        seen = 0
        for k in range(steps.shape[0]):
            step = steps[k]
            if step < 0:
                break
            if step == 0:
                continue
            for i in prange(step - 1, x.shape[0]):
                x[i] = x[i] + k
            seen = seen + 1
        else:
            for i in prange(x.shape[0]):
                x[i] = -x[i]
        x[0] = seen


def rows(double[:, :] x, int[::1] order):
    """A view that changes from round to round."""
    cdef double[:] row
    cdef int i, k
    with nogil, parallel(device={}):
        for k in range(1, x.shape[0]):
            row = x[order[k]]
            for i in prange(x.shape[1]):
                row[i] = row[i] + x[order[k - 1], i]
            row[0] = row[0] * 2


def fails(double[::1] x, int[::1] at, int rounds):
    """An exception ends all rounds."""
    cdef int i, k
    with nogil, parallel(device={}):
        for k in range(rounds):
            for i in prange(at.shape[0]):
                x[at[i] + k] = k


def fails_between(double[::1] x, int[::1] at):
    cdef int i, k
    with nogil, parallel(device={}):
        k = 0
        while at[k] >= 0:
            for i in prange(x.shape[0]):
                x[i] = x[i] + at[k]
            k = k + 1


def divides(double[::1] x, int[::1] d):
    cdef int i, k, n
    with nogil, parallel(device={}):
        for k in range(d.shape[0]):
            n = 12 // d[k]
            assert n > 0, "negative"
            for i in prange(n):
                x[i] = x[i] + n


def never_ends(double[::1] x, int[::1] at):
    """What the loop waits for is behind the exception."""
    cdef int i
    with nogil, parallel(device={}):
        while x[0] == 0:
            for i in prange(at.shape[0]):
                x[at[i]] = 1


def alone(double[::1] x):
    """No loop at all."""
    with nogil, parallel(device={}):
        x[0] = x[1] + x[2]


def nothing(double[::1] x, int n):
    cdef int i, k
    with nogil, parallel(device={}):
        for k in range(n):
            for i in prange(x.shape[0]):
                x[i] = k


def known(double[::1] x, int n):
    """What nobody writes in some case must not come back."""
    cdef int i
    with nogil, parallel(device={}):
        if n > 3:
            for i in prange(x.shape[0]):
                x[i] = n


def kept(double[::1] x, double[::1] y, int n):
    cdef int i, k
    with device({x: 'tofrom'}):
        with nogil, parallel(device={}):
            for k in range(n):
                for i in prange(x.shape[0]):
                    y[i] = x[i] + k
                for i in prange(x.shape[0]):
                    x[i] = y[i]


def unreached(double[::1] x, double[:, ::1] d):
    """Code that nothing reaches names a view that the region does not have."""
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(3):
            if 4 % 2 == 0:
                break
            d[i, j] = 1
        x[i] = i
