cdef struct P:
    int x
cdef int f(P* p):
    return p->x  #~ ERROR
