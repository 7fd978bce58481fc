cimport cython
from cython.parallel import prange


@cython.device
def twice(double x):  #~ ERROR
    return x * 2


def run(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = twice(x[i])
