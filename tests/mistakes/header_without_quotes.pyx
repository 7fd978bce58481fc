cdef extern from math.h:  #~ ERROR
    double sin(double)
