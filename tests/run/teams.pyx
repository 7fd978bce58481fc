# cython: boundscheck=True, wraparound=False
"""Objects that threads bind, code that holds the GIL, and teams in which some threads fail: Cython's C is refused by compilers,
or its threads wait for ever."""

from cython.parallel import parallel, prange, threadid


class Failed(Exception):
    pass


def own_objects(int n):
    """Each round has its own."""
    cdef int i
    out = [None] * n
    for i in prange(n, nogil=True):
        with gil:
            text = str(i)
            squares = [k * k for k in range(i + 1)]
            for one in squares:
                last = one
            named = {str(key): key for key in squares}
        with gil:
            text = "-" + str(i)
            out[i] = text, len(named_of(n)), any(k > 20 for k in range(i)), sum([k for k in range(i)])
            del text
    return out


def named_of(n):
    return [n] * n


def gathered(int n):
    """All threads share what one round hands to another."""
    cdef int i, rounds = 0
    found = []
    highest = None
    for i in prange(n, nogil=True):
        rounds += 1
        with gil:
            found = found + [i]
            if highest is None or highest < i:
                highest = i
            last = [i]
    return sorted(found), highest, last[0] in found, rounds


def unbound(int n):
    cdef int i
    for i in prange(n, nogil=True):
        with gil:
            maybe = [i]
    return maybe[0] in range(n)


def caught(int n):
    cdef int i
    out = []
    for i in prange(n, nogil=True):
        with gil:
            try:
                if i % 3 == 0:
                    raise Failed(i)
                out.append(i)
            except Failed as error:
                out.append(error.args[0])
        with gil:
            try:
                if i % 3 == 1:
                    raise Failed(i)
            except Failed as error:
                out.append(error.args[0])
    return sorted(out)


def held(int n):
    """While the GIL is held the threads take turns."""
    cdef int i, total = 0
    out = [None] * n
    for i in prange(n):
        out[i] = str(i) * 2
        total += len(out[i])
    return out, total


def held_left(int n, int at):
    cdef int i
    seen = []
    for i in prange(n, num_threads=1):
        if i == at:
            break
        seen.append(i)
    for i in prange(n, num_threads=2):
        if i == at + 2:
            return seen, i
    return seen


def held_failed(list items):
    cdef int i
    for i in prange(7):
        items[i] = items[i] + 1
    return items


def held_nest(int n):
    cdef int i, j
    out = []
    for i in prange(n):
        for j in prange(i):
            out.append((i, j))
    return sorted(out)


def held_team(int n):
    cdef int i, k, rounds = 0
    out = []
    with parallel(num_threads=3):
        out.append(-1)
        for k in range(4):
            if k % 2:
                for i in prange(n):
                    out.append(i)
                    rounds += 1
            else:
                out.append(-2)
        out.append(-3)
    return sorted(out), rounds


def in_condition(double[:] x, double[:] y, int by, bint with_loop):
    """Each thread reads another element in front of loops, and some find none: all leave together."""
    cdef int i
    cdef double s
    with nogil, parallel(num_threads=4):
        if with_loop:
            s = x[threadid() * by]
            for i in prange(y.shape[0]):
                y[i] = s * 0
            s = x[(3 - threadid()) * by]
        else:
            s = x[threadid() * by]
        for i in prange(y.shape[0]):
            y[i] = y[i] + 1


def in_rounds(double[:] x, double[:] y, int by):
    cdef int i, k
    cdef double s
    with nogil, parallel(num_threads=4):
        for k in range(3):
            s = x[threadid() * by * k]
            for i in prange(y.shape[0], schedule='dynamic'):
                y[i] = y[i] + 0 * s
            s = x[threadid() * by * (k + 1)]


def while_fails(double[:] x, double[:] y, int by):
    """The condition itself may fail."""
    cdef int i, k
    with nogil, parallel(num_threads=4):
        k = 0
        while x[threadid() * by + k] >= 0 and k < 3:
            for i in prange(y.shape[0]):
                y[i] = y[i] + 1
            k = k + 1


def bounds_fail(double[:] y, long[:] ends, int by):
    """What fails is what the loop's bounds are made of."""
    cdef int i
    cdef long n
    with nogil, parallel(num_threads=4):
        n = ends[threadid() * by]
        for i in prange(n):
            y[i] = 3


def behind(double[:] x, double[:] y, int n):
    """Nothing behind a loop that has failed is done."""
    cdef int i
    with nogil, parallel(num_threads=4):
        for i in prange(n):
            x[i] = 1
        y[threadid()] = 1
        for i in prange(4):
            y[i] = y[i] + 1


def tried(double[:] x, double[:] y, int by):
    """Each thread runs its `finally`, once."""
    cdef int i
    seen = []
    try:
        with nogil, parallel(num_threads=4):
            try:
                x[threadid() * by] = 1
                for i in prange(y.shape[0] + by - 1):
                    y[i] = 2
                x[(3 - threadid()) * by] = 1
            finally:
                with gil:
                    seen.append(threadid())
            y[threadid()] = 7
            for i in prange(y.shape[0]):
                y[i] = y[i] + 1
    except IndexError as error:
        return sorted(seen), str(error)
    return sorted(seen)


def takes_gil(list counts, double[:] y, int by):
    cdef int i
    with nogil, parallel(num_threads=4):
        with gil:
            counts[threadid() * by] += 1
        for i in prange(y.shape[0]):
            y[i] = 3
            with gil:
                counts.append(i)
        with gil:
            counts[threadid() * by] += 1


def loop_in_gil(list counts, double[:] y, int by):
    """Threads that wait for the others hold no GIL."""
    cdef int i
    with nogil, parallel(num_threads=4):
        with gil:
            counts[threadid() * by] += 1
            for i in prange(y.shape[0], nogil=True):
                y[i] = y[i] + 1
            counts.append(7)


def held_fails(list counts, int n, int by):
    cdef int i, k
    with parallel(num_threads=4):
        counts[threadid() * by] += 1
        for k in range(3):
            for i in prange(n):
                counts.append(i)
            if k == 1:
                counts[threadid() * by] += 1


def waits(int n):
    """A generator's variables, and objects of its threads."""
    cdef int i, total = 1, last = -1
    cdef object kept = []
    yield total
    with nogil, parallel(num_threads=2):
        for i in prange(n):
            total += i
            last = 2 * i
    yield i, total, last
    with parallel(num_threads=2):
        for i in prange(n):
            text = str(i)
            kept = kept + [[text for one in range(2)]]
    yield sorted(kept), i


def not_the_last(int loops):
    """How often a loop whose rounds threads take from one another hands on another round than the last."""
    cdef int i, last, loop, wrong = 0
    for loop in range(loops):
        for i in prange(20, nogil=True, schedule='dynamic', chunksize=3, num_threads=2):
            last = i
        wrong += last != 19
    return wrong
