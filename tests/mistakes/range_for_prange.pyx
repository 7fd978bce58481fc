from cython.parallel import parallel

def scale(double[:] x):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in range(x.shape[0]):  #~ WARNING
            x[i] = 2 * x[i]
