cdef class Counter:
    cdef public long n

cdef object anything
cdef dict table
cdef set names
cdef Counter counter
cdef str word
cdef list items
cdef tuple pair
cdef double factor
cdef long[3] counts
