# cython: language_level=3
"""What can go wrong around a device: each function is one way, and `good` goes right."""
cimport cython
from cython.parallel import parallel, prange
from offcy.parallel import update


def good(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i] + 1


def written_beside(double[::1] x, double[::1] y):
    """Reads all of x, writes all of y."""
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i] + 1


def written_beside_explicit(double[::1] x, double[::1] y):
    cdef int i
    with nogil, parallel(device={x: 'to', y: 'tofrom'}):
        for i in prange(y.shape[0]):
            y[i] = x[i] + 1


def read_beside(double[::1] x, double[::1] y, double[::1] out):
    cdef int i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = x[i] + y[i]


def beside_resident(double[::1] x, double[::1] y):
    """A region on y, while x is on the device."""
    cdef int i
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 100
        for i in prange(y.shape[0], device={}):
            y[i] = y[i] + 1


def to_and_from(double[::1] source, double[::1] target):
    cdef int i
    with nogil, parallel(device={source: 'to', target: 'from'}):
        for i in prange(target.shape[0]):
            target[i] = source[i] * 10


def some(double[::1] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def update_from(double[::1] x, double[::1] y):
    cdef int i
    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        update({y: 'from'})


def rebound(double[::1] x, double[::1] y, bint returns, bint raises):
    """The context enters with both, and leaves while `x` shows `y`."""
    cdef int i
    with device({x: 'tofrom', y: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        x = y
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        if returns:
            return
        if raises:
            raise KeyError("leave")


def update_to(double[::1] x):
    update({x: 'to'})


@cython.boundscheck(False)
@cython.wraparound(False)
def unchecked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def checked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


@cython.nonecheck(True)
def none_checked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def pointed(double[::1] x, long address, long count):
    """The pointer's elements are mapped, whatever `x` is."""
    cdef double *p = <double *><size_t>address
    cdef int i
    with nogil, parallel(device={p: ('to', count)}):
        for i in prange(x.shape[0]):
            x[i] = x[i] + p[0]


def strided(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] + 1


def total(const double[:, :] x):
    cdef double s = 0
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            s += x[i, j]
    return s


def corners(double[:, :, :] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, 0, 0] = i
        x[i, x.shape[1] - 1, x.shape[2] - 1] = i


def second(double[::1] x, double[:] y):
    """Two variables: the first fits."""
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[0]


def on_device(double[::1] x, int number):
    cdef int i
    with nogil, parallel(device={}, device_num=number):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1


def host_alone(double[::1] x):
    cdef int i
    with nogil, parallel(num_threads=2):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1
