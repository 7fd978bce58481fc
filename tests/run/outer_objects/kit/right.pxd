cdef class Right:
    cdef long n

cdef Right of_right(long n)
