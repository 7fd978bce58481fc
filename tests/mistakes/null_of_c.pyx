cdef int f(int* p):
    if p == null:  #~ ERROR
        return 0
    return p[0]
