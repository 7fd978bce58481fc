from cython.parallel import prange


def sums(double[::1] x):
    cdef Py_ssize_t i
    cdef double a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0, a8 = 0, a9 = 0
    cdef double b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0, b6 = 0, b7 = 0, b8 = 0, b9 = 0
    cdef double c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0, c6 = 0, c7 = 0, c8 = 0, c9 = 0
    cdef double d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0, d6 = 0, d7 = 0, d8 = 0, d9 = 0
    cdef double last = 0
    for i in prange(x.shape[0], nogil=True, device={}):  #~ ERROR OFC0504
        a0 += x[i]
        a1 += x[i]
        a2 += x[i]
        a3 += x[i]
        a4 += x[i]
        a5 += x[i]
        a6 += x[i]
        a7 += x[i]
        a8 += x[i]
        a9 += x[i]
        b0 += x[i]
        b1 += x[i]
        b2 += x[i]
        b3 += x[i]
        b4 += x[i]
        b5 += x[i]
        b6 += x[i]
        b7 += x[i]
        b8 += x[i]
        b9 += x[i]
        c0 += x[i]
        c1 += x[i]
        c2 += x[i]
        c3 += x[i]
        c4 += x[i]
        c5 += x[i]
        c6 += x[i]
        c7 += x[i]
        c8 += x[i]
        c9 += x[i]
        d0 += x[i]
        d1 += x[i]
        d2 += x[i]
        d3 += x[i]
        d4 += x[i]
        d5 += x[i]
        d6 += x[i]
        d7 += x[i]
        d8 += x[i]
        d9 += x[i]
        last = x[i]
    return (last, a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + b0 + b1 + b2 + b3 + b4 + b5 + b6 + b7 + b8 + b9
            + c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 + d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9)
