cdef int f(int x) {  #~ ERROR
    return x
}
