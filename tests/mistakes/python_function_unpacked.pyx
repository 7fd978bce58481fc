from cython.parallel import prange

cdef helper(double x):
    return x, x * 2

def f(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = helper(x[i])[0]  #~ ERROR
        a, b = helper(x[i])
        x[i] = a + b
