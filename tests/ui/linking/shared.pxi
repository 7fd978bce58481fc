cdef int from_pxi(int x) noexcept:
    return x + undefined_here  #~ ERROR OFC0101
