cdef int f() noexpect:  #~ ERROR
    return 1
