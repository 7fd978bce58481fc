"""What threads of the host have of their own, what they share, and what they leave behind."""

from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc

cdef int count = 3
cdef double level = 0.5
cdef int *counted = &count


def begins(int n):
    """What a round does not assign is what it was in front of the loop."""
    cdef int i, kept = 10, wrong = 0
    cdef int *noted = &wrong
    cdef double other = 2.5
    cdef bint is_set = n < 0
    for i in prange(n, nogil=True, num_threads=3):
        if is_set:
            kept = i
            other = i
        if kept != 10 or other != 2.5:
            noted[0] = 1
    return wrong, kept, other


def begins_in_team(int n):
    cdef int i, kept = 10, wrong = 0, other = 4
    cdef int *noted = &wrong
    cdef bint is_set = n < 0
    with nogil, parallel(num_threads=3):
        if is_set:
            kept = 0
        for i in prange(n):
            if is_set:
                other = i
            if kept != 10 or other != 4:
                noted[0] = 1
    return wrong, other


def last_set(double[:] x):
    """The last round may not set what lives on; with one thread that has an end."""
    cdef int i, found = -5, seen = -1
    for i in prange(x.shape[0], nogil=True, num_threads=1):
        if x[i] > 0:
            found = i
        else:
            seen = found
    return found, seen, i


def inner_rounds(int n):
    cdef int i, j, highest = -1
    for i in prange(n, nogil=True, num_threads=1):
        for j in prange(n):
            if i + j > highest:
                highest = i + j
    return i, j, highest


def shared(int n, int at):
    """Variables that functions share."""
    cdef int x = 7, y = -1
    cdef double total = 0.5
    cdef int *address = NULL

    def counted():
        nonlocal x
        for x in prange(n, nogil=True):
            pass
        return x

    def added():
        nonlocal total, y
        cdef int i
        for i in prange(n, nogil=True, num_threads=4):
            total += i
            y = 2 * i
        return total, y

    def left():
        nonlocal y
        cdef int i
        for i in prange(n, nogil=True, num_threads=1):
            y = i
            if i == at:
                break
        return y

    def further_out():
        def inside():
            nonlocal x, y
            for x in prange(n, nogil=True):
                y = x + 1
            return x
        return inside()

    return counted(), x, added(), total, y, left(), y, further_out(), x, y


def returned(int n, int at):
    """As in Cython: a return passes over what would store them."""
    cdef int x = 5

    def found():
        nonlocal x
        cdef int i
        for i in prange(n, nogil=True, num_threads=1):
            x = i
            if i == at:
                with gil:
                    return "returned"
        return "all"

    return found(), x


def of_module(int n):
    global count, level
    cdef int i
    for count in prange(n, nogil=True):
        pass
    first = count
    for i in prange(n, nogil=True):
        count += i
        level = i * 0.5
    return first, count, level


def of_module_left(int n, int at):
    global count
    cdef int i
    for i in prange(n, nogil=True, num_threads=1):
        count = i
        if i == at:
            with gil:
                return "returned"
    return "all"


def module_now():
    return counted[0]


cdef int released(int n, list seen) except -1 nogil:
    """Whoever calls it may hold the GIL, for which the threads wait."""
    cdef int i, total = 0
    for i in prange(n, num_threads=4):
        with gil:
            seen.append(i)
        total += 1
    with parallel(num_threads=3):
        take(i)
    return total


cdef void take(int i) noexcept nogil:
    with gil:
        pass


def called_with_gil(int n):
    seen = []
    first = released(n, seen)
    with nogil:
        released(n, seen)
    return first, sorted(seen)


def waits(int n, int at):
    """A generator's variables live while it waits, and its threads have their own meanwhile."""
    cdef int i, last = -1, rounds = 0
    cdef double total = 0.5
    yield last, rounds, total
    for i in prange(n, nogil=True, num_threads=3):
        last = 2 * i
        total += i
    yield last, i, total
    for i in prange(n, nogil=True, num_threads=1):
        if i == at:
            break
        rounds += 1
    yield i, rounds


def waits_for_views(double[:] x, int by):
    cdef Py_ssize_t i, j
    cdef double s = 0
    yield 0
    try:
        for i in prange(x.shape[0], nogil=True):
            for j in range(2):
                s += x[i * by] * j
    except IndexError as error:
        yield str(error)
    yield s


def asked_threads(int count):
    """Zero is as many as without the clause."""
    cdef int i, total = 0
    for i in prange(10, nogil=True, num_threads=count):
        total += i
    for i in prange(10, nogil=True, num_threads=0):
        total += i
    with nogil, parallel(num_threads=count * 1):
        for i in prange(10):
            total += i
    return total, count


def unreached(int n):
    cdef int i, total = 0
    for i in prange(n, nogil=True):
        total += i
        continue
        return total
    return total


def asked(double[::1] x, int given, int size):
    """Variables that nothing but the words of a loop names."""
    cdef Py_ssize_t i
    cdef int threads = given + 1
    cdef int chunk
    chunk = threads + size
    for i in prange(x.shape[0], nogil=True, num_threads=threads, schedule="static", chunksize=chunk):
        x[i] += 1
    filled(&x[0], given)
    return list(x)


cdef void filled(double *x, int threads) noexcept nogil:
    cdef int i
    for i in prange(3, num_threads=threads):
        x[i] += 10


def buffers(double[::1] x):
    """Pointers of a block's threads need no declaration; numbers do."""
    cdef Py_ssize_t i
    cdef double total = 0
    with nogil, parallel(num_threads=2):
        buffer = <double *>malloc(3 * sizeof(double))
        place = &x[0]
        for i in prange(x.shape[0]):
            buffer[i % 3] = place[i]
            total += buffer[i % 3]
        free(buffer)
    return total
