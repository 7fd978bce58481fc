from offcy import atomic  #~ ERROR
from cython.parallel import prange
def f(double[:] x, int[:] k):
    cdef Py_ssize_t i
    for i in prange(k.shape[0], nogil=True, device={}):
        with atomic():
            x[k[i]] += 1
        with atomic():
            x[0] += 1
