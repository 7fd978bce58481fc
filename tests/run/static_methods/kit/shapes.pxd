# A class with C methods that take no object, among others that do.


cdef class S:
    cdef double a
    cdef void move(self, double dx) noexcept
    @staticmethod
    cdef S make(double x)
    @staticmethod
    cdef double twice(double x)
    @staticmethod
    cdef int fails(int x) except -5
    @staticmethod
    cdef double pure(double x) noexcept nogil
    @staticmethod
    cdef void nothing(int x)
    @staticmethod
    cdef int plain(int x)
    cdef double get(self)
