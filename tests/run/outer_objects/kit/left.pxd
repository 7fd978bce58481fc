cdef class Left:
    cdef long n

cdef Left of_left(long n)
