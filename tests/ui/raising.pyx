# What may be raised where: on the host anything, on a device what needs no interpreter.
from cython.parallel import parallel, prange
from queue import Empty


cdef int noisy(int x) except -1 nogil:
    if x < 0:
        raise ValueError("negative: %d" % x)
    assert x != 3, x
    return x


cdef int on_both(int x) except -1 nogil:
    if x < 0:
        raise ValueError("negative: %d" % x)  #~ ERROR OFC0511
    return x


def host(double[::1] x, error):
    cdef int i
    with nogil:
        if x[0] < 0:
            raise
        raise error  #~^ ERROR OFC0401
    for i in prange(x.shape[0], nogil=True):  #~ WARNING OFC0004
        if x[i] < 0:
            raise ValueError("negative", i)
        assert x[i] > 1, "small"
        x[i] = noisy(i)


def allowed(double[::1] x):
    cdef int i
    with nogil, parallel(device={}):
        assert x.shape[0] > 3
        for i in prange(x.shape[0]):
            if x[i] < 0:
                raise ValueError("negative "
                                 "number")
            if x[i] < 1:
                raise KeyError
            if x[i] < 2:
                raise IndexError()
            assert x[i] < 9, 'nine'


def refused(double[::1] x, error):
    cdef int i
    cdef object ValueError = KeyError
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            if x[i] < 0:
                raise TypeError("negative: %d" % i)  #~ ERROR OFC0511
            if x[i] < 1:
                raise ValueError("another class")  #~ ERROR OFC0511
            if x[i] < 2:
                raise TypeError(1)  #~ ERROR OFC0511
            if x[i] < 3:
                raise TypeError("a", "b")  #~ ERROR OFC0511
            if x[i] < 4:
                raise error  #~ ERROR OFC0511
            if x[i] < 5:
                raise Empty  #~ ERROR OFC0511
            if x[i] < 6:
                raise TypeError("a\0b")  #~ ERROR OFC0511
            if x[i] < 7:
                with gil:  #~ ERROR OFC0505
                    raise TypeError("taken")
            assert x[i] < 9, i  #~ ERROR OFC0511
            x[i] = on_both(i)


def beside(double[::1] x):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            x[i] = 1
        assert x[0] == 1
        assert x[0] == 1, i  #~ ERROR OFC0511
