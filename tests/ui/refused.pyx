# What Cython refuses too: statements, parameters, declarations and values that cannot be.

import cython
from functools import wraps

cpdef int both  #~ ERROR OFC0001
cdef unsigned double real  #~ ERROR OFC0001
cdef const const int twice  #~ ERROR OFC0001
cdef int *restrict promised(int *restrict x):  #~ ERROR OFC0001
    pass
cdef extern int gives_function()()  #~ ERROR OFC0205
cdef extern void functions[5]()  #~ ERROR OFC0205
cdef object table[3]  #~ ERROR OFC0205
cdef object *pointer  #~ ERROR OFC0205

cdef int  #~ ERROR OFC0001
cdef size_t[3]  #~ ERROR OFC0001
cdef enum Sized(int):  #~ ERROR OFC0001
    one

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


def late(x):
    y = x + count  #~ WARNING OFC0106
    for before in range(3):
        y += before
    [after for after in range(3)]
    cdef int after
    cdef int count = 1  #~ ERROR OFC0001
    cdef int before  #~ ERROR OFC0001
    cdef int own = dict(own=1)['own']
    return lambda: own


def inner_uses():
    return late_global


cdef int late_global = 1
print(late_module)
cdef object late_module  #~ ERROR OFC0001
