# Cython infers no types for the variables of the threads of a parallel block, but for those of its loops.
from cython.parallel import parallel, prange

def of_the_block(double[:] x, int n):
    cdef int i
    with nogil, parallel():
        first = 1.5  #~ ERROR OFC0401
        for i in prange(n):
            each = 2.5
            x[i] = each

def counted(double[:] x, int n):
    with nogil, parallel():
        for k in range(n):  #~ ERROR OFC0401
            pass

def of_a_region(double[:] x, int n):
    with nogil, parallel(device={}):
        first = 1.5
        for i in prange(n):
            x[i] = first
