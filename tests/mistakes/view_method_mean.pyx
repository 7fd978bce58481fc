def centre(double[:] x):
    cdef double mean = x.mean()  #~ ERROR
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        x[i] -= mean
