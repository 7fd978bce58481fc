"""What the elements of memoryviews are where Python sees them: what the object says that has the memory."""

import numpy as np


cdef struct Point:
    double x
    char c


cdef packed struct Mixed:
    signed char a
    unsigned char b
    short s
    long long q
    float f[3]


cdef class Holder:
    cdef char[:] letters
    cdef unsigned char[:] mask

    def __init__(self, letters, mask):
        self.letters = letters
        self.mask = mask

    def both(self):
        return np.asarray(self.letters), np.asarray(self.mask)


def chars(char[:] v):
    return np.asarray(v), memoryview(v).format, v[0]


def signed_chars(signed char[:] v):
    return np.asarray(v), memoryview(v).format, v[0]


def unsigned_chars(unsigned char[:] v):
    return np.asarray(v), memoryview(v).format, v[0]


def constant(const unsigned char[:] v):
    return np.asarray(v), memoryview(v).format


def longs(long[:] v):
    return np.asarray(v).dtype.char, memoryview(v).format


def long_longs(long long[:] v):
    return np.asarray(v).dtype.char, memoryview(v).format


def points(Point[:] v):
    return str(np.asarray(v).dtype), str(np.asarray(v.copy()).dtype), str(np.asarray(v[::-1]).dtype), v[0]


def mixed(Mixed[:] v):
    return str(np.asarray(v).dtype), v[0]


def complexes(double complex[:] v):
    return str(np.asarray(v).dtype), memoryview(v).format


def parts(char[:, :] v):
    return np.asarray(v[::2]), np.asarray(v.copy()), np.asarray(v.copy_fortran()), np.asarray(v[:, 0]), np.asarray(v.T)


def masked(unsigned char[:] mask, x):
    """A mask stays one."""
    return x[np.asarray(mask)]


def taken_again(char[:] v):
    """What is made of a memoryview's object is judged by that, too."""
    cdef object seen = v
    cdef signed char[:] signed
    cdef unsigned char[:] unsigned
    try:
        signed = seen
        result = [signed[0]]
    except ValueError as error:
        result = [str(error)]
    try:
        unsigned = seen
        result.append(unsigned[0])
    except ValueError as error:
        result.append(str(error))
    cdef object copied = v.copy()
    try:
        unsigned = copied
        result.append(unsigned[0])
    except ValueError as error:
        result.append(str(error))
    return result


def local(int n):
    cdef char[:] v = np.zeros(n, np.int8)
    cdef unsigned char[::1] w = np.ones(n, bool)
    return np.asarray(v), np.asarray(w), np.asarray(w[1:])


def lives_on(int n):
    """The format of what is gone."""
    cdef Point[:] v = np.zeros(n, np.dtype([("first", "f8"), ("second", "i1")], align=True))
    seen = v.copy()
    again = memoryview(seen)
    del v
    return str(np.asarray(seen).dtype), again.format, again.itemsize
