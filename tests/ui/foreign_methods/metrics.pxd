cdef class Metric:
    cdef double scale
    cdef double[:] weights
    cdef double dist(self, double x)
    cdef double weighted(self, double[:] x) except -1 nogil
    cdef int optional(self, int x, int y=*)
    @staticmethod
    cdef int number()


ctypedef fused real:
    float
    double


cdef class Fused:
    cdef void any(self, real x)
    cdef void behind(self, double x)
