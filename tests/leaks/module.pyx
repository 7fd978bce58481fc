# cython: language_level=3
"""Each function but `good` raises, in one of the ways that there are; what is caught counts too."""
import numpy as np
cimport cython
from cython.parallel import parallel, prange, threadid

cdef struct Point:
    double x
    int n[2]


def good(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i] + 1


def bounds(double[::1] x, long at):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i + at] = 1


def late_bounds(double[:] x, long[:] at):
    cdef Py_ssize_t i
    for i in prange(at.shape[0], nogil=True, device={}):
        x[at[i]] = 1


def division(long[::1] x, long by):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] // by


def raised(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 1:
            raise ValueError("less than one")
        x[i] = 0


@cython.device
cdef double checked(double x) except? -1 nogil:
    if x < 1:
        raise ArithmeticError("of a device function")
    return x


def called(double[::1] x):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            x[i] = checked(x[i])
        for i in prange(x.shape[0]):
            x[i] = 0


def asserted(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        assert x[i] > 1


@cython.nonecheck(True)
def none(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i]


def in_a_context(double[::1] x, double[::1] y, str words):
    cdef Py_ssize_t i
    with device({x: 'tofrom', y: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = y[i]
        raise RuntimeError(words)


def in_an_inferred_context(double[::1] x, double[::1] y, long at):
    cdef Py_ssize_t i
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = y[i]
        y[at] = x[0]


def overlap(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i] + 1


def host_loop(double[:] x, list items):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        with gil:
            x[i] = items[i]


def struct_argument(Point p):
    return p


def struct_views(Point[:] v, double[:] x):
    cdef Py_ssize_t i
    for i in prange(v.shape[0], nogil=True, device={}):
        v[i].x = x[0]


def array_from(values):
    cdef int a[3]
    a = values
    return a


def number(int n, double[:] x):
    return n


def text(const char *words, double[:] x):
    return words


cdef object through(object (*f)(object, object), object x):
    return f(x, [x])


cdef object unlike(object x, object y):
    return x + y


def by_pointer(x):
    return through(unlike, x)


def by_address(x):
    cdef void *p = <void *>x
    return through(&unlike, <object>p)


def handled(double[::1] x, long at, list log):
    for k in range(3):
        try:
            try:
                x[at + k] = 1
                if k == 1:
                    continue
                [str(k), x[k]][at]
            except IndexError as error:
                log = [str(error), log]
                if k == 2:
                    raise KeyError(log) from error
        finally:
            log = [k, log]
            for item in [1000 + k, "a"]:
                if item == "a":
                    break
    return log


def swallowed(double[::1] x, long at, list words):
    cdef Py_ssize_t i
    for word in words:
        try:
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = x[i + at]
            return [word] * 3
        finally:
            if word == "return":
                return {word: words}
            if word == "continue":
                continue
            if word == "raise":
                raise ValueError(word + "!")
            break


def managed(double[::1] x, manager, words):
    cdef Py_ssize_t i
    for word in words:
        with manager as held, device({x: 'tofrom'}):
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = 0
            if word == "continue":
                continue
            if word == "return":
                return [held, word + "!"]
            raise ValueError([held, word])


def deleted(value, other):
    kept = [value]
    if other:
        del kept, value
    value = [value]
    return kept


def made_class(x, fail):
    class Base:
        kept = x

        def get(self, y=[x]):
            return x, y, super().__init__()

    class Derived(Base):
        z = [Base().get() for _ in range(3)]
        wrong = fail()

    return Derived


def closure(x, items, fail):
    total = 0

    def add(y, *more, by=x):
        nonlocal total
        total += y
        return total, x, by, more, lambda: (total, y)
    for item in items:
        add(item, x)[-1]()
    fail(*items, **{"x": x})


def gathered(items, fail):
    return {k: [(j, *items) for j in {*items, k}] for k in items}, any(fail(x) for x in items)


def unpacked(items, fail):
    a, *b, c = items
    return a < b < fail(c)


cdef int cleaned(double[:] x, int how) except -1 nogil:
    try:
        if how == 0:
            x[100] = 1
        with gil:
            raise KeyError([how])
    finally:
        if how == 2:
            return 1
        if how == 3:
            with gil:
                raise OverflowError([how])


def without_the_gil(double[:] x, int how):
    with nogil:
        cleaned(x, how)


def stream(double[:] x, items, fail, *more):
    kept = [x, items]
    try:
        for item in items:
            sent = yield item, kept
            if sent is not None:
                fail()
            with nogil:
                x[0] += 1
    except KeyError as error:
        yield error
    finally:
        if (last := (yield kept)) is None:
            fail()


def driven(double[:] x, items, fail, how):
    given = stream(x, items, fail, how)
    if how == "dropped":
        return
    next(given)
    if how == "closed":
        return given.close()
    if how == "thrown":
        given.throw(KeyError([how]))
        return
    if how == "sent":
        given.send(how)
    if how == "from":
        return list((y for y in stream(x, items, fail)))
    del given


def handed_on(double[:] x, items, fail):
    def inner():
        return (yield from stream(x, items, fail))
    return [z for z in inner()]


cdef int length_of(const char *text) except -1:
    return 1 if text[0] else 0


def c_text(bytes data, values, letter):
    cdef char *text = data
    cdef int held[3]
    kept = [text[1:], length_of(data + data), text.upper()]
    held[len(kept) - 2:] = [1, 2]
    held[:3] = values
    cdef Py_UCS4 one = letter
    return kept, one, text[:2].decode("ascii")


cdef double[:] table


cdef inline double look_up(Py_ssize_t i) except? -1 nogil:
    return table[i]


def of_the_module(x):
    global table
    cdef Py_ssize_t i
    cdef double s = 0
    table = x
    with nogil:
        s = look_up(0)
        for i in range(5):
            s += table[i]
    for i in prange(3, nogil=True, device={}):
        table[i] = look_up(i)
    for i in prange(6, nogil=True, device={}):
        table[i] = 1


def of_objects(object[:] a, x):
    cdef object[:] b = a.copy()
    cdef object[:, :] c = np.empty((2, 3), dtype=object)
    c[:] = b[:3]
    c[0, 1:] = c[1, :2]
    b[1:] = b[:-1]
    (<object> b)[0] = x
    (<object> b)[1:3] = a[:2]
    a[::2] = (x, [])
    raise TypeError(b[0], c[0, 2])


def of_words(str[:] words):
    words[0] = words[1] + "!"
    return words[2]


def long_displays(f):
    return [f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), 1, (2, 3), [4], f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f(),
            f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f(), f()], {f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()], f(): [f()]}, f"{f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} {f()} ", f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f() + f()


def rows_of_threads(double[:] x, Py_ssize_t n):
    cdef double[:, ::1] one = np.empty((8, n))
    cdef double[:, ::1] other = np.zeros((8, 2 * n))
    cdef Py_ssize_t i
    for i in prange(9, nogil=True, device={}):
        one[threadid(), 0] = i
        other[threadid(), i] = i
        x[i] = one[threadid(), 0] + other[threadid(), i]
