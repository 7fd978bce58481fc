"""Teams that leave together, out of loops inside or behind them: Cython's threads wait for ever, or look too early."""

from cython.parallel import parallel, prange


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
