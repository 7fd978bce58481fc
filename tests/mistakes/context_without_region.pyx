def double_all(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device({x: 'to', y: 'from'}):  #~ WARNING
        for i in range(x.shape[0]):
            y[i] = x[i] * 2
