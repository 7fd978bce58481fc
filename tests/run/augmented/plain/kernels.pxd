import cython
from plain.edges cimport Edge

cdef int counter

cpdef double half(double x)
@cython.locals(result=double)
cpdef double power(double x, int n=*)
cpdef int halves(int n) noexcept
cdef double _hidden(double a)
cpdef uses_hidden(double a)
@cython.locals(i=cython.Py_ssize_t, s=cython.double)
cpdef double total(double[:] values)
@cython.locals(i=cython.Py_ssize_t)
cpdef void scale(double[::1] values, double by)
cpdef unsigned char wraps(unsigned char i) except? 7
cpdef int count() except -1
cdef:
    double checked(double x) except? -2

cpdef void nothing(double x)

cdef class Base:
    cdef public int x
    cdef readonly str name
    cdef list kept
    cpdef int scaled(self, int by)
    cpdef double twice(self)
    cdef double _inner(self, double k)

cdef class Heir(Base):
    cdef int extra
    cpdef int scaled(self, int by)

cdef class Silent(Base):
    pass

@cython.final
cdef class Fringe(Edge):
    pass
