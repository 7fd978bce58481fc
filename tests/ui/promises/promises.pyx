# What the module's own .pxd says holds.
cdef double same(double x):
    return x


cdef double loud(double x):  #~ ERROR OFC0105
    return x


cdef double left_out(double x, int n, int m=2):  #~ ERROR OFC0105
    return x


cdef int counter = 3


def f(int x):
    cdef Pair pair
    pair.first = x
    return same(x) + counter + pair.first


cdef class Kept:
    cdef int next(self):
        self.x += 1
        return self.x

    cdef double other(self, int x):  #~ ERROR OFC0105
        return x

    cpdef int shared(self, int n=2):
        return n

    cdef int other_types(self, double x) noexcept:  #~ ERROR OFC0105
        return 1

    cdef int holds_the_gil(self) nogil:  #~ ERROR OFC0105 #~ ERROR OFC0401
        return 1

    cdef double *many(self, double x=1, int n=2) except NULL:
        return NULL

    @staticmethod
    cdef int alone(int x) noexcept:
        return x


cdef class Ahead:
    cdef int later(self, int)
    cdef double otherwise(self, int x)
    cdef int never(self)  #~ ERROR OFC0105

    def use(self):
        return self.later(1)

    cdef int later(self, int x):
        return x

    cdef int otherwise(self, int x):  #~ ERROR OFC0105
        return x


cdef class Announced:
    pass


cdef class Later:
    pass


cdef class Forward  #~ ERROR OFC0105
cdef class Behind


cdef class Behind:
    pass
