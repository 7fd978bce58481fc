# cython: boundscheck=False, wraparound=False
"""What entering a region costs: loops of regions that do little."""
from cython.parallel import parallel, prange


def resident(double[::1] x, double[::1] y, int repeats):
    """Both arrays stay on the device; every region finds them there."""
    cdef int r, i
    with nogil, device({x: 'tofrom', y: 'tofrom'}):
        for r in range(repeats):
            with parallel(device={x: 'to', y: 'tofrom'}):
                for i in prange(8):
                    y[i] = x[i]


def resident_inferred(double[::1] x, double[::1] y, int repeats):
    """The same with nothing said."""
    cdef int r, i
    with nogil, device():
        for r in range(repeats):
            with parallel(device={}):
                for i in prange(8):
                    y[i] = x[i]


def mapped(double[::1] x, double[::1] y, int repeats):
    """Every region sends one array and brings the other back."""
    cdef int r, i
    with nogil:
        for r in range(repeats):
            with parallel(device={x: 'to', y: 'from'}):
                for i in prange(x.shape[0]):
                    y[i] = x[i]
