cdef class A:
    cdef int x = 3  #~ ERROR
