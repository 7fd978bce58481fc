cimport cython.operator as op
from cython.operator cimport comma, dereference as deref, preincrement as inc, typeid
from cython.operator cimport increment  #~ ERROR OFC0103


cdef struct Point:
    int x


cdef f(x, int n, double[:] view, Point point, int *p, void *q):
    cdef int[3] a
    deref(x)  #~ ERROR OFC0202
    deref(n)  #~ ERROR OFC0202
    deref(view)  #~ ERROR OFC0202
    deref(a)  #~ ERROR OFC0202
    deref(q)  #~ ERROR OFC0202
    inc(x)  #~ ERROR OFC0202
    inc(point)  #~ ERROR OFC0202
    inc(n + 1)  #~ ERROR OFC0206
    inc(3)  #~ ERROR OFC0206
    inc(n, 1)  #~ ERROR OFC0520
    comma(n, n)  #~ ERROR OFC0520
    typeid(n)  #~ ERROR OFC0011
    op.postdecrement(view[0])
    y = inc  #~ ERROR OFC0520
    return deref(p), inc(point.x)
