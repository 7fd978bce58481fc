# C functions that pass memoryviews between modules of two compilers.

cdef packed struct pair:
    float a
    int b

cdef struct point:
    char tag
    double at[2]

ctypedef fused real:
    float
    double

ctypedef double[:] line

cdef double total(double[:] x) except? -1
cdef double quick(const double[:] x) noexcept nogil
cdef double[:] half(double[:] x, Py_ssize_t n)
cdef void keep(double[:] x)
cdef double kept() except? -1
cdef double[:] held()
cdef void drop()
cdef object shown(double[:, :] x, pair[:] p)
cdef object points(point[:] p)
cpdef double[:, ::1] grid(Py_ssize_t n, double v)
cpdef line first(line x, line y)
cdef real dot(const real[:] x, const real[:] y)
cdef real[:] scaled(real[:] x, real by)
cdef double[:, :] turned(double[:, :] x)
cdef list objects(object[:] o)
cdef object[:] again(object[:] o)
cdef double[:] none_or(double[:] x, bint fail) except *
cdef int missing(double[:] x) noexcept
cdef pair middle(pair[:] p, Py_ssize_t n) except *
cdef double complex conjugated(double complex[::1] z) noexcept nogil
cdef double deep(float[:, :, :, :] x, double weight, const long[:] at) except? -1 nogil
cdef int quiet(double[:] x) noexcept
cdef void filled(double[::1, :] x, double v) nogil
cdef object ask(object f, unsigned char[:] bytes)
cdef double[:] asked(object f)
cdef double[:, :] reversed(double[:, :] x, Py_ssize_t depth)
