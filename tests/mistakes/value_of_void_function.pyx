cdef void f():
    return 3  #~ ERROR
