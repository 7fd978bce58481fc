cdef struct P:
    double x
    double y

def f(double[:] out):
    cdef P p
    p.x = p.y = 1
    q = p.z  #~ ERROR
    out[0] = q * 2
    out[1] = p.z
