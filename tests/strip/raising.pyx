# Cython raises without the GIL by taking it, but not in parallel loops.
from cython.parallel import parallel, prange, device

cdef int alone(int x) except -1 nogil:
    if x < 0:
        raise ValueError("negative")
    assert x > 1
    return x

def serial(int x):
    with nogil:
        if x < 0: raise ValueError("negative")
        assert x > 1
    return alone(x)

def loops(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True):
        if x[i] < 0:
            raise ValueError(
                "negative")
        assert x[i] > 1, "small"; x[i] = alone(i)
        with gil:
            raise KeyError
    for i in prange(x.shape[0], device={x: 'tofrom'}):
        if x[i] < 0:
            raise ValueError
        elif x[i] > 9:
            assert x[i] > 10
    with nogil, parallel(device={}):
        assert x.shape[0] > 1
        for i in prange(x.shape[0]):
            x[i] = 1
    with nogil, device():
        assert x.shape[0] > 1
    raise KeyError

def beside(double[::1] x, int n):
    cdef int i
    for i in prange(n, nogil=True): raise ValueError('no' +
                                                     'body')
    for i in prange(n, device={}): assert (x[i] > 0), ('none'
        'at all')
    for i in prange(n, device={}):
        x[i] = 1; assert x[i] > 0; x[i] = 2  # three
        if x[i] > 1: raise KeyError
    for i in prange(n, nogil=True):
        with gil: raise KeyError(i)
    with nogil:
        for i in prange(n, nogil=True, device={}): assert x[i], "needless nogil"
