# What Cython refuses too: statements, parameters, declarations and values that cannot be.

import cython
from functools import wraps

cpdef int both  #~ ERROR OFC0001
cdef unsigned double real  #~ ERROR OFC0001
cdef const const int twice  #~ ERROR OFC0001
cdef object table[3]  #~ ERROR OFC0205
cdef object *pointer  #~ ERROR OFC0205

cdef struct Empty:  #~ ERROR OFC0001
    pass

cdef struct Pair:
    int a, b

return 1  #~ ERROR OFC0001


class Plain:
    return 2  #~ ERROR OFC0001

    cdef inner(self):  #~ ERROR OFC0001
        pass


cdef class Extension:
    break  #~ ERROR OFC0001


def defaults(a, b=1, c):  #~ ERROR OFC0001
    pass


def separators(a, /, b, /):  #~ ERROR OFC0001
    pass


def contradiction(str a not None = None):  #~ ERROR OFC0001
    pass


cdef none_clause(str a not None):  #~ ERROR OFC0001
    pass


@wraps  #~ ERROR OFC0001
cdef decorated():
    pass


def handlers():
    try:
        pass
    except:
        pass
    except ValueError:  #~ ERROR OFC0001
        pass


def values(options, o):
    cdef int n
    cdef bytes b
    cdef str s
    cdef Pair pair
    cdef Py_UCS4 letter
    x, y = 1, 2, 3  #~ ERROR OFC0201
    x, (y, z) = 1, (2,)  #~ ERROR OFC0201
    x, y, *z = [1]  #~ ERROR OFC0201
    n = "te"  #~ ERROR OFC0201
    letter = b"\xf6"  #~ ERROR OFC0201
    n = [1, 2]  #~ ERROR OFC0201
    b = "text"  #~ ERROR OFC0201
    s = b"bytes"  #~ ERROR OFC0201
    if Pair:  #~ ERROR OFC0205
        pass
    defaults(**options, 1)  #~ ERROR OFC0001
    p = &o  #~ ERROR OFC0205
    del n  #~ ERROR OFC0206
    del pair.a  #~ ERROR OFC0206
    return x, y, z
