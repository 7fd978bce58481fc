from cython.parallel import prange

def reverse(double[:, :] x):
    cdef Py_ssize_t i, j
    cdef double[:] row
    for i in prange(x.shape[0], nogil=True, device={}):
        row = x[i].copy()  #~ ERROR
        for j in range(x.shape[1]):
            x[i, j] = row[x.shape[1] - 1 - j]
