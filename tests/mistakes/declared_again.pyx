def f(int n):
    cdef int i
    cdef double s = 0
    for i in range(n):
        s += i
    cdef int i  #~ ERROR
    return s
