# cython: boundscheck=False, wraparound=False
# Inferred data contexts: what regions and the host's code between them exchange.
cimport cython
import numpy as np
from cython.parallel import parallel, prange


# -- Regions that a context reaches by calls.

cdef double step(double[:, ::1] u, double[:, ::1] v) noexcept nogil:
    cdef int i, j
    cdef double change = 0
    for i in prange(1, u.shape[0] - 1, device={}):
        for j in prange(1, u.shape[1] - 1):
            v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
            change += (v[i, j] - u[i, j]) * (v[i, j] - u[i, j])
    return change


cdef void scale(double[::1] x, double by) noexcept nogil:
    cdef int i
    for i in prange(x.shape[0], device={}):
        x[i] = x[i] * by


cdef int shift(double[::1] x, double by) except -1 nogil:
    """Uses its argument on both sides."""
    cdef int i
    for i in prange(x.shape[0], device={}):
        x[i] = x[i] + by
    if x[0] > 1e6:
        with gil:
            raise OverflowError("too far")
    x[0] = -by
    return 0


cdef double twice(double[::1] x) nogil:
    """A function without regions."""
    return 2 * x[0] + x[x.shape[0] - 1]


cpdef double end_of(double[::1] x) except? -1:
    """Python calls it, and so does C."""
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] + 1
    return x[x.shape[0] - 1]


# -- Time loops.

def relax(double[:, ::1] u, double[:, ::1] v, int rounds):
    """Swaps, and nothing for the host to do."""
    cdef int r
    with nogil, device():
        for r in range(rounds):
            step(u, v)
            u, v = v, u
    return u[1, 1]


def relax_until(double[:, ::1] u, double[:, ::1] v, double tolerance, int most):
    """The result of a function with regions decides."""
    cdef int r = 0
    with nogil, device():
        while r < most and step(u, v) > tolerance:
            u, v = v, u
            r += 1
    return r


def converge(double[::1] x, double[::1] error, double tolerance, int most):
    """The host reads one element each round."""
    cdef int i, r, rounds = 0
    with nogil, device():
        for r in range(most):
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] * 0.5
                for i in prange(1):
                    error[i] = x[0]
            rounds += 1
            if error[0] < tolerance:
                break
    return rounds


def boundary(double[:, ::1] u, double[:, ::1] v, int rounds):
    """The host writes a row each round."""
    cdef int i, j, r
    with nogil, device():
        for r in range(rounds):
            for j in range(u.shape[1]):
                u[0, j] = r + j
            with parallel(device={}):
                for i in prange(1, u.shape[0] - 1):
                    for j in prange(1, u.shape[1] - 1):
                        v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
            u, v = v, u


def overwritten(double[::1] x, double[::1] y, int rounds):
    """The host replaces all of a view each round: nothing of it comes back."""
    cdef int i, r
    with nogil, device():
        for r in range(rounds):
            for i in range(x.shape[0]):
                x[i] = r * i
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
                    y[i] = y[i] + x[i]


def sometimes(double[::1] x, int rounds, int every):
    """A branch that is not taken moves nothing."""
    cdef int i, r
    cdef double total = 0
    with nogil, device():
        for r in range(rounds):
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + r
            if every > 0 and r % every == 0:
                for i in range(x.shape[0]):
                    total += x[i]
    return total


def never(double[::1] x, bint run):
    """A region that does not run moves nothing."""
    cdef int i
    with device():
        if run:
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
        x[0] = x[0] + 10


def rows(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    cdef double total = 0
    with nogil, device():
        for r in range(D.shape[0]):
            row = D[r, :]
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    row[i] = row[i] + x[i]
            if r % 2 == 0:
                total += row[1]
    return total


def called(double[::1] x, int rounds):
    cdef int r
    cdef double total = 0
    with nogil, device():
        for r in range(rounds):
            scale(x, 0.5)
            shift(x, 3)
            scale(x[2:], 2)
        total = twice(x)
    return total


cdef int descend(double[::1] x, int depth) except -1:
    """Calls itself, with a part of what it has."""
    scale(x, 2)
    x[0] = x[0] + depth
    if depth > 0:
        descend(x[1:], depth - 1)
    x[0] = x[0] * 3
    return 0


def descends(double[::1] x, int depth):
    with device():
        descend(x, depth)
        scale(x, 0.5)
    return x[0]


def called_from_both(double[::1] x, int rounds):
    cdef int r
    cdef double total = 0
    with device():
        for r in range(rounds):
            total += end_of(x)
    return total


def called_outside(double[::1] x):
    """The code around the calls is no context, but shares functions with those."""
    scale(x, 3)
    cdef double first = x[0]
    shift(x, 1)
    return first, x[0], x[1]


# -- Opaque code.

def prints(double[::1] x, int rounds, seen):
    cdef int i, r
    with device():
        for r in range(rounds):
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
            if r % 2 == 1:
                seen.append(x[1])


def calls_back(double[::1] x, callback, int rounds):
    """What the function that it calls does, nobody knows."""
    cdef int i, r
    with device():
        for r in range(rounds):
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
            callback()
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] * 2


def takes_in(holder, int rounds):
    """The view is bound inside, and read behind the context."""
    cdef int i
    cdef double[::1] y
    with device():
        y = holder[0]
        with nogil, parallel(device={}):
            for i in prange(y.shape[0]):
                y[i] = y[i] + rounds
    y[0] = y[0] + 0.5
    return y[0], y[1]


def takes_in_and_calls(holder, double by):
    cdef double[::1] y
    with device():
        y = holder[0]
        scale(y, by)
    y[0] = y[0] + 0.5
    return y[0], y[1]


# -- Ways out.

def returns(double[::1] x, int at):
    cdef int i, r
    with device():
        for r in range(5):
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + 1
            if r == at:
                return x[0]
    return -1.0


def raises(double[::1] x, items):
    cdef int i
    cdef double by
    with device():
        for item in items:
            by = item
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + by
        x[0] = x[0] + 1
    return x[0]


@cython.boundscheck(True)
cdef int touch(double[::1] x, int at) except -1 nogil:
    cdef int i
    for i in prange(at, at + 1, device={}):
        x[i] = 7
    return 0


def region_fails(double[::1] x, int at):
    """What the regions before the failure have done is kept."""
    with device():
        scale(x, 2)
        touch(x, at)
        scale(x, 2)


# -- Nested contexts.

def nested(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with device():
        scale(x, 2)
        for r in range(rounds):
            with device():
                scale(y, 3)
                scale(x, 0.5)
                y[0] = x[0]
            x[1] = y[1]
        with device({x: 'tofrom'}):
            scale(x, 2)
    return x[0]


def inferred_in_explicit(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with device({x: 'tofrom'}):
        for r in range(rounds):
            with device():
                scale(x, 2)
                scale(y, 3)
                y[1] = y[1] + 1
    return x[0]


def threads(double[:, ::1] D):
    """A context for each thread. One thread: LLVM's virtual device runs in the host's OpenMP runtime, which
    ends the process where several threads start kernels after the main thread has."""
    cdef int i
    for i in prange(D.shape[0], nogil=True, num_threads=1):
        with device():
            scale(D[i, :], 2)
            D[i, 0] = D[i, 0] + 1
            scale(D[i, :], 3)


# -- Views that show the same.

def two_names(double[::1] x, double[::1] y):
    """Both sides use both."""
    cdef int i
    with nogil, device():
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 1
        y[0] = y[0] * 2
        for i in prange(y.shape[0], device={}):
            y[i] = y[i] + 10
        x[1] = x[1] + y[2]
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] * 3
    return x[0]


def rebinds(double[::1] x, double[::1] y, bint other):
    """The data that the context began with outlives the name."""
    cdef int i
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        if other:
            x = y
        x[0] = 5
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
    return x[0]


def optional(double[::1] x, double[::1] y):
    """One of the views may be `None`."""
    cdef int i
    with device():
        scale(x, 2)
        if y is not None:
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + y[i]
            y[0] = x[0]
        x[1] = x[0]


# -- The module's own statements: they call what contexts call, and tell what they use as it does.

made = np.ones(5)
begun = [end_of(made), made.sum(), descends(made, 2), made.sum()]
