# Members of extension types that Cython refuses too.

cimport cython
from functools import wraps

ctypedef void *handle


cdef class Base:
    cdef list parts
    cdef readonly handle shown  #~ ERROR OFC0201
    cdef public char *text  #~ ERROR OFC0010
    cdef public double number

    cdef int parts(self):  #~ ERROR OFC0104
        return 1

    cdef __len__(self):  #~ ERROR OFC0205
        return 1

    cdef int length(self):
        return 1

    @property  #~ ERROR OFC0001
    cdef one(self):
        return 1

    @property
    def two(self):
        return 2

    @two.setter  #~ ERROR OFC0205
    def other(self, value):
        pass

    @property
    @wraps  #~ ERROR OFC0001
    def three(self):
        return 3

    @cython.boundscheck(False)
    @property
    def four(self):
        return 4

    @cython.final
    cdef int last(self):
        return 1

    @cython.final  #~ ERROR OFC0205
    cpdef int open(self):
        return 1

    @cython.final
    def opener(self):
        return 1

    cpdef int another(int self):  #~ ERROR OFC0205
        return 1

    cdef int of_objects(object self):  #~ ERROR OFC0205
        return 1

    cdef int own(Base self):
        return 1

    def of_python(int self):
        return 1

    @staticmethod
    cdef int alone(int x):
        return x

    def __add__(self, other=42):  #~ ERROR OFC0205
        return self

    def __pow__(self, other, modulo=None):
        return self

    def __rpow__(self, other, modulo=3):  #~ ERROR OFC0205
        return self

    def __call__(self, x=1):
        return x

    def __init_subclass__(cls):  #~ ERROR OFC0205
        pass


cdef class Heir(Base):
    cdef int last(self):  #~ ERROR OFC0205
        return 2

    cdef int own(Heir self):
        return 2

    cdef int length(Base self):  #~ ERROR OFC0205
        return 2


@cython.final
cdef class Final:
    @cython.final
    cpdef int open(self):
        return 1


@cython.freelist(8)
cdef class Listed(object):
    pass


@cython.freelist(8)  #~ WARNING OFC0701
cdef class ListedToo(Listed):
    pass


cdef int both(int x):
    return x


def both(x):  #~ WARNING OFC0104
    return x


cdef class OfTuple(tuple):  #~ ERROR OFC0205
    pass


cdef class OfList(list):
    pass


@cython.collection_type("sequence")  #~ ERROR OFC0701
@cython.collection_type("mapping")
cdef class Both:
    pass


class Plain:
    @cython.cfunc  #~ ERROR OFC0001
    def inner(self):
        pass
