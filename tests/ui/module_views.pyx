"""What offload regions cannot do with memoryviews of the module."""
from cython.parallel import device, prange

cdef double[:] table


cdef double setting(double[:] x) noexcept nogil:
    global table
    table = x
    return table[0]


cdef double again(int n) noexcept nogil:
    return table[n] if n == 0 else again(n - 1)


def bound(double[:] x, int n):
    global table
    cdef int i
    for i in prange(n, nogil=True, device={}):
        table = x  #~ ERROR OFC0513


def calls(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = setting(x)  #~ ERROR OFC0506


def itself(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = again(i)  #~ ERROR OFC0506
