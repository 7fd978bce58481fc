def f():
    cdef int x = "abc"  #~ ERROR
    return x
