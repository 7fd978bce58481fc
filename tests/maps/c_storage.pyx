# cython: boundscheck=False, wraparound=False
# Variables of C that views show, and such as none shows, used by the host's code where data are kept.
from cython.parallel import parallel, prange
from libc.string cimport memset

cdef double table[8]
cdef double private_table[8]


cdef struct Pair:
    double a[4]
    long n


cdef void poke(double *p) noexcept nogil:
    p[1] = 7


cdef double of_table(int at) noexcept nogil:
    return table[at]


def parts(double[::1] x, Py_ssize_t n):
    """Parts of an array are told apart; what `x` shows is no variable of the function's."""
    cdef double buf[8]
    cdef double other[8]
    cdef Py_ssize_t i
    cdef double[::1] v = buf
    #~ v: tofrom | v[0:8] | moved when a side needs it: regions write it, the host's code reads it and writes it
    #~ x: to | x[0:8] | regions only read it, the host's code does not use it
    with device():
        #~ v: tofrom | v[0:8] | read and written
        #~ x: to | x[0:8] | only read
        for i in prange(8, nogil=True, device={}):
            v[i] = v[i] + x[i]
        #~ host: write all of buf[2:3]
        buf[2] = other[3]
        #~ v: tofrom | v[0:8] | read and written
        #~ x: to | x[0:8] | only read
        for i in prange(8, nogil=True, device={}):
            v[i] = v[i] + x[i]
        #~ host: write all of buf
        for i in range(8):
            buf[i] = i
        #~ v: tofrom | v[0:8] | read and written
        #~ x: to | x[0:8] | only read
        for i in prange(8, nogil=True, device={}):
            v[i] = v[i] + x[i]
        #~ host: read buf[n:n + 2]
        other[0] = buf[n] + buf[n + 1]
        #~ v: tofrom | v[0:8] | read and written
        #~ x: to | x[0:8] | only read
        for i in prange(8, nogil=True, device={}):
            v[i] = v[i] + x[i]
        memset(other, 0, 8)
        private_table[0] = 3
    return other[0]


def others():
    """A number, a struct, a variable of the module in a function that is called, one whose address is passed."""
    cdef double number = 1
    cdef Pair pair
    cdef Py_ssize_t i
    cdef double[::1] v = <double[:1]> &number, w = <double[:4]> pair.a, t = table
    #~ v: tofrom | v[0:1] | moved when a side needs it: regions write it, the host's code reads and writes it
    #~ w: tofrom | w[0:4] | moved when a side needs it: regions write it, the host's code reads and writes it
    #~ t: tofrom | t[0:4] | moved when a side needs it: regions write it, the host's code reads and writes it
    with device():
        #~ v: tofrom | v[0:1] | read and written
        for i in prange(1, nogil=True, device={}):
            v[i] = v[i] + 1
        #~ host: read and write number
        number = number * 2
        #~ host: read number
        #~ w: tofrom | w[0:4] | read and written
        for i in prange(4, nogil=True, device={}):
            w[i] = w[i] + number
        #~ host: write pair
        pair.a[1] = 3
        #~ t: tofrom | t[0:4] | read and written
        #~ w: to | w[0:4] | only read
        for i in prange(4, nogil=True, device={}):
            t[i] = t[i] + w[i]
        #~ host: read and write number
        #~ host: read table[2:3]
        number += of_table(2)
        #~ t: tofrom | t[0:4] | read and written
        #~ w: to | w[0:4] | only read
        for i in prange(4, nogil=True, device={}):
            t[i] = t[i] + w[i]
        #~ host: write table
        poke(table)
    return number
