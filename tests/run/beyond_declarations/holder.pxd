cdef class Holder:
    cdef double[:, ::1] values
    cdef readonly int _count, count
