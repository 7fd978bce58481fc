# C tuples: as variables, arguments and results, in code without the GIL, in regions.
cimport cython
from cython.parallel import prange, parallel

ctypedef (double, long) pair_t

cdef struct Point:
    int x
    float y

cdef (int, int) LAST = (3, 4)

cdef class Holder:
    cdef (int, double) kept

    def __init__(self, (int, double) kept):
        self.kept = kept

    cdef (int, double) swapped(self) noexcept nogil:
        return <int>self.kept[1], self.kept[0]

    def both(self):
        return self.kept, self.swapped()


cdef (double, double) polar(double x, double y) noexcept nogil:
    return (x * x + y * y) ** 0.5, y / x if x != 0 else 0

cdef (long, long) divided(long a, long b) except * nogil:
    return a // b, a % b

cpdef (int, double) both(int x, double y=2.5):
    return x, y

cdef (cython.floating, cython.floating) twice(cython.floating x):
    return x, 2 * x

def converted(value):
    cdef (int, double) t = value
    return t

def nested(value):
    cdef (int, (double, (short, bint))) t = value
    t[1][0] = t[1][0] + 0.5
    return t, t[1], t[-1][-1], t[1][1][0]

def unpacked((int, double) t):
    x, y = t
    cdef double z
    _, z = t
    a, *rest = t
    return x, y, z, a, rest, cython.typeof(x), cython.typeof(y)

def swapped((long, long) t):
    t = t[1], t[0]
    a, b = t
    a, b = b, a
    return a, b, t

def compared((int, double) s, (int, double) t, (long, int) u):
    return s == t, s < t, s <= t <= u, s != u, s == (1, 2), s in [t], s is None

def as_python((int, int) t, n):
    return t + (5,), t * 2, len(t), t[n], t[0:1], [x for x in t], {t: 1}, t.count(1), hash(t) == hash((t[0], t[1]))

def called(double x, double y):
    r, phi = polar(x, y)
    t = polar(y, x)
    cdef (double, double) kept = polar(x, x)
    return r, phi, t, kept, cython.typeof(t), polar(x, y)[0]

def quotient(long a, long b):
    cdef long q, r
    with nogil:
        q, r = divided(a, b)
    return q, r

def pointers(int x, double y):
    cdef (int *, double *) p = (&x, &y)
    p[0][0] = p[0][0] + 1
    a, b = p
    b[0] = 7
    q = (&x, &y)
    return x, y, q[0][0], q[1][0]

def chosen(bint c, int x, double y):
    cdef (int, double) t = (x, y) if c else both(x)
    return t

def of_structs(value):
    cdef (Point, int) t = value
    t[0].y = t[0].y * 2
    cdef Point p = t[0]
    return t, p, t[0].x

def typedefs(value):
    cdef pair_t t = value
    cdef pair_t *p = &t
    p[0][1] = p[0][1] + 1
    p[0] = p[0][1], 9
    return t, p[0]

def annotated(t: tuple[cython.int, cython.double], u: tuple[float, float] = (1, 2)):
    v: tuple[cython.long, cython.long] = (4, 5)
    w: tuple[int, int] = (6, 7)
    return t, u, v, w, cython.typeof(u), cython.typeof(v)

@cython.locals(a=(cython.double, cython.float), b=cython.float)
def located(a, b):
    a = (b, b)
    return a

@cython.infer_types(True)
def inferred(int x, double y):
    t = (x, y)
    u = t
    n = (t, 1)
    return cython.typeof(t), cython.typeof(u), cython.typeof(n), t, n

def uninferred(int x, double y):
    t = (x, y)
    u = (1, 2.0)
    return cython.typeof(t), cython.typeof(u), cython.typeof((x, 2.0)), t, u

def fused(float x, double y):
    return twice(x), twice(y)

def truth((int, int) t):
    return bool(t), 1 if t else 2, not t

def held(value):
    return Holder(value).both()

def shared(value=None):
    global LAST
    if value is not None:
        LAST = value
    return LAST, LAST[0]

def in_region(double[::1] x, long[::1] n):
    cdef Py_ssize_t i
    cdef double r, phi
    cdef (double, long) step = (0.5, 2)
    cdef (double, double) t
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            t = polar(x[i], step[0])
            r, phi = t
            x[i] = r + phi
            n[i] = n[i] * step[1]
