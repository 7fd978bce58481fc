# C functions and methods that take and give memoryviews, called by other modules.

cimport cython

ctypedef fused row:
    double[:]
    const float[::1]

ctypedef double (*measure)(const double[:] x, double by) except? -1 nogil

cdef double total(const double[:] x) except? -1 nogil
cdef double dotted(double[:, ::1] x, double[:] y) noexcept nogil
cdef double end(const double[:, :] x, Py_ssize_t i) noexcept nogil
cdef double tail(const double[:, :] x, int column) noexcept nogil
cdef double[:] doubled(double[:] x)
cdef double[::1] made(int n)
cdef object keep(double[:] x)
cdef double[:] kept()
cdef double weighed(double[:] x, double by=*, object more=*) except? -1
cpdef double[:] shifted(double[:] x, double by)
cdef double of_fused(row x, int n) except? -1
cdef double pointed(int n, measure f, const double[:] x) except? -1 nogil
cpdef int rescaled(cython.floating[:] x, cython.floating by) except -1
cdef measure by_name(str name)


cdef class Rows:
    cdef public double scale
    cdef double first(self, double[:] x) except? -1 nogil
    cdef double[:] half(self, double[:] x)
    cpdef double least(self, const double[:] x) except? -1
    cdef int filled(self, double[:] x, double value=*) except -1
    cdef double plain(self) noexcept nogil


cdef class Longer(Rows):
    cdef double last(self, double[:, :] x, int column) noexcept nogil
