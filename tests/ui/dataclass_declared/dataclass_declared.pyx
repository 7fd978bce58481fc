# A dataclass that its `.pxd` decorates.

cdef class Point:
    pass

def made(Point point):  #~ ERROR OFC0010
    return point.x
