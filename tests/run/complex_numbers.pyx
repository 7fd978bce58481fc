# cython: boundscheck=False
# Complex numbers: their parts, and their sums and products as reductions.
from cython.parallel import parallel, prange
from libc.complex cimport cimag, conj


def total(double complex[:] z):
    cdef Py_ssize_t i
    cdef double complex s = 0
    for i in prange(z.shape[0], nogil=True, device={}):
        s += z[i]
    return s


def several(double complex[:] z, double complex[:] w):
    """Subtracted in branches, beside others."""
    cdef Py_ssize_t i
    cdef double complex s = 3, t = 1j
    cdef double r = 0
    cdef long n = 0
    for i in prange(z.shape[0], nogil=True, device={}):
        if i % 3 == 0:
            s -= z[i]
        else:
            s -= 2 * w[i]
            n += 1
        t += z[i] * w[i].conjugate()
        r += z[i].real * w[i].imag
    return s, t, r, n


def product(double complex[:] z):
    cdef Py_ssize_t i
    cdef double complex s = 1
    with nogil, parallel(device={}):
        for i in prange(z.shape[0]):
            s *= z[i]
    return s


def narrow(float complex[:, :] z):
    cdef Py_ssize_t i, j
    cdef float complex s = 0
    for i in prange(z.shape[0], nogil=True, device={}):
        for j in range(z.shape[1]):
            s += z[i, j]
    return s


def on_the_host(double complex[:] z):
    cdef Py_ssize_t i
    cdef double complex s = 0
    for i in prange(z.shape[0], nogil=True, num_threads=3):
        s += z[i]
    return s


cdef double complex turned(double complex z) noexcept nogil:
    cdef double complex result = z
    result.real = -z.imag
    result.imag = z.real
    return result


def parts(double complex[:] z, double[:] lengths):
    cdef Py_ssize_t i
    cdef double complex w
    for i in prange(z.shape[0], nogil=True, device={}):
        lengths[i] = abs(z[i]) + abs(z[i].real)
        w = turned(z[i]) / (1 + 2j)
        if w != z[i]:
            z[i].imag = w.real
        z[i].real += w.imag


def host_parts(double complex z, float complex w):
    cdef double complex both = z * w
    both.real += 1
    return z.real, w.imag, abs(z), abs(w), z.conjugate(), both, z == w, (z - w).imag


ctypedef fused any_float:
    long double
    double complex
    long double complex


def long_doubles(any_float[::1] x):
    """The words of a type in any order."""
    cdef long double complex z = 2
    cdef any_float y = x[0]
    return sizeof(y), z.real == 2, y == x[0], x[1]


def long_complex(long double complex z, x):
    cdef long double complex w = x
    return z * w, abs(w)


cdef extern from "complex.h" nogil:
    double creal(double complex z)
    float cimagf(float complex z)


def library_parts(double complex[::1] z, double[::1] out):
    """Functions of C's library: one that the module declares, and one that is cimported."""
    cdef int i
    for i in prange(z.shape[0], nogil=True, device={}):
        out[i] = creal(z[i] * z[i]) + cimag(conj(z[i])) + cimagf(2 * <float complex> z[i])
