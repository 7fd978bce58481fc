def f():
    cdef int a[3]
    a = 5  #~ ERROR
    return a[0]
