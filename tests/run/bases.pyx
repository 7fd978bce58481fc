"""Extension types with bases of other modules, and those classes themselves."""

log = []


cdef class Numbers(list):
    """A list with a field."""
    cdef public object owner
    cdef int changes

    def __cinit__(self, *args, **more):
        self.changes = 0

    def __dealloc__(self):
        log.append(("end", self.changes))

    def __setitem__(self, key, value):
        self.changes += 1
        list.__setitem__(self, key, value)

    cpdef int changed(self, int by=0):
        return self.changes + by

    def total(self):
        cdef double all = 0
        for number in self:
            all += number
        return all, len(self), self[0] if self else None, self.changed(), self.changed(by=5)


cdef class Checked(Numbers):
    cdef readonly str name

    def __init__(self, name, *values):
        super().__init__(values)
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Checked) and self.name == (<Checked>other).name

    def __delitem__(self, key):
        raise TypeError("nothing is removed")

    cpdef int changed(self, int by=1):
        return 100 * self.changes + by


cdef class Table(dict):
    cdef double[::1] data
    cdef Table other

    def __missing__(self, key):
        return f"no {key}"

    def link(self, Table other):
        self.other = other
        return self

    def linked(self):
        return None if self.other is None else self.other["x"]


cdef class Failure(Exception):
    cdef readonly int code
    cdef readonly object cause

    def __init__(self, code, cause=None):
        Exception.__init__(self, f"failed with {code}")
        self.code = code
        self.cause = cause

    def __str__(self):
        return f"{self.code}: {self.args}"


cdef class Word(str):
    cdef readonly int uses

    def use(self):
        self.uses += 1
        return self.upper()


cdef class Real(float):
    cdef readonly double error

    def __init__(self, value, error=0.5):
        self.error = error


cdef class Whole(int):
    def half(self):
        return self // 2


cdef class Names(set):
    cdef public object first

    def __iter__(self):
        return iter(sorted(set.__iter__(self)))


# Declared behind what inherits from it.
cdef class Late(Later):
    cdef int b

    def sum(self):
        return self.a + self.b + self.c


cdef class Later(Latest):
    cdef public int a


cdef class Latest:
    cdef public int c


cdef extern from *:
    """
    typedef struct {
        PyObject_HEAD
        PyObject *start, *stop, *step;
    } slice_parts;
    """
    ctypedef class builtins.slice [object slice_parts]:
        cdef object start
        cdef object end "stop"
        cdef object step


cdef extern class fractions.Fraction [object FractionObject, check_size ignore]:
    pass


def parts(slice given not None):
    return given.start, given.end, given.step


def is_fraction(value):
    cdef Fraction fraction
    try:
        fraction = value
    except TypeError as error:
        return str(error)
    return fraction.numerator, isinstance(value, Fraction)


def as_exception(Exception error):
    cdef Failure wrong = None
    try:
        wrong = error
    except TypeError as no:
        return str(no)
    return wrong is error, error is None


def fails(code):
    try:
        raise Failure(code, cause=log)
    except Exception as error:
        return type(error).__name__, str(error), error.code, error.cause is log, isinstance(error, Failure)
    finally:
        log.append("failed")


def make_garbage(int n):
    cdef Table table
    for _ in range(n):
        numbers = Numbers([1, 2])
        numbers.owner = numbers
        table = Table()
        table.link(table)
        table["me"] = table
        names = Names("abc")
        names.first = names
        error = Failure(1, None)
        error.me = error
        error = Failure(2, error)
