from libc.math cimport M_PI
from ..solids.box cimport Box
from . cimport box

ctypedef long Name

cdef inline double sphere_volume(double r) noexcept nogil:
    return 4 * M_PI * r * r * r / 3

cdef inline double wasted(Box *around, double r) noexcept nogil:
    return r - sphere_volume(r)
