cdef int nowhere(int x)  #~ ERROR OFC0105
cdef double same(double)
cdef double loud(double x) noexcept
cdef double left_out(double x, int n=*, int m=*)
cdef int counter
cdef struct Pair:
    int first
cdef class Promised:
    cdef int x(self)  #~ ERROR OFC0105
cdef class Kept:
    cdef int x
    cdef int next(self)
    cdef int absent(self)  #~ ERROR OFC0105
    cdef double other(self, double)
    cpdef int shared(self, int n=*)
    cdef int other_types(self, int x) noexcept
    cdef int holds_the_gil(self)
    cdef double *many(self, double x=*, int n=*) except NULL
    cdef object never(self)  #~ ERROR OFC0105
    @staticmethod
    cdef int alone(int x) noexcept
    cdef inline int inside(self):
        return self.x
    def __releasebuffer__(self, Py_buffer *info):
        pass
cdef class Announced  #~ ERROR OFC0105
cdef class Later
cdef class Later:
    cdef Kept kept

cdef int defined(int x):  #~ ERROR OFC0001
    return x

def of_python(x):  #~ ERROR OFC0001
    return x

cdef public inline int exported(int x):  #~ ERROR OFC0001
    return x

cdef inline int inlined(int x):
    return x
