cdef void g():
    pass
def f():
    cdef int x = g()  #~ ERROR
    return x
