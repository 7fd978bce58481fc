import cython
from cython.parallel import prange


class Shape:
    cdef int x  #~ ERROR OFC0001

    def area(self, *unused):
        return undefined  #~ ERROR OFC0101

    async def later(self):
        yield 1  #~ ERROR OFC0010


def starred(a, b):
    *a  #~ ERROR OFC0001
    *b = a  #~ ERROR OFC0001
    [*b] = *a, b
    return a[*b], *b  #~ ERROR OFC0001


def late(x):
    def inner():
        x = 1
        nonlocal x  #~ ERROR OFC0001

    class Inner:
        x = 2
        nonlocal x  #~ ERROR OFC0001

    def right():
        nonlocal x
        x = 1

    return inner, Inner, right


@cython.cfunc  #~ ERROR OFC0010
class Decorated:
    pass


def outer(items, double[:] v):
    cdef int table[3]  #~ ERROR OFC0010

    def inner():
        nonlocal missing  #~ ERROR OFC0001
        return table[0]

    a, *b, *c = items  #~ ERROR OFC0001
    with nogil:
        [x for x in items]  #~ ERROR OFC0401
    cdef int j
    for j in prange(v.shape[0], nogil=True):
        with gil:
            v[j] = len([k for k in range(j)])
    return inner, (x for x in items)


kept = [lambda: k for k in range(3)]


def annotated(x):
    a: int = x
    b: "int" = x
    return a, b


version: int = 3
size: cython.int = 3


cdef counting(int n):
    yield n  #~ ERROR OFC0001


def waiting(double[:] v, int n):
    cdef int i
    for i in prange(n, nogil=True):  #~ ERROR OFC0010
        v[i] = i
        last = i
    yield last


def released(int n):
    with nogil:
        n += 1
        yield n  #~ ERROR OFC0401


def taken(int n):
    with nogil:
        with gil:
            yield n  #~ ERROR OFC0010


yield 3  #~ ERROR OFC0001


def stars(a, b):
    x = *a  #~ ERROR OFC0001
    print(*a, *b)
    for y in *a, *b:
        print(y)
    (*a).sort()  #~ ERROR OFC0001
    return x


def runs(a, text):
    exec(a)
    exec(text, {})
    eval(*a)
    exec(1, {})  #~ ERROR OFC0201
    eval(2.5)  #~ ERROR OFC0201
    exec()  #~ ERROR OFC0203
    eval(text, {}, {}, {})  #~ ERROR OFC0203
    exec(True)  #~ ERROR OFC0201


def waits(x):
    await x  #~ ERROR OFC0001
    async for y in x:  #~ ERROR OFC0001
        pass
    async with x:  #~ ERROR OFC0001
        pass
    return [y async for y in x]  #~ ERROR OFC0001
