cdef inline int good(int x) noexcept:
    return x

cdef inline int lost(int x noexcept:  #~ ERROR OFC0001
    return x
