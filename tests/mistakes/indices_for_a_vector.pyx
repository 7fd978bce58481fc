from cython.parallel import prange
def f(double[:] x, double[:, :] y):
    cdef int i, j
    for i in prange(y.shape[0], nogil=True, device={}):
        for j in prange(y.shape[1]):
            x[i, j] = y[i, j]  #~ ERROR
            x[i, j] += 1
            x[i, j] *= 2
