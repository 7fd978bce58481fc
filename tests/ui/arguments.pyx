# Arguments of C functions: too many, too few, by names that are not there.
from libc.math cimport sin


cdef int three(int a, int b=2, int c=3) noexcept nogil:
    return a + b + c


ctypedef int (*pointer)(int left, int right)


cdef class Methods:
    cdef int first(self, int x, int y=1):
        return x * y

    cpdef second(self, int x, int y=1):
        return x

    def calls(self, int x):
        self.first()  #~ ERROR OFC0203
        self.first(x, 2, 3)  #~ ERROR OFC0203
        self.first(y=2)  #~ ERROR OFC0203
        self.second(x, z=2)  #~ ERROR OFC0203
        return self.first(y=2, x=x)


cdef class Heir(Methods):
    cdef int first(self, int x, int y):  #~ ERROR OFC0205
        return x

    cpdef second(self, int x, int y=1, int z=2):
        return z


cdef class Last(Heir):
    cpdef second(self, int x, int y=1):  #~ ERROR OFC0205
        return y


def calls(int x, double y):
    three()  #~ ERROR OFC0203
    three(1, 2, 3, 4)  #~ ERROR OFC0203
    three(1, c=3)  #~ ERROR OFC0203
    three(b=2)  #~ ERROR OFC0203
    three(1, a=2)  #~ ERROR OFC0203
    three(1, d=2)  #~ ERROR OFC0203
    cdef pointer function = NULL
    function(1, middle=2)  #~ ERROR OFC0203
    function(left=1)  #~ ERROR OFC0203
    return sin(x=y), sin(number=y), three(c=1, b=2, a=3)  #~ ERROR OFC0203
