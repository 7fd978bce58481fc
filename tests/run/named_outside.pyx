# compile-time-env: OPENMP=True,SIZE=3,SCALE=2.5,LABEL=some text,NOTHING=None,OFF=False,LEVEL=1
# compile-time-env: LESS=-3,_later=007,SIZE=4,
"""Names that have values from outside: `-E` of the command line."""
from cython.parallel import prange

cimport cython

if OPENMP:
    cimport openmp

IF OPENMP and SIZE > 3:
    DEF BLOCK = 2 * SIZE
ELSE:
    DEF BLOCK = 1

IF not OFF:
    from libc.math cimport sqrt

cdef double[SIZE] table
cdef int[BLOCK + 1] blocks

before = LEVEL
DEF LEVEL = LEVEL + 10
after = LEVEL


def values():
    return OPENMP, SIZE, SCALE, LABEL, NOTHING, OFF, LESS, _later, BLOCK, before, after


def types():
    cdef double x = SCALE
    cdef int n = SIZE
    return cython.typeof(SCALE), cython.typeof(SIZE), x, n, SIZE * 2 + 1, sqrt(SIZE), -SCALE, f"{LABEL}!"


def threads():
    if OPENMP:
        return openmp.omp_get_max_threads() >= 1
    else:
        return no_such_module.threads()


def sizes():
    cdef int i
    for i in range(SIZE):
        table[i] = i * SCALE
    return sizeof(table) // sizeof(double), sizeof(blocks) // sizeof(int), [table[i] for i in range(SIZE)]


def region(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * SCALE + SIZE


def default(int n=SIZE, label=LABEL, double scale=SCALE):
    return n, label, scale


class Python:
    SIZE_OF = SIZE

    def SIZE(self):
        return self.SIZE_OF + SIZE


def attribute(x):
    return x.SIZE()
