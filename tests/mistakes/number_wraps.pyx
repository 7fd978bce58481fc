def f():
    cdef char c = 300  #~ WARNING
    return c
