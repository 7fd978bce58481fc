cdef struct Point {  #~ ERROR
    double x
    double y
}
