# A module's functions need no declaration: Cython refuses one, also where the function is defined.
cdef int later(int v)  #~ ERROR OFC0105
cdef:
    int alone(int v), count  #~ ERROR OFC0105
cdef extern from "math.h":
    double cos(double)

def f(int n):
    return later(n) + <int>cos(n)

cdef int later(int v):
    return v
