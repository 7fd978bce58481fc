# `bytes` objects in regions, which Cython reads with the GIL alone.
from cython.parallel import prange, parallel


def at(bytes data, Py_ssize_t i):
    return data[i], data[i] + 1, len(data)


def counts(bytes data, long[:] out):
    cdef Py_ssize_t i, k
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = 0
        for k in range(len(data)):
            if data[k] == 97 + i:
                out[i] = out[i] + 1


def last(bytes data, long[:] out, Py_ssize_t at):
    cdef Py_ssize_t i
    with nogil, parallel(device={data: 'to'}):
        for i in prange(out.shape[0]):
            out[i] = data[at] + data[-1]


def two(bytes data, bytes more, long[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], device={}):
        out[i] = data[i]
    with nogil:
        for i in prange(out.shape[0], device={}):
            out[i] = out[i] + more[i] * data[0]
