# A `bint` is a C int, which holds any number; only as an object, and where it is asked for, it is a truth value.
from cython.parallel cimport parallel, prange
cdef class K:
    cdef bint field
    cdef public bint pub

cdef struct S:
    bint b

cdef bint f5(int x): return x
cdef bint f5n(int x) noexcept nogil: return x
cpdef bint f5c(int x): return x

def local(int x):
    cdef bint b = x
    return b + 0, b == x, b == 1, b == True, bool(b), <int>b, <bint>x + 0, (<bint>x) == x, -b, b * 2, not b, b and 7, b or 7, b ^ 1, b & 2, b | 8, ~b

def obj(int x):
    cdef bint b = x
    return b

def counts(int n):
    cdef bint b = 0
    cdef int i
    for i in range(n): b += 1
    b -= 1
    return b + 0, b

def fields(int x):
    cdef K k = K()
    cdef S s
    k.field = x
    k.pub = x
    s.b = x
    return k.field + 0, k.pub, s.b + 0, s.b, k.field

def results(int x):
    return f5(x) + 0, f5(x), f5n(x) + 0, f5c(x) + 0, f5c(x), f5(x) == 5

def wide(long long x, unsigned char u, size_t z):
    cdef bint b = x
    cdef bint c = u
    cdef bint d = z
    return b + 0, c + 0, d + 0

def lit():
    cdef bint b = 5
    cdef bint c = -3
    c2 = c + 0
    b2 = b + 0
    return b2, c2, b, c

def logic(int x, int y):
    cdef bint b = x and y
    cdef bint c = x or y
    cdef bint d = x if y else 7
    cdef bint e = not x
    cdef bint f = x > y
    return b + 0, c + 0, d + 0, e + 0, f + 0

def args(bint b): return b + 0, b
def defaults(bint b=5): return b + 0, b

def arr(int x):
    cdef bint a[3]
    a[0] = x
    a[1] = x + 1
    a[2] = a[0] + a[1]
    return a[0] + 0, a[1] + 0, a[2] + 0, a[2]

def aug(int x):
    cdef bint b = x
    b |= 4
    cdef bint c = x
    c &= 6
    cdef bint d = x
    d ^= 1
    cdef bint e = x
    e <<= 2
    cdef bint f = x
    f *= 3
    cdef bint g = x
    g //= 2
    return b + 0, c + 0, d + 0, e + 0, f + 0, g + 0

def compare(int x, int y):
    cdef bint a = x, b = y
    return a == b, a < b, a != b, a & b, a is True, (a + b), max(a, b), min(a, b)

def chain(int x):
    cdef bint b
    cdef int i
    i = b = x
    return i, b + 0

def objs(o):
    cdef bint b = o
    return b + 0

def toptr(int x):
    cdef bint b
    cdef bint* p = &b
    p[0] = x
    return b + 0

def tofloat(int x):
    cdef bint b = x
    cdef double d = b
    cdef list l = [b]
    return d, l, f"{b}", str(b), b / 2

def ifs(int x):
    cdef bint b = x
    r = []
    if b: r.append(1)
    if not b: r.append(2)
    while b:
        b -= 1
        r.append(3)
        if len(r) > 8: break
    return r
def infer(int x):
    b = x > 2
    c = b + b
    return c, b
def mixed(int x):
    cdef bint b = x
    c = b & (x > 1)
    d = b and x
    e = (x > 1) if x else b
    return c, d, e


def sides(int x, int y):
    cdef bint b = x
    cdef bint c = y
    d = b or c
    e = b and c
    cdef bint g = b or y
    cdef bint h = y and b
    cdef bint k = b and c or x
    return <bint>b + 0, bool(b) + 0, d + 0, e + 0, g + 0, h + 0, (b or c) + 0, (b and c) + 0, (b if c else b) + 0, (not b) + 0, k + 0, (b or c) == 5


def sides_of_object(int x, o):
    cdef bint b = x
    cdef bint c = o
    d = b or c
    cdef bint e = o or b
    return d + 0, e + 0, (b or o), (o or b), bool(o or b)


cdef enum Colour:
    RED = 0
    BLUE = 3


def of_enum(int x):
    cdef Colour colour = <Colour>x
    cdef bint b = colour
    return b + 0, b, <bint>colour + 0


def counted(int[::1] x, int[::1] out):
    cdef Py_ssize_t i
    cdef bint above = 0, last = 0, each
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            each = x[i]
            above += x[i] > 2
            out[i] = each + (each and x[i] > 1) + (<bint>x[i])
            last = each
    return above + 0, above, last + 0


def counted_on_host(int[::1] x):
    cdef Py_ssize_t i
    cdef bint above = 0, any_bit = 0
    for i in prange(x.shape[0], nogil=True):
        above += x[i] > 2
        any_bit |= x[i]
    return above + 0, any_bit + 0, any_bit


def bound_again(o, int x, int y):
    cdef bint b = o
    b = x
    cdef bint c = y
    d = b or c
    e = c and b
    cdef bint g = o in (1, 2)
    g = x
    h = g or c
    return d + 0, e + 0, h + 0, bool(b) + 0, bool(g) + 0
