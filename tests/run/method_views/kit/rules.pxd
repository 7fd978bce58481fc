# Classes whose C methods take and return memoryviews.

cdef class Rule:
    cdef int calls
    cdef double total(self, const double[:] x) except -1
    cdef double[:, ::1] table(self, Py_ssize_t rows, double fill=*)
    cdef void scale(self, double[:] x, double by) noexcept nogil
    cpdef double[:] part(self, double[:] x, int begin)
    cdef double[:] kept(self, double[:] x)
    cdef int fails(self, double[:] x) except -1 nogil


cdef class Twice(Rule):
    cdef double weigh(self, long[:] counts, object what) except? -1


cpdef double ask(Rule rule, double[:] x) except -1
