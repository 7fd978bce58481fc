cimport cython
from cython.parallel import prange

ctypedef fused real:
    float
    double

either = cython.fused_type(int, long)


@cython.device
cdef real half(real x) noexcept nogil:
    return x / 2


def halve(real[:] x, either n=1):
    cdef Py_ssize_t i
    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            if real is double and either in cython.integral:
                x[i] = half[double](x[i])
            else:
                x[i] = half(x[i])
