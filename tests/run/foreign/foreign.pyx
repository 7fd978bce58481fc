# cython: boundscheck=False, wraparound=False
# offcy: sources = filters.c
# distutils: define_macros = WITH_OFFSET=2
"""C of others in regions: bodies in headers, sources that are compiled for devices too, C in the module itself."""

cimport cython
from cython.parallel import parallel, prange

cdef extern from "shapes.h" nogil:
    ctypedef struct circle "circle_t":
        double radius
        int colour "color"
    ctypedef enum shade "shade_t":
        LIGHT "SHADE_LIGHT"
        DARK "SHADE_DARK"
    ctypedef double length_t
    int SHAPES_VERSION
    const double UNIT "SHAPES_UNIT"
    enum:
        CORNERS "SHAPES_CORNERS"

    @cython.device
    double area "circle_area"(circle c)
    @cython.device
    length_t scaled(length_t x, shade how)

cdef extern from "filters.h":
    double smoothed(const double *x, ptrdiff_t i, ptrdiff_t n) noexcept nogil
    void sort_three(double *x) nogil
    int next_colour(int) nogil

cdef extern from *:
    """
    /* C of the module's own. */
    #define TWICE(x) ((x) + (x))
    static inline int clamp(int x, int low, int high)
    {
        return x < low ? low : x > high ? high : x;
    }
    """
    @cython.device
    int TWICE(int x) nogil
    @cython.device
    int clamp(int x, int low, int high) nogil

# Python can call them too.
cdef extern from "math.h":
    cpdef double hypot(double, double)
    cpdef double root "sqrt"(double x) nogil

cdef extern from *:
    """
    static int marked = 0;
    static void mark(int by, const char *label) { marked += by + label[0]; }
    static int read_mark(void) { return marked; }
    """
    cpdef void mark(int by, const char *label)
    cpdef int read_mark()


def marks_of(int n):
    mark(n, b"b")
    return read_mark(), root(hypot(n, 4) + 4)


# Declared by no header.
cdef extern from *:
    """
    typedef char narrow_t;
    typedef struct { double parts[5]; } wide_t;
    """
    ctypedef int narrow_t
    ctypedef int wide_t


def sizes(long[:] x):
    """What the header says, not the declaration."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = sizeof(wide_t) + i
    return sizeof(narrow_t), sizeof(wide_t), sizeof(wide_t[3]), sizeof(length_t[2]), sizeof(circle), sizeof(circle[2])


cdef extern double hidden_scale
cdef extern int hidden_sizes[]
cdef extern int hidden_sum(const int *values, int count) nogil


def undeclared(int n):
    cdef int total
    with nogil:
        total = hidden_sum(hidden_sizes, n)
    return total * hidden_scale, hidden_sizes[1]


def constants():
    cdef circle c
    c.radius = 2.0
    c.colour = 3
    return SHAPES_VERSION, UNIT, CORNERS, <int>DARK, area(c), scaled(1.5, LIGHT), c.colour, clamp(7, 0, 5)


cdef circle disc(double radius) noexcept nogil:
    cdef circle c
    c.radius = radius
    c.colour = 1
    return c


def areas(double[::1] radii, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(radii.shape[0], nogil=True, device={}):
        out[i] = scaled(area(disc(radii[i])), DARK) + UNIT * CORNERS


def smooth(double[::1] x, double[::1] out):
    """`x` is only read: the pointer that takes it is const."""
    cdef Py_ssize_t i, n = x.shape[0]
    if n == 0:
        return
    with nogil, parallel(device={}):
        for i in prange(n):
            out[i] = smoothed(&x[0], i, n)


def sort(double[:, ::1] x):
    """What an unknown function does to what a pointer reaches is read and written."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        sort_three(&x[i, 0])


def colours(int[::1] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = clamp(TWICE(next_colour(<int>i)), 1, 20)
