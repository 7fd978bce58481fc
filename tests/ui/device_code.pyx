# What device code may not hold.
cimport cython
from cython.parallel import parallel, prange, threadid
from libc.math cimport sqrt
from openmp cimport omp_get_thread_num

cdef int counter
cdef extern from "stdlib.h":
    int rand() nogil


def jumps(double[::1] x):
    cdef int i, k
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            break  #~ ERROR OFC0502
        for k in range(3):
            if x[i] > k:
                break
        if x[i] > 9:
            continue
        x[i] = 0


def nested(double[::1] x):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in prange(3, device={}):  #~ ERROR OFC0503
            x[i] = j


def globals(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        counter = 1
        x[i] = counter


def global_written(double[::1] x):
    global counter
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        counter = i  #~ ERROR OFC0509


def host_function(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = rand()  #~ ERROR OFC0506


cdef double numbered(double value) nogil:
    return value + omp_get_thread_num()  #~ ERROR OFC0504


def thread_numbers(double[:, ::1] scratch, double[::1] x):
    cdef int i, me
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            me = threadid()
            scratch[me, 0] = x[i]  #~ ERROR OFC0508
            x[i] = numbered(scratch[me, 0])


def outside_loops(double[::1] x):
    cdef int i, n
    with nogil, parallel(device={}):
        n = x.shape[0] // 2
        for i in prange(n):
            x[i] = 1
        x[0] = 2


def sequential_outside(double[::1] x):
    cdef int i, r
    with nogil, parallel(device={}):
        for r in range(3):
            if r == 2:
                break
            for i in prange(x.shape[0]):
                x[i] = r
                if i == 2:
                    break  #~ ERROR OFC0502
        else:
            return  #~ ERROR OFC0502


def ignored(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, schedule='dynamic', device={}):  #~ ADVICE OFC0507
        x[i] = 1


def collapse(double[:, ::1] x):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, collapse=2, device={}):  #~ WARNING OFC0510
        for j in prange(i):
            x[i, j] = 1


def races(double[::1] x, double[::1] out, long[::1] at, double[:, ::1] m):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        out[0] += x[i]  #~ ERROR OFC0508
    for i in prange(x.shape[0], nogil=True, device={}):
        out[at[i]] += x[i]  #~ WARNING OFC0508
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(3):
            out[i + j] += x[i]  #~ WARNING OFC0508
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(3):
            m[i, j] += x[i]
            out[i] += x[i]
    for i in prange(x.shape[0], nogil=True, device={}):
        out[0] = x[i]  #~ WARNING OFC0512


cdef struct Pair:
    double a
    double b


def shares_a_struct(double[::1] x):
    cdef Pair shared, own
    cdef int i
    shared.a = 1
    shared.b = 2
    own = shared
    for i in prange(x.shape[0], nogil=True, device={}):
        own = shared
        own.a = x[i]
        shared.b = 3  #~ ERROR OFC0504
        x[i] = own.a + shared.a
