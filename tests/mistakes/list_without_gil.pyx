def f(list l, double[:] x):
    cdef int i
    with nogil:
        for i in range(x.shape[0]):
            x[i] = l[i]  #~ ERROR
            l[i] = x[i]
            x[i] += l[i] * 2
