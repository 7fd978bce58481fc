"""Device functions of another module: their bodies come along."""

from cython.parallel import parallel, prange

from tools cimport waves
from tools.waves cimport Wave, damped, plain, steps


def waved(double[::1] x, double[::1] y, double height):
    cdef Py_ssize_t i
    cdef Wave wave
    wave.height = height
    wave.phase = 0.5
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            y[i] = damped(waves.at(wave, x[i]), i)


def checked(int[::1] n, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(n.shape[0], nogil=True, device={}):
        y[i] = steps(n[i])


def summed(double[:, ::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = waves.total(&x[i, 0], x.shape[1])


def host(double x):
    cdef Wave wave
    wave.height = x
    wave.phase = 0
    return waves.at(wave, x), damped(x, 3), plain(x)
