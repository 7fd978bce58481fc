cimport cython


cdef class Foo:
    cdef public int i


@cython.cclass
class K:
    @cython.cfunc
    @cython.returns(cython.int)
    def m(self, x: Foo):
        return x.i

    @cython.ccall
    def n(self, x: Foo):
        return x.i


@cython.cclass
class L(K):
    @cython.cfunc
    @cython.returns(cython.int)
    def m(self, x: Foo):
        return x.i + 1

    @cython.ccall
    def n(self, x: Foo):
        return x.i + 2


@cython.cfunc
def count(x: list, y: list = None):
    return len(x)


@cython.cfunc
def extent(x: cython.double[:], y: cython.int):
    return x.shape[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def three(x: Foo) -> cython.int:
    return 3


@cython.ccall
def either(x: Foo, y: Foo = None):
    return x.i, y is None


def without_gil(Foo x):
    cdef int r
    with nogil:
        r = three(x)
    return r


def c_method(K k, Foo x):
    return k.m(x)


def shared_method(K k, Foo x):
    return k.n(x)


def lists(list x, list y):
    return count(x, y)


def views(double[:] x):
    return extent(x, 3)


def two(Foo x, Foo y):
    return either(x, y), either(x), either(y=y, x=x)


def in_order(list log):
    def first():
        log.append(1)
        return None
    def second():
        log.append(2)
        return 3
    return extent(first(), second())


def each(x):
    yield count(x)
    yield count(None if x else x)


def in_closure(list x):
    def inner():
        return count(x)
    return inner


def displays():
    return count([]), count([1, 2]), count([], None)


def class_once(L k, Foo x):
    return L.m(k, x)
