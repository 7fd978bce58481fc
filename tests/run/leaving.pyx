# cython: boundscheck=True, wraparound=False, cdivision=False
"""Ways out of the host's parallel loops and blocks."""

from cython.parallel import parallel, prange
cimport cython


cdef class Told:
    cdef public list seen

    def __init__(self):
        self.seen = []
        made.append(None)

    def __dealloc__(self):
        gone.append(len(self.seen))


made = []
gone = []


def broken(int n, int at):
    """What lives on has the values of the round that broke off."""
    cdef int i, twice = -1, later = -1
    cdef bint is_whole = False
    for i in prange(n, nogil=True, num_threads=1):
        twice = 2 * i
        if i == at:
            break
        later = i
    else:
        is_whole = True
    return is_whole, i, twice, later


def skipped(int n):
    """No round begins behind one that broke off."""
    cdef int i
    seen = []
    for i in prange(n, nogil=True, num_threads=1):
        with gil:
            seen.append(i)
            if i == 3:
                break
    return seen


def nested(int n):
    cdef int i, j, rounds = 0, first = -1, second = -1
    for i in prange(n, nogil=True, num_threads=1):
        for j in prange(n):
            if i * j == 6:
                first, second = i, j
                break
            rounds += 1
        else:
            continue
        break
    return i, j, rounds, first, second


cdef int where(int n, int at) noexcept nogil:
    cdef int i
    for i in prange(n):
        if i == at:
            return i + 100
    else:
        return -1


cdef double checked(double[:] x, int at) except? -1 nogil:
    cdef Py_ssize_t i
    for i in prange(20, num_threads=3):
        if i == at:
            return x[i]
    return -5


cdef void passing(int n, int at, int *passed) noexcept nogil:
    """Nothing after the loop runs if an iteration returns, although there is nothing to return."""
    cdef int i
    for i in prange(n):
        if i == at:
            return
    passed[0] += 1


cdef void passing_team(int n, int at, int *passed) noexcept nogil:
    cdef int i
    with parallel(num_threads=2):
        for i in prange(n):
            if i == at:
                return
    passed[0] += 1


def returned(int n, int at):
    return where(n, at)


def passes(int n, int at):
    cdef int passed = 0
    with nogil:
        passing(n, at, &passed)
        passing_team(n, at, &passed)
    return passed


def returned_checked(double[:] x, int at):
    with nogil:
        y = checked(x, at)
    return y


def returned_object(int n, int at):
    cdef int i
    for i in prange(n, nogil=True, num_threads=2):
        if i == at:
            with gil:
                return [at] * 3


def returned_by_all(int n):
    """Each thread returns an object: one is left, the others are released."""
    cdef int i
    for i in prange(n, nogil=True, num_threads=4):
        with gil:
            return Told()


def returned_nothing(int n):
    cdef int i
    for i in prange(n, nogil=True, num_threads=2):
        if i == 4:
            with gil:
                return
    return "all"


def raised(int n, int at):
    """The first exception wins; what lives on is what it was in that round."""
    cdef int i = -7, x = -7
    try:
        for i in prange(n, nogil=True, num_threads=1):
            x = i * 3
            if i == at:
                with gil:
                    raise ValueError(i)
    except ValueError as error:
        return "caught", error.args, i, x
    return "passed", i, x


def finally_runs(int n, int at):
    cdef int i, total = 0
    seen = []
    try:
        for i in prange(n, nogil=True, num_threads=1):
            try:
                if i == at:
                    with gil:
                        raise KeyError(i)
                total += i
            finally:
                with gil:
                    seen.append(i)
    except KeyError as error:
        seen.append(error.args)
    return seen, total


def finally_in_each(double[:] x, int n):
    """Threads fail by themselves: each keeps its own error while its `finally` runs."""
    cdef int i
    counts = []
    try:
        for i in prange(n, nogil=True, num_threads=4):
            try:
                x[i] = x[i] + 1
            finally:
                with gil:
                    counts.append(None)
    except IndexError as error:
        return str(error), len(counts) > 0
    return len(counts)


cdef int swallowed_by_each(int n) except -1:
    cdef int i, j
    for i in prange(n, nogil=True, num_threads=2):
        try:
            for j in prange(n):
                with gil:
                    raise ValueError(j)
        finally:
            return n


cdef int swallowed(int n) except -1:
    cdef int i
    with nogil:
        try:
            for i in prange(n, num_threads=2):
                with gil:
                    raise ValueError(i)
        finally:
            return n


def all_swallowed(int n):
    return swallowed_by_each(n), swallowed(n)


def caught_inside(int n):
    """Handlers of threads: each has its own exception."""
    cdef int i, caught = 0, passed = 0
    for i in prange(n, nogil=True, num_threads=4):
        with gil:
            try:
                if i % 3 == 0:
                    raise ValueError(i)
                elif i % 3 == 1:
                    {}[i]
            except ValueError:
                caught += 1
            except KeyError:
                caught += 100
            else:
                passed += 1
    return caught, passed


def caught_loop(int n):
    """A loop inside a `try` of a thread, which releases the GIL for it."""
    cdef int i, j, caught = 0
    for i in prange(n, nogil=True, num_threads=3):
        with gil:
            try:
                for j in prange(n, nogil=True):
                    if i + j == n:
                        with gil:
                            raise ValueError(j)
            except ValueError:
                caught += 1
    return caught


def replaced(int n):
    cdef int i, j
    for i in prange(n, nogil=True, num_threads=2):
        with gil:
            try:
                for j in prange(n, nogil=True):
                    with gil:
                        raise ValueError("this")
            except ValueError:
                raise TypeError("that")


def managed(int n, manager):
    cdef int i, total = 0
    for i in prange(n, nogil=True, num_threads=3):
        with gil:
            with manager:
                total += i
                if i == 5:
                    raise ValueError(i)
    return total


def out_of_handlers(int n):
    """`continue`, `break` and `return` out of what handles exceptions."""
    cdef int i, total = 0
    for i in prange(n, nogil=True, num_threads=1):
        with gil:
            try:
                if i == 2:
                    raise ValueError
                if i == 4:
                    break
            except ValueError:
                continue
            finally:
                total += 1
        total += 10
    return total, i


def out_of_iterations(int n):
    """What a loop over an object holds is released by who leaves it."""
    cdef int i
    items = iter([Told(), Told()])
    for i in prange(n, nogil=True, num_threads=2):
        with gil:
            return next(items).seen


def summed(double[:] x, int at):
    """Reductions have what the rounds before have added."""
    cdef int i
    cdef double total = 100
    for i in prange(x.shape[0], nogil=True, num_threads=1):
        if i == at:
            break
        total += x[i]
    return total


def of_members(int[:] x, int at):
    """A loop in a loop in a `while`: `break` means the innermost."""
    cdef int i, j, k = 0, hits = 0
    while k < 3:
        k += 1
        for i in prange(4, nogil=True, num_threads=1):
            for j in range(4):
                if x[j] == at:
                    break
                hits += 1
            if i == k:
                break
    return hits, i, k
