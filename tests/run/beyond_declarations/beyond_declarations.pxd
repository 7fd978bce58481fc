# The functions have arguments that only their module may give.
cpdef double scaled(double x)
cdef int added(int a)
cdef int constant()
