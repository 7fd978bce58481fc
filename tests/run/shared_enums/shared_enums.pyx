# Constants of other `.pxd` files: as values, in values of other enums, and as lengths of C arrays.
cimport parts.sizes
from parts cimport sizes as other
from parts.sizes cimport M as Many
from parts.sizes cimport N, Color, GREEN, Row, shape
from parts.more cimport FIRST
from cython.parallel import prange

cdef enum Own:
    X = N + 1
    Y
    Z = Many * Y

cdef int a[N]
cdef int b[other.M]
cdef int c[Many * 2 + other.RED]
cdef int d[Color.BLUE]
cdef int e[other.Color.GREEN]
cdef int g[GREEN]
cdef int h[Own.X]
cdef int k[parts.sizes.Color.RED][other.AFTER]
cdef int l[2 * FIRST - 1]


def sizes():
    cdef Row row
    cdef double z[other.N]
    cdef int[Many] w
    cdef int[Many + 1] v
    cdef int[other.Color.RED] u
    return [sizeof(a), sizeof(b), sizeof(c), sizeof(d), sizeof(e), sizeof(g), sizeof(h), sizeof(k), sizeof(l),
            sizeof(row), sizeof(z), sizeof(w), sizeof(v), sizeof(u), sizeof(int[Many])]


def values():
    cdef Color color = Color.RED
    cdef Color next_one = other.Color.GREEN
    cdef int as_int = parts.sizes.Color.BLUE
    cdef long total = Many + other.N * N + other.GREEN
    cdef shape flat = other.shape.FLAT
    cdef int round_one = shape.ROUND
    return [color, next_one, as_int, total, N, Many, Many + 1, -Many, X, Y, Z, Own.Y, FIRST, other.AFTER, flat, round_one,
            other.shape.ROUND, color == Color.RED, next_one == GREEN, other.Color.BLUE]


def named(Color color):
    if color == other.RED:
        return 'red'
    elif color == Color.GREEN:
        return 'green'
    return int(color)


def filled(int[::1] x):
    """The constants in a region."""
    cdef int i
    cdef int table[Many]
    for i in range(Many):
        table[i] = i * other.Color.BLUE
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = table[i % Many] + Color.GREEN + FIRST
