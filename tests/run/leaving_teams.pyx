"""Threads that leave together, out of loops, inside or behind them: Cython's wait for ever, look too early, or forget whose values live on."""

from cython.parallel import parallel, prange, threadid


def team_broke(int n):
    """Each run of the loop begins anew, and its threads leave it together."""
    cdef int i, k, rounds = 0
    with nogil, parallel(num_threads=3):
        for k in range(20):
            for i in prange(n, schedule='static'):
                rounds += 1
                if i == 0:
                    break
    return rounds >= 20, i


def team_returned(int n, int at):
    cdef int i, k
    with nogil, parallel(num_threads=3):
        for k in range(5):
            for i in prange(n):
                if i * (k + 1) == at:
                    with gil:
                        return "found"
    return "none"


def out_of_team(int n):
    """A block that is left goes on with the loop around it."""
    cdef int k
    seen = []
    for k in range(n):
        with nogil, parallel(num_threads=2):
            if k == 1:
                continue
            if k == 3:
                break
        seen.append(k)
    else:
        seen.append("all")
    return seen


def returned_by_team():
    cdef int i, total = 0
    with nogil, parallel(num_threads=2):
        for i in prange(10):
            total += i
        with gil:
            return total


def fails_in_front(double[:] x, double[:] y, int by):
    """One thread alone has nothing to begin the loops with; the other does not wait for it."""
    cdef int i
    cdef double s
    with nogil, parallel(num_threads=2):
        s = x[threadid() * by]
        for i in prange(y.shape[0]):
            y[i] = s
        s = s + x[(1 - threadid()) * by]
        for i in prange(2 * y.shape[0] - by, schedule="dynamic"):
            y[i % y.shape[0]] = s


def only_one(double[::1] x, double wanted):
    """The one round that fits, whichever thread runs it."""
    cdef Py_ssize_t i, found = -1
    for i in prange(x.shape[0], nogil=True, num_threads=4, schedule='dynamic'):
        if x[i] == wanted:
            found = i
            break
    else:
        found = -2
    return found
