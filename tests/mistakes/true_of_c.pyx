def f():
    cdef bint x = true  #~ ERROR
    return x
