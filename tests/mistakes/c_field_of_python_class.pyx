class A:
    cdef int x  #~ ERROR
