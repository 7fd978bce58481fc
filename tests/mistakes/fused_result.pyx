ctypedef fused real:
    float
    double
cdef real f():  #~ ERROR
    return 1
