from cython.parallel import parallel, prange


def shared(double[:] x):
    cdef int i
    with nogil, parallel():
        for i in prange(x.shape[0], device={}):  #~ ERROR OFC0520
            x[i] += 1


def each(double[:] x):
    cdef int i
    with nogil, parallel():
        with parallel(device={}):  #~ ERROR OFC0520
            for i in prange(x.shape[0]):
                x[i] += 1


def of_iterations(double[:, :] x):
    cdef int i, j
    with nogil, parallel():
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1], device={}):
                x[i, j] += 1
