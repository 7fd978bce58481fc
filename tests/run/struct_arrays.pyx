# C arrays among the values of structs.


cdef struct V:
    int n
    int a[3]


cdef struct W:
    V v
    double m[2][2]
    int k


cdef struct T:
    char name[8]
    V vs[2]


def one():
    cdef V v = V(1, [1, 2, 3])
    return v


def kw():
    cdef V v = V(a=[1, 2, 3], n=4)
    return v


def kw_obj(x):
    cdef V v = V(n=4, a=x)
    return v


def pos_obj(x):
    cdef V v = V(4, x)
    return v


def from_dict(d):
    cdef V v = d
    return v


def dict_display(x):
    cdef V v = {'n': 1, 'a': [1, 2, x]}
    return v


def dict_display2(x):
    cdef V v = {'n': 1, 'a': x}
    return v


def arr(x):
    cdef int[3] a = x
    cdef V v = V(1, a)
    return v


def nested(x):
    cdef W w = W(V(1, [1, 2, 3]), [[1, 2], [3, x]], 9)
    return w.v, w.m


def nested_kw(x):
    cdef W w = W(v=V(1, [1, 2, 3]), m=x, k=9)
    return w.v, w.m


def nested_dict(x):
    cdef W w = {'v': {'n': 1, 'a': [1,2,3]}, 'm': [[1,2],[3,4]], 'k': 9}
    return w.v, w.m


def nested_obj(d):
    cdef W w
    w = d
    return w.v, w.m


def tuples():
    cdef V v = V(1, (1, 2, 3))
    return v


def expr(x):
    return V(1, x)


def in_call(x):
    return f(V(1, [x, x, x]))


cdef int f(V v):
    return v.a[0] + v.n


def from_struct():
    cdef V v = V(1, [1, 2, 3])
    cdef V w = V(2, v.a)
    return w


def assign(x):
    cdef V v
    v.n = 1
    v.a = [1, 2, 3]
    v.a = x
    return v


cdef struct M:
    double m[2][2]


cdef struct C:
    char s[8]


def f6():
    cdef C res = C(b"abcdefg")
    return res


def f9():
    x = b'abcdefg\0'
    cdef C res = C(x)
    return res


def f13():
    x = [1,2,3]
    cdef V res = V(1, [*x])
    return res


def f15():
    cdef V res = V(1, {1,2,3})
    return res


def f16():
    cdef double[2] a = [1, 2]
    cdef M res = M([a, a])
    return res


def f18():
    x = [1, 2]
    cdef M res = M([x, [3, 4]])
    return res


def f19():
    cdef M m
    m.m = [[1, 2], [3, 4]]
    return m


def f22(d={'a': [1,2,3]}):
    cdef V v = {'n': 1, **d}
    return v


def f23():
    x = b'abc'
    cdef C res = C(x)
    return res


def f24():
    cdef V res = V(1, [i for i in range(3)])
    return res


def f25():
    log = []
    def g(x):
        log.append(x)
        return x
    cdef V res = V(a=[g(1), g(2), g(3)], n=g(4))
    return res, log


def f26():
    log = []
    def g(x):
        log.append(x)
        return x
    cdef V res = V(n=g(4), a=[g(1), g(2), g(3)])
    return res, log


def f27():
    cdef V v = V(1, (1, 2, 3))
    v.a = (4, 5, 6)
    return v


def f28():
    cdef V v = V(1, [1, 2, 3])
    v = V(v.a[2], [v.a[2], v.n, v.a[0]])
    return v
