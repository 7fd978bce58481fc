from .solids.round_things cimport sphere_volume

cdef enum:
    unit = 1

cdef inline double flat(double x) noexcept nogil:
    return x * x + sphere_volume(x) * 0
