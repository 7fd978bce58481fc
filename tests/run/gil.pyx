"""The GIL taken inside parallel loops and in functions that run without it."""
from cython.parallel import prange

def collect(double[::1] x, list out):
    cdef int i
    for i in prange(x.shape[0], nogil=True):
        if x[i] > 2:
            with gil:
                out.append(x[i])
                if x[i] > 5:
                    raise ValueError("five")
    return out

cdef int picky(double x, list out) except -1 nogil:
    if x > 2:
        with gil:
            out.append(x)
            if x > 5:
                raise KeyError("five")
    return 3

def called(double[::1] x, list out):
    cdef int i
    cdef int s = 0
    for i in prange(x.shape[0], nogil=True):
        s += picky(x[i], out)
    return s, out

def serial(double[::1] x, list out):
    cdef int i
    cdef int s = 0
    with nogil:
        for i in range(x.shape[0]):
            s += picky(x[i], out)
    return s, out


cdef int sometimes(int n) except -1 nogil:
    """Gives zero where it ends without a value."""
    if n > 3:
        return 7
    if n < 0:
        with gil:
            raise ValueError(n)
    if n == 2:
        return 1


def falls_off(int n):
    cdef int r = 5
    r = sometimes(n)
    return r, sometimes(n + 1)


cdef int full(list a, set b, str c) noexcept nogil:
    return (1 if a else 0) + (2 if not b else 0) + (4 if a and b or c else 0)


def without_the_gil(list a, set b, str c, double[::1] x):
    cdef int i, found, inside = 0
    with nogil:
        found = full(a, b, c)
    for i in prange(x.shape[0], nogil=True):
        if a:
            inside += 1
    return found, inside, not a, bool(a + [1] if a is not None else a)


def with_its_truth(list a, dict d):
    rounds = 0
    while a and (d or a.pop()):
        rounds += 1
        if d:
            d.popitem()
    return rounds, a, (1 if a else 0) + (10 if not a else 20)


def tried_without_the_gil(int n, list out):
    cdef int i = n, counted = 0
    try:
        with nogil:
            try:
                i = full(None, None, None)
                with gil:
                    try:
                        out.append(10 // n)
                        if n == 2:
                            raise KeyError(n)
                    finally:
                        out.append("inner")
                counted += 1
                with gil:
                    out.append("then")
            finally:
                counted += 10
                with gil:
                    out.append(["finally", i, n])
                    if n == 3:
                        raise ValueError(n)
    except (KeyError, ZeroDivisionError) as error:
        out.append(type(error).__name__)
        raise
    finally:
        out.append(counted)
    return counted


def tried_in_a_loop(int n, list out):
    cdef int i, k = 0
    with nogil:
        for i in range(n):
            try:
                if i == 1:
                    continue
                with gil:
                    out.append("round %d" % i)
                if i == 3:
                    break
                if n == 7 and i == 2:
                    with gil:
                        raise ValueError(str(n))
            finally:
                k += 1
    return k


cdef class Owner:
    cdef object kept


cdef void replaced(Owner owner, value, list out) noexcept with gil:
    owner.kept = "other"
    out.append(value)


def given_a_field(n):
    """What the field held lives on while the function replaces it."""
    owner = Owner()
    owner.kept = "text " + str(n)
    out = []
    with nogil:
        replaced(owner, owner.kept, out)
        replaced(owner, owner.kept, out)
    return out


def character(str text, Py_ssize_t at):
    with nogil:
        found = text[at]
    return found


def byte(bytearray text, int at):
    cdef int found
    with nogil:
        found = text[at]
    return found


def characters(str text):
    cdef int i, total = 0, length = len(text)
    cdef Py_UCS4 one
    for i in prange(length, nogil=True):
        one = text[i]
        total += <int> one
    return total


cdef object made(int n) with gil:
    if n < 0:
        raise ValueError(n)
    if n > 0:
        return [n] * n


cdef list listed(x) with gil:
    return list(x)


def gives_objects(int n):
    with nogil:
        with gil:
            x = made(n)
    return x, made(n), listed("ab")
