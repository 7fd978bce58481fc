cdef double g(double x):
    return x * 2
def f(double[:] x):
    cdef int i
    with nogil:
        for i in range(x.shape[0]):
            x[i] = g(x[i])  #~ ERROR
            x[i] += g(x[i])
