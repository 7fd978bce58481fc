cdef struct P:
    double x
def f():
    cdef P p = P(1, 2)  #~ ERROR
    return p.x
