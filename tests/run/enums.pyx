# Enums: of C alone, of Python too, without a name.
from cython.parallel import prange

cdef public enum Shown:
    SHOWN = 7
    SHOWN_TOO


cpdef enum Color:
    """What C knows
    as a number."""
    RED = 1
    GREEN
    BLUE = 8

cdef enum Plain:
    P0, P1 = 5

cdef enum:
    SIZE = 4

cpdef enum:
    PUB = 7
    PUB2


def take(Color c):
    return c


def back(int n):
    return <Color>n


def plain(Plain p):
    return p


cpdef Color cp(Color c):
    return BLUE if c == RED else c


def consts():
    return RED, GREEN + 1, Color.BLUE, SIZE, PUB, P1, Plain.P1


def region(int[:] x):
    cdef int i
    cdef Color c
    for i in prange(x.shape[0], nogil=True, device={}):
        c = GREEN if x[i] % 2 else BLUE
        x[i] = c + SIZE + PUB + P1


def arr():
    cdef int a[SIZE]
    cdef int i
    for i in range(SIZE):
        a[i] = i
    return a


def of_python(value):
    """The class, as Python has it."""
    return isinstance(value, Color), Color(2), len(list(Color))


cdef extern from *:
    """
    enum level { LOW = -1, MIDDLE = 3, HIGH = 12, ALSO_HIGH = 12 };
    #define LIMIT (40 + 2)
    """
    cpdef enum level:
        LOW
        MIDDLE
        TOP "HIGH"
        ALSO_HIGH
    cpdef enum:
        LIMIT
        ONE "1"
    cdef enum:
        SECRET "LIMIT"


def of_header(level value=level.LOW):
    """Members that a header has, as C's and as Python's."""
    return value, level.MIDDLE, TOP, value == LOW, LIMIT + SECRET


def levels_in_region(int[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] += level.TOP if x[i] % 2 else LIMIT
