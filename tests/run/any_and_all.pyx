"""`any` and `all` of a tuple or list of C numbers: C's truths, without Python's functions; for Python, `True` and `False`."""
cimport cython
from cython.parallel import parallel, prange


cdef enum Color:
    NONE, RED, BLUE


cdef struct Pair:
    int a
    double b


AT_IMPORT = any((1, 0)), all([1, 0.0]), any(()), all([])


# In regions


def inside(double[::1] x, double[::1] y, double low, double high, signed char[::1] out):
    """How many points are in a box; which are, and which have a coordinate of zero."""
    cdef Py_ssize_t i
    cdef int count = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        count += all((low < x[i], x[i] < high, low < y[i], y[i] < high))
        out[i] = all([low < x[i], x[i] < high]) + 2 * (not all((x[i], y[i])))
    return count


cdef bint is_inside(double u, double v, int limit) noexcept nogil:
    if any((u < 0, v < 0, u >= limit, v >= limit)):
        return False
    return all((any([u, v]), not any(()), all(())))


def by_function(double[:, ::1] at, int limit, bint[::1] out):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(at.shape[0]):
            out[i] = is_inside(at[i, 0], at[i, 1], limit)


def until_small(double complex[::1] z, int[::1] steps):
    """Conditions of a loop, of a `bint` without a declaration, of complex numbers and of what may be out of bounds."""
    cdef Py_ssize_t i
    cdef double complex w
    for i in prange(z.shape[0], nogil=True, device={}):
        w = z[i]
        steps[i] = 0
        while all((w.real * w.real + w.imag * w.imag > 0.01, steps[i] < 20)):
            w = w * 0.5
            steps[i] += 1
        is_zero = not any((w, w.imag))
        if is_zero:
            steps[i] = -1


def checked(int[::1] x, int[::1] at, int[::1] out):
    """Each item is evaluated, also where an earlier one decides."""
    cdef Py_ssize_t i
    for i in prange(at.shape[0], nogil=True, device={}):
        out[i] = any((True, x[at[i]]))


def divided(int[::1] x, int[::1] y, int[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = all([False, x[i] // y[i]])


# Without the GIL on the host


def counted(int n):
    cdef int i, k = 0
    with nogil:
        for i in range(n):
            if any((i % 3 == 0, i % 5 == 0)) and not all((i % 3 == 0, i % 5 == 0)):
                k += all((i, i != 6)) * 2 + 1
    return k


# With it


def of_type(cython.numeric a, double b):
    return any((a, b)), all([a, b]), any((a,)), all((a,))


def of_types(unsigned char a, short b, unsigned long c, bint d, Color e, long double f, float g, char h):
    return (
        any((a, b, c, d, e, f, g, h)), all([a, b, c, d, e, f, g, h]), any([a]), any([b]), any([c]), any([d]), any([e]), any([f]),
        any([g]), any([h]), all((a + b, c - 1, d | e, -f, g * g)),
    )


def of_complex(double complex z, float complex w):
    return any((z, w)), all((z, w)), any((z.real, w.imag)), all([z * w])


def of_fields(int a, double b):
    cdef Pair pair = Pair(a, b)
    cdef int[3] row = [a, 0, 1]
    cdef int* p = row
    return any((pair.a, pair.b)), all((pair.a, pair.b)), any((row[0], p[1])), all([p[0], p[2]])


def small(int shift):
    """To Python's `float`, too small a number is zero."""
    cdef long double tiny = 1e-300
    cdef int i
    for i in range(shift):
        tiny = tiny / 16
    return any([tiny]), all((1, tiny))


def wrapped(unsigned int a, int b):
    """What C computes without a sign, or in `int`."""
    return any((a + 1,)), all([a - b]), any([<unsigned char>b])


def untyped(int a, int b):
    x = any((a, b))
    y = all([a, b])
    before = x, y
    x += a
    y = y or b
    return before, x, y, x is True, type(any((a, b))).__name__


def arithmetic(int a, int b):
    """Of Python's numbers: none of C's is too small."""
    return (
        any((a, b)) + b, all((a, b)) - a, any((a, b)) << 40, -all((a, b)), any((a, b)) * 1.5, max(any((a, b)), 0),
        any((a, b)) / 2, any((a, b)) if a else b, all((a, b)) or b, any((a, b)) and b, any((a, b)).real,
        any((a, b)) == all((a, b)), f"{any((a, b))} {all((a, b))!r}", [any((a, b))], {all((a, b)): a},
    )


def converted(int a, double b):
    cdef int i = any((a, b))
    cdef double d = all((a, b))
    cdef unsigned char c = any([a])
    cdef bint t = all((a, b)) or not any((a, b))
    cdef object o = any((a, b))
    i += all([a, b])
    return i, d, c, t, o, <int>any((a, b)), <bint>all((a, b)), <object>all((a, b)), int(any([b])), float(all([b]))


cpdef bint result_of(int a, int b):
    return all((a, b))


def of_default(int a, b=any((0, 1)), bint c=all((0, 1))):
    return b, c, [any((a, k)) for k in range(2)], (lambda: all((a, 1)))()


def in_conditions(int a, int b):
    cdef list seen = []
    while any((a > 0, b > 0)):
        a, b = a - 1, b - 2
        seen.append((a, b))
    assert not any((a > 0, b > 0)), a
    return seen, 1 if all((a, b)) else 2, not any([a, b]), [k for k in range(4) if all((k, k - 2))]


# Order, and what fails


cdef int noted(list seen, int x) except? -1:
    seen.append(x)
    if x == 13:
        raise ValueError(x)
    return x


cdef int[4] steps
cdef int at = 0


cdef int step(int x) noexcept nogil:
    global at
    steps[at] = x
    at += 1
    return x


def in_order(list seen, int a, int b):
    return any((noted(seen, a), noted(seen, b), noted(seen, 7))), all([noted(seen, a), noted(seen, b)])


def counted_steps(int a, int b):
    """C functions that change what other items read."""
    global at
    at = 0
    found = all((at, step(a), at, step(b), at))
    any((step(a), step(b)))
    return found, at, [steps[k] for k in range(4)]


def fails(int a, int b, int[:] x):
    return any((1, a // b, x[a]))


def fails_in_list(int a, int b, int[:] x):
    return all([0, x[b], a % b])


# Python's, as before


def of_objects(a, int b, str text):
    cdef Py_UCS4 letter = text[0]
    return (
        any((a, b)), all([a, b]), any((letter, b)), all((letter,)), any(a), all([*a, b]), any(k > b for k in a), any({b}),
        any((None, b)), all(("", b)), any((2 ** 70, b)), all(((), b)), any((any((a, b)), b)),
    )


def of_powers(double x, double y):
    """Where the base is negative these are complex."""
    return any((x ** y, 0)), all([x ** y]), any((x ** 2, y))


def shadowed(int a, any=max, all=min):
    return any((a, 3)), all([a, 3])


def wrong(int a):
    found = []
    for call in (lambda: any(a, a), lambda: all(), lambda: any((a, a), a)):
        try:
            call()
        except TypeError as error:
            found.append(str(error))
    return found
