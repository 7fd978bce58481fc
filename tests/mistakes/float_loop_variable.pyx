from cython.parallel import prange

def f(double[:] x):
    cdef double i
    for i in prange(x.shape[0], nogil=True, device={}):  #~ ERROR
        x[<int>i] = 0
