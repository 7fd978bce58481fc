cdef struct P:
    int x
    int x  #~ ERROR

cdef int f(P p):
    return p.x
