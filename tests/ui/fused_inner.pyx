cimport cython
from cython cimport floating


def outer(n):
    def inner(floating x):  #~ ERROR OFC0207
        return x
    return inner


def of_fused(floating x):
    def inner(floating y):  #~ ERROR OFC0207
        return y
    return inner


def in_class():
    class Local:
        def method(self, floating x):  #~ ERROR OFC0207
            return x
    return Local


def nothing_says_which(x):
    cdef floating y = x  #~ ERROR OFC0207

    def inner():
        return y
    return inner


def names_it(floating x):
    def inner():
        cdef floating y = x  #~ ERROR OFC0207
        return y, <floating> 3  #~ ERROR OFC0207

    def asks():
        if floating is float:
            return 'float'
        return cython.typeof(x)
    return inner, asks


alone = lambda floating x: x  #~ ERROR OFC0207


class Python:
    def method(self, floating x):
        def inner():
            return x
        return inner, cython.typeof(x)

    def wrong(self, floating x):
        y = x.no  #~ ERROR OFC0204
        return y
