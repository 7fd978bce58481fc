"""Complex numbers of integers."""
cimport cython
from cython.parallel import prange, parallel

ctypedef int whole

cdef int complex kept = 3
cdef unsigned char complex few[4]


def arithmetic(int complex a, int complex b):
    return -a, +a, a + b, a - b, a * b, a == b, a != b, a + 1, 2 - b, a * 3000000000


def divided(int complex a, long complex b):
    return a / b, 100 / b, a / 3, a / 2.5


@cython.cdivision(True)
def divided_as_in_c(int complex a, int complex b):
    return a / b


def powers(int complex a):
    return a**a, abs(a)


def mixed(int complex a, float f, double complex d, bint t, long long n):
    return a + f, a - d, a * t, a + n, d if t else a


def of_parts(short complex s, unsigned char complex u, long long complex w):
    s += s
    return s, s * s, u, u + u, w * 2, w.conjugate(), s.conjugate()


def of_doubles(double x, double complex z):
    cdef int complex a = <int complex>x
    cdef long long complex b = <long long complex>z
    return a, b, <double complex>b + z, <long complex>(a + 1)


cdef long complex squared(int complex z) noexcept nogil:
    return z * z


def called(int complex z):
    global kept
    kept += z
    few[1] = <unsigned char complex>kept
    return squared(z), kept, few[1]


def optional(int complex z=2, long complex w=<long complex>1j):
    z -= 1
    return z, w


def summed(long[:] re, long[:] im):
    """Sums and products of parts, in a region and on the host's cores."""
    cdef Py_ssize_t i
    cdef long complex s = 1, p = 1, t = 0
    cdef long complex j = <long complex>1j
    with nogil, parallel(device={}):
        for i in prange(re.shape[0]):
            s += re[i] + im[i] * j
            p *= 1 - 2 * (im[i] % 2)
    with nogil, parallel():
        for i in prange(re.shape[0]):
            t += squared(<int complex>(re[i] - im[i] * j))
    return s, p, t
