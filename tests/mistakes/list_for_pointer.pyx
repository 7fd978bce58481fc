def total(int flag):
    cdef int *weights
    if flag:
        weights = [1, 2, 3]  #~ ERROR
    else:
        return 0
    return weights[0] + weights[2]
