# What the module's own .pxd says holds.
cdef double same(double x):
    return x


cdef double loud(double x):  #~ ERROR OFC0105
    return x


cdef int counter = 3


def f(int x):
    cdef Pair pair
    pair.first = x
    return same(x) + counter + pair.first


cdef class Kept:
    cdef int next(self):
        self.x += 1
        return self.x
