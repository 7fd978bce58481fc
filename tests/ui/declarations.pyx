# Declarations that Cython refuses too: types without a size, names that are missing, values that cannot be.

import math

cimport cython

ctypedef void *handle

cdef value
cdef enum Plain:
    two

cdef struct Unknown
cdef struct Known
cdef struct Known:
    Unknown *next
    int (*call)(int x)
    int given = 3  #~ ERROR OFC0001
    object thing  #~ ERROR OFC0205
    double[:] view  #~ ERROR OFC0205

cdef Unknown *pointer
cdef Unknown unknown  #~ ERROR OFC0205
cdef Unknown[3] many  #~ ERROR OFC0205
cdef void nothing  #~ ERROR OFC0205
cdef Known known

ctypedef struct Both:
    int x

cdef struct Both  #~ ERROR OFC0104

cdef extern from *:
    """
    struct shown { int x; };
    typedef struct shown opaque;
    """
    ctypedef struct opaque
    struct shown:
        int x
    struct shown:  #~ WARNING OFC0104
        int y
    ctypedef int number
    ctypedef long number  #~ WARNING OFC0104
    ctypedef enum kind:
        FIRST
    ctypedef enum kind:  #~ WARNING OFC0104
        SECOND
    ctypedef struct Both:  #~ WARNING OFC0104
        int x
    opaque *make(int)
    object thing_of_c  #~ ERROR OFC0205
    int without(void)  #~ ERROR OFC0205
    int with_void(int x, void y)  #~ ERROR OFC0205

cdef int takes(Unknown whole, opaque *part):  #~ ERROR OFC0205
    cdef void local  #~ ERROR OFC0205
    return sizeof(Unknown) + sizeof(part[0]) + sizeof(shown)  #~ ERROR OFC0205

cdef char *text() except -1:  #~ ERROR OFC0201
    return NULL

cdef char *text_too() except <char *>-1:
    return NULL

cdef int *numbers() except? NULL:
    return NULL

cdef double real() except math.nan:  #~ ERROR OFC0205
    return 1

DEF PATH = math.pi  #~ ERROR OFC0101
DEF PARTS = (1, 2)
DEF LAST = (PARTS[1], PARTS[2])  #~ ERROR OFC0202
DEF SIZES = (len(PARTS), max(1, 2))


def never_none(int x not None, char *y not None, double[:] z not None, str s or None):  #~ ERROR OFC0205 #~ ERROR OFC0205
    return x, y


def of_addresses(handle[:] view):  #~ ERROR OFC0205
    pass


def of_no_use(handle p):  #~ ERROR OFC0201
    cdef object[int, shape=3] buffer  #~ ERROR OFC0205
    cdef object[int, ndim=1] other
    return Plain  #~ ERROR OFC0205


@cython.autotestdict(False)  #~ ERROR OFC0701
def whole_modules(text):
    with cython.c_string_encoding("ascii"):  #~ ERROR OFC0701
        return text


@cython.boundscheck(true)  #~ ERROR OFC0701
def spelled(x):
    return x
