from cython.parallel import prange
cdef double total = 0
def f(double[:] x):
    global total
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        total += x[i]  #~ ERROR
        if total > 3:
            total = 0
