# C functions as values: called through pointers, fields and arrays of them, with each way to tell of an exception.

from libc.math cimport NAN
from libc.stdlib cimport bsearch, qsort

from cython.parallel cimport prange

ctypedef double (*unary)(double) noexcept nogil
ctypedef int counter(int) except? -2

cdef struct Table:
    unary f
    int (*g)(int) except *


cdef double square(double x) noexcept nogil:
    return x * x


cdef double negated(double x) noexcept nogil:
    return -x


cdef int checked(int n) except -2:
    if n < 0:
        raise ValueError(n)
    return n + 1


cdef int anywhere(int n) except? -2 nogil:
    if n < 0:
        raise KeyError(n)
    return n - 2


cdef object doubled(object x):
    return x + x


cdef void note(list into, object what) except *:
    if what is None:
        raise TypeError("nothing to note")
    into.append(what)


cdef double apply(unary f, double x) noexcept nogil:
    return f(x)


cdef unary chosen(bint first):
    return square if first else &negated


cdef int of_all(int (*f)(int) except? -2 nogil, int n) except? -1 nogil:
    cdef int i, total = 0
    for i in range(n):
        total += f(i - 1 if n > 5 else i)
    return total


def table(double x, int n):
    cdef Table t
    t.f = square
    t.g = &checked
    return t.f(x), t.g(n)


def through_typedef(int n):
    cdef counter *c = checked
    assert c is checked and c == &checked and c
    c = NULL
    if c:
        return None
    c = checked
    return c(n)


def objects(x):
    cdef object (*f)(object)
    cdef void (*g)(list, object) except *
    f = doubled
    g = note
    out = []
    g(out, f(x))
    return out


def nothing():
    cdef void (*g)(list, object) except *
    g = note
    g([], None)


def choice(bint first, double x):
    return chosen(first)(x), apply(chosen(not first), x)


def many(double x):
    cdef unary[2] both
    cdef double total = 0
    both[0] = square
    both[1] = negated
    with nogil:
        for i in range(2):
            total += both[i](x)
    return total


def nogil_failures(int n):
    cdef int result
    with nogil:
        result = of_all(anywhere, n)
    return result


def in_parallel(double[:] x, bint first):
    cdef unary f = chosen(first)
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        x[i] = f(x[i])


def parallel_failures(int n):
    cdef int (*f)(int) except? -2 nogil
    f = anywhere
    cdef int i, total = 0
    for i in prange(n, nogil=True):
        total += f(2 - i)
    return total


cdef int by_size(const void *left, const void *right) noexcept nogil:
    cdef int a = (<const int *>left)[0]
    cdef int b = (<const int *>right)[0]
    return (a > b) - (a < b)


def ordered(list numbers):
    cdef int[8] all
    cdef int wanted = 5
    cdef int i, n = len(numbers)
    for i in range(n):
        all[i] = numbers[i]
    qsort(all, n, sizeof(int), by_size)
    found = bsearch(&wanted, all, n, sizeof(int), &by_size) != NULL
    out = []
    for i in range(n):
        out.append(all[i])
    return out, found


cdef class Holder:
    cdef int (*f)(int) except -2

    def __init__(self):
        self.f = &checked

    def call(self, n):
        return self.f(n)


cpdef int twice(int n) except -2:
    return checked(n) * 2


def of_cpdef(int n):
    cdef int (*f)(int) except -2
    f = checked
    return f(n)


def cast(double x):
    cdef void *anything = <void *>square
    return (<unary>anything)(x)


cdef int *at(int *place, int way) except <int *>-1:
    if way == 2:
        raise ValueError("no place")
    return NULL if way else place


cdef int *found(int *place, int way):
    if way == 2:
        raise KeyError("nothing")
    return NULL if way else place


cdef enum Way:
    STAY
    GO


cdef Way turned(int n) except? Way.GO:
    if n > 1:
        raise RuntimeError(n)
    return GO if n else STAY


DEF NEVER = float("inf")
DEF NOTHING = float("nan")


cdef double endless(int n) except NEVER:
    if n:
        raise OverflowError("endless")
    return n


cdef double undefined(int n) except NOTHING:
    if n:
        raise ArithmeticError("undefined")
    return n


cdef double named(int n) except NAN:
    if n:
        raise ArithmeticError("named")
    return n


cdef double huge(int n) except? 100000000000000000000000000000000:
    if n == 2:
        raise ArithmeticError("huge")
    return n * 1e32


cdef char letter(int n) except 'z':
    if n:
        raise ValueError("letter")
    return 'a'


def error_values(int which, int n):
    cdef int place = 7
    cdef int *result
    cdef int *(*f)(int *, int) except <int *>-1
    cdef int *(*g)(int *, int) except? NULL
    cdef Way (*h)(int) except? GO
    cdef double (*i)(int) except NEVER
    cdef double (*j)(int) except NOTHING
    cdef double (*k)(int) except NAN
    cdef double (*l)(int) except? 100000000000000000000000000000000
    cdef char (*m)(int) except 'z'
    f = at
    g = found
    h = turned
    i = endless
    j = undefined
    k = named
    l = huge
    m = letter
    if which < 2:
        result = f(&place, n) if which else g(&place, n)
        return -1 if result == NULL else result[0]
    if which == 2:
        return h(n)
    if which == 3:
        return i(n) + j(0) + k(0)
    if which == 4:
        return j(n)
    if which == 5:
        return k(n)
    return m(n) if which == 6 else l(n)


cdef extern from *:
    """
    #include <stdarg.h>
    #define begin_rest(list, last) va_start(list, last)
    #define next_int(list) va_arg(list, int)
    #define next_double(list) va_arg(list, double)
    """
    ctypedef struct va_list:
        pass
    void begin_rest(va_list list, ...)
    void va_end(va_list list)
    int next_int(va_list list)
    double next_double(va_list list)


cdef double total(int n, ...) except? -1:
    cdef va_list rest
    cdef double found = 0
    cdef int i
    if n < 0:
        raise ValueError(n)
    begin_rest(rest, n)
    for i in range(n):
        found += next_int(rest) + next_double(rest)
    va_end(rest)
    return found


cdef int last_of(int n, ...) noexcept:
    cdef va_list rest
    cdef int i, found = 0
    begin_rest(rest, n)
    for i in range(n):
        found = next_int(rest)
    va_end(rest)
    return found


cdef labelled(const char *label, ...):
    return label


def of_any_number(int n, int x, float y):
    cdef signed char c = -3
    return total(n, x, y, x + 1, 2.5), last_of(3, x, x, c), labelled("a"), labelled(b"b", x, y)


def with_constants(double complex z=1, float complex w=2.5, double x=4):
    return z, w, x


cdef extern from *:
    """
    static int held = 3;
    static int one(void) { return 1; }
    static int how_much(void) { return held; }
    static int (*current)(void) = one;
    static int ask(void) { return current(); }
    """
    int held
    int one() noexcept nogil
    int how_much() noexcept nogil
    int (*current)() noexcept nogil
    int ask() noexcept nogil

# The module's statements assign C's variables.
held = 5
current = how_much


def of_header(int n):
    global held, current
    before = ask(), held
    held = n
    current = one if n == 0 else how_much
    return before, ask(), held


# The type of a pointer chooses among the specialisations of a function.
ctypedef fused real:
    float
    double
    int

ctypedef double (*of_doubles)(double)


cdef real next_one(real x):
    return x + 1


cdef int longer(real x, real *into) noexcept nogil:
    into[0] = 2 * x
    return sizeof(real)


cdef double called(of_doubles f, double x):
    return f(x)


cdef real called_as(real (*f)(real), real x):
    return f(x)


cdef of_doubles given():
    return next_one


cdef struct Chosen:
    of_doubles f

cdef of_doubles of_module = next_one


def specialised(double x):
    cdef of_doubles f = next_one, g = next_one[double]
    cdef of_doubles[2] table
    cdef Chosen chosen
    cdef int (*h)(float, float *) noexcept nogil
    cdef int (*k)(int, int *) noexcept nogil
    cdef float of_float
    cdef int of_int
    table[0] = next_one
    table[1] = f
    chosen.f = next_one
    h = longer
    k = longer
    sizes = h(x, &of_float), k(<int>x, &of_int)
    cast = <double (*)(double)>next_one
    return (f(x), f == g, table[0](x), chosen.f(x), sizes, of_float, of_int, called(next_one, x),
            called(next_one[double], x), called_as[double](next_one, x), of_module(x), given()(x), cast == f)


# Methods, with the object in front of the other arguments.
cdef class Base:
    cdef double by

    def __init__(self, by):
        self.by = by

    cdef double scaled(self, double x) except? -1:
        if x < 0:
            raise ValueError(x)
        return self.by * x

    cdef double plain(self, double x):
        return x

    @staticmethod
    cdef double halved(double x):
        return x / 2


cdef class Heir(Base):
    cdef double plain(self, double x):
        return -x


def methods(double x):
    cdef of_doubles halved = Base.halved
    cdef double (*scaled)(Base, double) except? -1
    cdef double (*plain)(Base, double)
    cdef double (*of_heir)(Heir, double)
    cdef Base base = Base(3), other = Heir(5)
    scaled = Base.scaled
    first = scaled(base, x), scaled(other, x)
    scaled = other.scaled
    plain = Base.plain
    of_heir = Heir.plain
    same = scaled == Base.scaled
    return halved(x), first, scaled(base, x), same, plain(base, x), plain(other, x), of_heir(<Heir>other, x)


cdef double times_two(double x) noexcept nogil:
    return 2 * x


cdef double applied(double (*f)(double) noexcept nogil, double x, bint other) noexcept nogil:
    if other:
        f = times_two
    return f(x)


def of_branches(int n, double x):
    """Variables that have no value yet where they stand."""
    cdef double (*f)(double) noexcept nogil
    cdef double (*both[2])(double) noexcept nogil
    cdef double (**through)(double) noexcept nogil
    cdef unary named, other
    cdef unary[2] few
    cdef double numbers[3]
    cdef double (*row)[3]
    if n > 0:
        f = square
        both[0], both[1] = square, negated
        named = other = negated
        few[1] = square
        row = &numbers
    else:
        f = negated
        both[1] = both[0] = negated
        named, other = square, negated
        few[1] = negated
        row = &numbers
    through = &f
    row[0][1] = x
    found = f(x), both[0](x), both[1](x), named(x), other(x), few[1](x), through[0](x), numbers[1]
    return found, applied(f, x, n > 1)


def of_rounds(int n, double[:] x):
    cdef double (*f)(double) noexcept nogil
    cdef int i
    for i in prange(n, nogil=True):
        if i % 2:
            f = square
        else:
            f = negated
        x[i] = f(i)


def yielding(int n):
    cdef double (*f)(double) noexcept nogil
    if n > 0:
        f = square
    else:
        f = negated
    yield f(n)
    yield f(3)
