def f(uint8_t[:, :] x):  #~ ERROR
    cdef uint8_t y = x[0, 0]
    return y
