"""C arrays as plain Python declares them."""

import cython


def f(a):
    arr = cython.declare(cython.int[4])
    for i in range(4):
        arr[i] = i * a
    return [arr[i] for i in range(4)], cython.typeof(arr), cython.sizeof(arr)


def h(a):
    arr = cython.declare(cython.double[3], [1, 2, 3])
    return arr[1], cython.typeof(arr)


def k(a):
    p = cython.declare(cython.p_double[2])
    q: cython.int[2][3]
    return cython.sizeof(p), cython.typeof(q), cython.sizeof(q), cython.sizeof(q[0])


def m():
    m = cython.declare(cython.double[2][3])
    return cython.typeof(m), cython.sizeof(m), cython.sizeof(m[0])


N = cython.declare(cython.int, 3)


@cython.cclass
class K:
    b: cython.double[4]
    c = cython.declare(cython.int[2])

    def __init__(self):
        self.b[0] = 1
        self.c[1] = 4

    def get(self):
        return self.b[0], self.c[1], cython.sizeof(self.b)


@cython.cfunc
@cython.locals(t=cython.int[3])


def loc(x: cython.int) -> cython.int:
    t[0] = x
    t[1] = 2
    return t[0] + t[1]


def call(x):
    return loc(x)


V = cython.struct(a=cython.int[3], b=cython.double)


def st():
    v: V
    v.a[1] = 3
    return v.a[1], cython.sizeof(V)


@cython.locals(t=cython.double[:])


def lv(t):
    return cython.typeof(t)
