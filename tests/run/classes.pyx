# cython: nonecheck=True
"""Extension types: fields, methods, inheritance, special methods, the life of their objects."""
import numpy as np
cimport cython

log = []

ctypedef double real

cdef struct Pair:
    int a
    double b


cdef class Shape:
    """A shape."""
    cdef public double width
    cdef readonly int n
    cdef double[:] data
    cdef public object name
    cdef public list items
    cdef Pair pair
    cdef int[3] corner
    cdef double *buffer
    cdef public bint flag
    cdef public real scale
    cdef readonly double[:, :] table

    def __cinit__(self, n, double width=2.0):
        log.append("Shape.__cinit__")
        self.n = n
        self.width = width
        self.items = []

    def __init__(self, n, double width=2.0):
        self.data = np.zeros(n)
        self.table = np.ones((2, 2))
        self.name = "shape"
        self.pair.a = n
        self.pair.b = 0.5
        self.corner[1] = 7

    cdef double area(self, double k) noexcept nogil:
        return self.width * k

    cpdef double scaled(self, double k):
        return self.area(k) + self.n

    def fill(self, double value):
        cdef int i
        for i in range(self.n):
            self.data[i] = value + i
        return np.asarray(self.data)

    def total(self):
        """The sum of what it holds."""
        cdef double s = 0
        cdef int i
        for i in range(self.data.shape[0]):
            s += self.data[i]
        self.items.append(s)
        return s, self.items, self.pair.a + self.pair.b, self.corner[1]

    def row(self, Py_ssize_t i):
        cdef double[:] row = self.table[i]
        row[0] += 1
        self.table[i, 1] *= 3
        return np.asarray(row), np.asarray(self.table[:, 1])

    def count(self):
        self.n += 1
        self.width *= 1.5
        self.name += "!"
        self.items += [self.n]
        return self.n, self.width, self.name, self.items

    def without_data(self):
        self.data = None
        return self.data is None

    @property
    def double_width(self):
        """Twice."""
        return self.width * 2

    @double_width.setter
    def double_width(self, double value):
        self.width = value / 2

    property half:
        def __get__(self):
            return self.width / 2
        def __set__(self, double value):
            self.width = value * 2
        def __del__(self):
            self.width = 0

    @staticmethod
    def make(n):
        cdef Shape s = Shape(n)
        s.width = 5
        return s

    @classmethod
    def other(cls, n):
        return cls(n), cls.__name__

    def __len__(self):
        return self.n

    def __getitem__(self, Py_ssize_t i):
        return self.data[i]

    def __setitem__(self, Py_ssize_t i, double v):
        self.data[i] = v

    def __contains__(self, double x):
        return x == self.width

    def __bool__(self):
        return self.n > 0

    def __repr__(self):
        return "Shape(%d)" % self.n

    def __hash__(self):
        return -1

    def __call__(self, a, *, b=2):
        return self.width, a, b

    def __eq__(self, other):
        if not isinstance(other, Shape):
            return NotImplemented
        return self.width == (<Shape>other).width

    def __lt__(self, Shape other):
        return self.width < other.width

    def __add__(self, other):
        return "add"

    def __radd__(self, other):
        return "radd"

    def __mul__(self, double k):
        return self.width * k

    def __imul__(self, double k):
        self.width *= k
        return self

    def __neg__(self):
        return -self.width

    def __float__(self):
        return self.width

    def __index__(self):
        return self.n


cdef class Circle(Shape):
    cdef public Shape inner
    cdef object spare

    def __cinit__(self):
        log.append("Circle.__cinit__")

    def set_inner(self, Shape s not None):
        self.inner = s

    def inner_width(self):
        self.inner.width += 1
        return self.inner.width + self.inner.area(2.0) + self.inner.n

    cdef double area(self, double k) noexcept nogil:
        return 100 * k + Shape.area(self, k)

    def __radd__(self, other):
        return "Circle.radd"

    def __setitem__(self, Py_ssize_t i, double v):
        self.data[i] = v * 10

    def __delitem__(self, i):
        self.spare = i

    def get_spare(self):
        return self.spare


@cython.final
cdef class Sealed:
    cdef int k
    cpdef int next_k(self):
        self.k += 1
        return self.k


cdef class Countdown:
    cdef int n

    def __init__(self, int n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


cdef class Ordered:
    cdef int k

    def __cinit__(self, int k):
        self.k = k

    def __richcmp__(self, other, int op):
        return self.k, op

    def __getitem__(self, i):
        if i >= self.k:
            raise IndexError(i)
        return i * 10


cdef class Base:
    cdef int k

    def __init__(self, int k):
        self.k = k

    cdef int chosen(self, int x) nogil:
        return x + self.k

    cdef void set_k(self, int k) noexcept nogil:
        self.k = k

    cpdef double doubled(self, double x):
        return x * 2

    cpdef object shown(self, x):
        return "Base", x

    def run(self, int x):
        self.set_k(self.k + 1)
        return self.chosen(x), self.doubled(x), self.shown(x)

    cdef object plain(self):
        return "Base.plain"

    def call_plain(self):
        return self.plain()


cdef class Middle(Base):
    cdef int chosen(self, int x) nogil:
        return Base.chosen(self, x) * 100

    cpdef double doubled(self, double x):
        return x * 3

    cdef object plain(self):
        return ["Middle.plain", Base.plain(self)]


cdef class Last(Middle):
    cdef void set_k(self, int k) noexcept nogil:
        self.k = 1000 * k

    cdef int chosen(self, int x) nogil:
        if x < 0:
            with gil:
                raise ValueError("negative")
        return -x


def chosen(Base a, int x):
    cdef int r
    with nogil:
        r = a.chosen(x)
    return r, a.doubled(x), a.shown(x)


cdef class Failing:
    cdef object kept
    cdef double[:] data

    def __cinit__(self, where, kept):
        self.kept = kept
        self.data = np.zeros(3)
        if where == "cinit":
            raise ValueError("in __cinit__")

    def __init__(self, where, kept):
        if where == "init":
            raise KeyError("in __init__")

    def __dealloc__(self):
        log.append(("dealloc", self.data.shape[0]))


cdef class Parent:
    def __dealloc__(self):
        log.append("Parent.__dealloc__")


cdef class Child(Parent):
    cdef object kept

    def __cinit__(self, kept=None):
        self.kept = kept

    def __dealloc__(self):
        log.append(("Child.__dealloc__", self.kept))


def during_exception(kept):
    cdef Child child = Child(kept)
    log.append("raising")
    raise RuntimeError("outer")


cdef Shape made(n):
    return Shape(n, 4.0)


cdef double both(Shape a, Shape b) except -1:
    if a is None:
        return b.width
    return a.width + b.width


def used(Shape s, other=None):
    cdef Shape t = other
    cdef object plain = s
    cdef Shape back = <Shape>plain
    inferred = made(3)
    inferred.width += 1
    return s.width, t is None, back.n, inferred.n, inferred.width, both(s, inferred), both(None, s), (<Shape?>plain).n


def converted(x):
    cdef Shape s = x
    return s.width


def strictly(x):
    return (<Shape?>x).width


def typed_list(x):
    cdef list items = x
    return items


def swapped(Shape a, Shape b):
    a, b = b, a
    a.width = 1
    b.width = 2
    a.name, b.name = b.name, a.name
    return a.name, b.name


cdef class Flexible:
    cdef object __weakref__
    cdef dict __dict__
    cdef public int k

    def __init__(self, k):
        self.k = k
        self.extra = [k]

    def __dealloc__(self):
        log.append(("Flexible", self.k))


cdef class Stiff(Flexible):
    cdef public object more


cdef class Gathered:
    """Methods that take their object in `*args`."""
    cdef readonly tuple given

    def __init__(self, *args, **more):
        self.given = args + tuple(sorted(more))

    def method(*args):
        return len(args), type(args[0]).__name__, args[1:]

    def with_inner(*args, **more):
        def inner():
            return args[1:], more
        return inner()

    @classmethod
    def of_class(*args):
        return args[0].__name__, args[1:]

    @classmethod
    def made(cls, *args):
        return cls(*args).given, cls.__name__


cdef class Texts:
    """C strings that Python reads."""
    cdef readonly char *name
    cdef readonly const unsigned char *other
    cdef bytes held

    def __init__(self, bytes held):
        self.held = held
        self.name = held
        self.other = <const unsigned char *>self.name + 1
