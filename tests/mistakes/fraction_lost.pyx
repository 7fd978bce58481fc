def mean(double[::1] x):
    cdef int total = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        total += x[i]  #~ ERROR
    return total / x.shape[0]
