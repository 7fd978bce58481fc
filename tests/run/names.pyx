# cython: boundscheck=False, wraparound=False
"""Names that C has for itself, and names of ours."""
from cython.parallel import prange


def register(int auto, double restrict=1.0, *, int I=0):
    """Keywords and macros as parameters."""
    cdef int NULL_ = 3, EOF = 4, errno = 5, _line = 6, _result = 7, linux = 8
    return auto + restrict + I + NULL_ + EOF + errno + _line + _result + linux


def printf(char read, unsigned char write):
    cdef int offcy_fail = read, OFFCY_FAIL = write
    return offcy_fail * OFFCY_FAIL


cdef double exit(double x) nogil:
    return x + 1


def größe(double ä):
    return exit(ä)


def regions(double[::1] X, double[::1] X_n0, int _device):
    cdef int i, main = 2
    for i in prange(X.shape[0], nogil=True, device={}):
        X_n0[i] = X[i] * main + _device
    return main


def lookalikes(double[:, ::1] x, double _total, int x_n0, int x_first, int x_count, Py_ssize_t _total_first):
    """What kernels call the address of a result, an extent, and the ends of a section."""
    cdef Py_ssize_t i, j, _i = x.shape[1], _thread = x.shape[0]
    cdef double total = 0, _number = 0
    for i in prange(1, _thread, nogil=True, device={}):
        for j in range(_i):
            _number = x[i, j] * _total + x_n0 * x_first - x_count
            total += _number
    return total, _number, _total_first


def methods(double slots):
    """As the module's own tables."""
    return slots


def methods_py(int definition):
    return definition


cdef double never_called(double x) nogil:
    return x


def frozen(frozendict given, key):
    return given.get(key), frozendict([(1, 2)])[1], isinstance(given, frozendict), len(given)


ctypedef fused keyed:
    frozendict
    list
    double


def kind(keyed value):
    if keyed is frozendict:
        return "frozendict"
    elif keyed is list:
        return "list"
    else:
        return "double"


def others(a):
    return intern(a), getattr3(a, "nothing", 3)


cdef object math, operator, re
cdef int[2] pair, operator_2
import math, operator, re


def modules():
    """`operator` starts names of C++ methods."""
    cdef int x, operator
    operator = 3
    x = operator
    return x


def products(xs):
    cdef object reduce, operator
    reduce, operator = [], globals().get("operator")
    return math.prod(xs), operator, re.sub("a", "b", "cat")


def indexed(int n):
    cdef double operator[4]
    cdef int *p, operator_, i
    for i in range(4):
        operator[i] = i * n
    return [operator[i] for i in range(4)]
