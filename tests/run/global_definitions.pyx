# Definitions of names that the module declares as variables of C: these hold them. Cython leaves the variables empty.
cimport cython

cdef object before
cython.declare(made=object, Made=object, twice=object)


def made(x):
    return x + 1


class Made:
    n = 3


@cython.locals(x=int)
def twice(x, y=[]):
    return 2 * x, made(x), y


def before():
    return "before"


def all_made():
    return made(1), Made.n, twice(4), before()
