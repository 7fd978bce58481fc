cdef packed struct Pair:
    short a
    double b

cdef class Store:
    cdef public double[:, :] grid
    cdef double[:] row
    cdef const unsigned char[::1] text
    cdef Pair[:] pairs
    cdef object[:] things
    cdef float[:, :, ::1] deep
    cdef public int count
    cdef double[:] given(self)
    cdef void take(self, double[:] row)

cdef class Heir(Store):
    cdef long[:] more
    cdef readonly str name
