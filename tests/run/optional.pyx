"""Arguments that calls of C functions leave out."""
from cython.parallel import prange

cdef enum Way:
    UP = 1
    DOWN = -1


cdef int sum_of(int a, int b=3, int c=-2 + 1) noexcept nogil:
    return a * 100 + b * 10 + c


cpdef double scaled(double x, double by=0.5, Way way=DOWN):
    return x * by * <int>way


cdef object shown(object x, str text="none", bint twice=False, object last=None):
    return (x, text, twice, last)


cdef double kernel(double* x, Py_ssize_t n, double start=1e-3) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        start = start + x[i]
    return start


def calls(int a):
    return sum_of(a), sum_of(a, 4), sum_of(a, 4, 5), sum_of(sum_of(a), sum_of(a, 1))


def from_c(double x):
    return scaled(x), scaled(x, 2), scaled(x, 2, UP)


def objects(x):
    return shown(x), shown(x, "a"), shown(x, "a", True), shown(x, "a", True, x)


def in_a_region(double[:, ::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = kernel(&x[i, 0], x.shape[1]) + sum_of(<int>i)


log = []
FACTOR = 3
cdef double unit = 0.25 * FACTOR


cdef noted(x):
    log.append(x)
    return x


cdef object four(a, b, c, d=40):
    return a, b, c, d


cpdef double kept(double x, double by=unit, list parts=[FACTOR], object more=log) except? -1:
    return x * by + len(parts) + len(more)


unit = 100
FACTOR = "changed"


def by_keywords():
    log.clear()
    given = [
        four(1, 2, 3), four(1, 2, c=3), four(a=1, c=3, b=2), four(1, 2, d=noted(4), c=noted(3)),
        four(b=noted("b"), a=noted("a"), c=noted("c")),
    ]
    return given, list(log), sum_of(1, c=7, b=2), scaled(way=UP, x=3, by=4), scaled(3, by=2, way=DOWN)


def kept_from_c():
    log.clear()
    return kept(2), kept(2, 1), kept(2, parts=[], by=3)


def in_a_region_by_keywords(double[:, ::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = kernel(&x[i, 0], n=x.shape[1], start=2) + sum_of(b=4, a=<int>i)


ctypedef fused Number:
    int
    double


cdef Number fused_sum(Number x, Number y=2, int twice=0) noexcept nogil:
    return (x + y) * (1 + twice)


def fused_calls(int a, double b):
    return fused_sum(a), fused_sum(b, y=b), fused_sum(y=1, x=b), fused_sum(a, twice=2, y=3)


ctypedef int (*operation)(int left, int right)


cdef int minus(int left, int right):
    return left - right


def by_pointer(int a, int b):
    cdef operation pointer = minus
    return pointer(a, b), pointer(right=a, left=b), pointer(a, right=b)


cdef class Base:
    cdef int factor

    def __init__(self, int factor):
        self.factor = factor

    cdef int plain(self, int x, int y=2, int z=3) noexcept nogil:
        return self.factor * (x + 10 * y + 100 * z)

    cdef str hidden(self):
        return "base"

    cdef str other(self, x, y="base y", z="base z"):
        return f"base {x} {y} {z}"

    cpdef open(self, x, y="base y", z="base z"):
        return "base", x, y, z

    @staticmethod
    cdef int static(int x, int y=5):
        return x * y

    def plains(self):
        return self.plain(1), self.plain(1, 1), self.plain(1, y=1), self.plain(x=1, z=1, y=1), Base.static(2), Base.static(y=2, x=3)

    def hiddens(self):
        return self.hidden(), self.other(1), self.other(1, 2), self.other(1, 2, 3), self.other(x=1)

    def opens(self):
        return self.open(1), self.open(1, 2), self.open(1, 2, 3), self.open(1, y=2)

    def fill(self, double[::1] y):
        cdef Py_ssize_t i
        for i in prange(y.shape[0], nogil=True, device={}):
            y[i] = self.plain(<int>i) + self.plain(<int>i, y=0)


cdef class Derived(Base):
    cdef str hidden(self, int times=2):
        return "derived " * times

    cdef str other(self, x, y="derived y", z="derived z"):
        return f"derived {x} {y} {z}"

    cpdef open(self, x, y="derived y", z="derived z", w="derived w"):
        return "derived", x, y, z, w

    def own(self):
        return self.hidden(), self.hidden(1), self.hidden(times=3), self.open(1), self.open(1, 2, 3, 4)


cdef class Last(Derived):
    cdef str hidden(self, int times=3, str word="last "):
        return word * times

    def last(self):
        return self.hidden(1), self.hidden(1, "x"), self.hidden(word="y", times=2)


def through(Base base, Derived derived):
    if derived is not None:
        return base.hidden(), derived.hidden(), derived.hidden(4), derived.hidden(times=1), derived.open(1, y=4)
    return base.hidden()
