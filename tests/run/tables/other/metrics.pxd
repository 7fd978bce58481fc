# Classes with C methods.

cdef struct Pair:
    int first
    double second


cdef class Plain:
    cdef public int number


cdef class Metric(Plain):
    cdef double scale
    cdef double[:, ::1] matrix
    cdef public list seen
    cdef double dist(self, const double *x, const double *y, Py_ssize_t n) except -1 nogil
    cdef int optional(self, int x, int y=*) except -1
    # What nobody here calls may be passed as Cython does.
    cdef double[:] row(self, double[:, :] x, int at)
    cdef void note(self, object what)
    cpdef object describe(self, int depth)
    cdef Pair pair(self, int first) noexcept nogil
    cdef inline int twice(self, int x) noexcept nogil:
        return 2 * x


cdef class Bent(Metric):
    cdef double power
    cdef double dist(self, const double *x, const double *y, Py_ssize_t n) except -1 nogil
    cdef double bend(self, double x) except? -1 nogil
    cdef Metric other(self)
