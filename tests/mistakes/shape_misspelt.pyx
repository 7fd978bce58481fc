from cython.parallel import prange

def f(double[:, :] x):
    cdef int i, j
    for i in prange(x.shpe[0], nogil=True, device={}):  #~ ERROR
        for j in range(x.shpe[1]):
            x[i, j] = 0
