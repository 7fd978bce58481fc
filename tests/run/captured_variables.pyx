# Functions inside comprehensions that use the variables of these.
import cython


def lists(y):
    fs = [(lambda: x) for x in y]
    return [f() for f in fs]


def dicts(y):
    fs = {x: (lambda: x + 1) for x in y}
    return [f() for f in fs.values()]


def sets(y):
    fs = {(lambda: x) for x in y}
    return sorted(f() for f in fs)


def gens(y):
    fs = ((lambda: x) for x in y)
    return [f() for f in fs]


def gens_later(y):
    fs = list((lambda: x) for x in y)
    return [f() for f in fs]


def defaults(y):
    fs = [(lambda x=x: x) for x in y]
    return [f() for f in fs]


def nested(y):
    fs = [[(lambda: (x, z)) for z in range(x)] for x in y]
    return [[f() for f in g] for g in fs]


def two(y):
    fs = [(lambda: (x, z)) for x in y for z in range(x)]
    return [f() for f in fs]


def cond(y):
    return [x for x in y if (lambda: x > 1)()]


def iterables(y):
    return [z for x in y for z in (lambda: [x, x])()]


def outer(x, y):
    fs = [(lambda: x) for x in y]
    return [f() for f in fs], x


def outer_shared(x, y):
    g = lambda: x
    fs = [(lambda: x) for x in y]
    return [f() for f in fs], g()


def outer_typed(y):
    cdef int x = 7
    fs = [(lambda: x) for x in y]
    return [f() for f in fs], x


def inner_gen(y):
    return [list(x + k for k in range(2)) for x in y]


def inner_gen2(y):
    fs = [(x + k for k in range(2)) for x in y]
    return [list(f) for f in fs]


def named(y):
    fs = [(lambda: (x, w)) for x in y if (w := x * 2)]
    return [f() for f in fs]


def anyall(y):
    return any((lambda: x > 1)() for x in y), all((lambda: x > 1)() for x in y)


def lamlam(y):
    fs = [(lambda: (lambda: x)) for x in y]
    return [f()() for f in fs]


def twice(y):
    return [f() for f in [(lambda: x) for x in y]] + [f() for f in [(lambda: x) for x in y]]


def loop(y):
    r = []
    for k in range(2):
        r.append([(lambda: (x, k)) for x in y])
    return [f() for fs in r for f in fs]
fs_mod = [(lambda: x) for x in (1, 2, 3)]


def module():
    return [f() for f in fs_mod]


def gen_fn(y):
    for f in [(lambda: x) for x in y]:
        yield f()


def nested_in_lambda(y):
    return (lambda q: [f() for f in [(lambda: (x, q)) for x in y]])(5)


def empties(y):
    f = None
    def g():
        return [(lambda: x) for x in y]
    return [f() for f in g()]


def unpack(y):
    return [f() for f in [(lambda: (a, b)) for a, b in y]]


def range_typed(int n):
    return [f() for f in [(lambda: i) for i in range(n)]]


def sortedc(y):
    return sorted((x for x in y), key=lambda x: -x), max(y, key=lambda q: [x for x in y].index(q))


class A:
    def m(self, y):
        return [f() for f in [(lambda: (self, x)) for x in y]][0][1:]


cdef class B:
    cdef int v
    def __init__(self): self.v = 4
    def m(self, y):
        return [f() for f in [(lambda: (self.v, x)) for x in y]]


def t1(int n):
    return [(cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(n)]


def t2(int n):
    return [cython.typeof(i) for i in range(n)]


def t3(double[:] v):
    return [(cython.typeof(i), (lambda: cython.typeof(i))()) for i in v]


def t4(int n):
    cdef double i = 3
    return [(cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(n)], i


def t5(int n):
    i = 3
    r = [(cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(n)]
    return r, cython.typeof(i)


def t8(str b):
    return [(cython.typeof(i), (lambda: (i, cython.typeof(i)))()) for i in b]


def t9(int n):
    return any((cython.typeof(i), (lambda: cython.typeof(i))()) == 3 for i in range(n))
m1 = [(cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(3)]
cdef int q = 5
m2 = [(cython.typeof(q), (lambda: (q, cython.typeof(q)))()) for q in range(3)]
m3 = [(lambda: (q, cython.typeof(q))) for q in range(3)]
m4 = [f() for f in m3], q
m5 = [[(lambda: (x, z)) for z in range(x)] for x in range(3)]
m6 = [[f() for f in g] for g in m5]
m7 = list((lambda: (x, x)) for x in (1,2))
m8 = [f() for f in m7]
m9 = list((lambda: (x, x))() for x in (1,2))


def infunc(y):
    class K:
        z = 3
        fs = [x for x in y]
    return K.fs


def late(y):
    if y:
        fs = [(lambda: x) for x in y]
    else:
        fs = [(lambda: x) for x in y]
    return [f() for f in fs]


def unbound(y):
    fs = []
    r = [fs[0]() for k in y for x in [fs.append(lambda: z) or 1] for z in y[:0]]
    try:
        return fs[0]()
    except NameError as e:
        return type(e), str(e)


def shadow(y):
    return [x for x in y for x in [x, 5]], [(lambda: x)() for x in y for x in [x, 5.5]]


def early(y):
    z = [[1]]
    return [x for x in z for z in x]


def early2(y, z):
    return [x for x in z for z in y if z]
a1 = [cython.typeof(i) for i in range(3)]
a2 = list(cython.typeof(i) for i in range(3))
a4 = {cython.typeof(i): 1 for i in "ab"}
a6 = list((cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(3))
a7 = sorted(cython.typeof(i) for i in range(3))


def of_generators():
    return (list((cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(3)),
            sorted((cython.typeof(i), (lambda: cython.typeof(i))()) for i in range(3)))


ctypedef fused num:
    int
    double


def of_fused(num x, int n):
    fs = [(lambda: (x, i, cython.typeof(i))) for i in range(n)]
    return [f() for f in fs]


def deep(int n):
    return [[g() for g in f()] for f in [(lambda: [(lambda: (a, b, cython.typeof(b))) for b in range(a)]) for a in range(n)]]


def views(double[:, :] v):
    return [f() for f in [(lambda: row[0]) for row in v]]


def structs(int n):
    cdef (int, double) t
    return [f() for f in [(lambda: t) for t in [(1, 2.0), (3, 4.0)]]]


def dictc(d):
    return {k: f() for k, f in {k: (lambda: (k, v)) for k, v in d.items()}.items()}


def starred(y):
    return [f() for f in [(lambda: (a, b)) for a, *b in y]]


def attr(o, y):
    return [f() for f in [(lambda: o.x) for o.x in y]]


def late_bound(y):
    fs = [lambda: x for x in y if x]
    gs = [lambda: x * 10 for x in y]
    return [f() for f in fs], [g() for g in gs]


def text(str s):
    return [f() for f in [(lambda: c + 1) for c in s]]


def overflow():
    cdef int n = 3
    return [f() for f in [(lambda: i * 2000000000) for i in range(n)]]


def walrus(y):
    fs = [(lambda: (z := x) + z) for x in y]
    return [f() for f in fs]


class Py:
    def m(self, y):
        return [f() for f in [(lambda: (__class__, x)) for x in y]][-1][1], [super(Py, self).__init__() for _ in y]


cdef class E:
    cdef list items
    def __init__(self, y):
        self.items = [lambda: (self, x)[1] for x in y]
    def go(self):
        return [f() for f in self.items]


cpdef list cp(y):
    return [x for x in y]


def gen(y):
    fs = [(lambda: x) for x in y]
    for f in fs:
        yield f()
    fs = [(lambda: x) for x in y[:1]]
    yield fs[0]()
