def f():
    cdef int x = None  #~ ERROR
    return x
