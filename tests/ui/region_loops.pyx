# cython: boundscheck=False
# Loops that one thread runs, variables of loops that are assigned, scratch space that iterations share.
from cython.parallel import parallel, prange


def one_thread(double[:] x):
    cdef Py_ssize_t i, j
    with nogil, parallel(device={}):
        for i in range(x.shape[0]):  #~ WARNING OFC0523
            for j in range(3):
                x[i] = 2 * x[i]


def one_thread_while(double[:] x):
    cdef Py_ssize_t i = 0
    with nogil, parallel(device={}):
        while i < x.shape[0]:  #~ WARNING OFC0523
            x[i] = 2 * x[i]
            i = i + 1


def steps_on_the_host(double[:] x, int steps):
    cdef Py_ssize_t i, step
    with nogil, parallel(device={}):
        for step in range(steps):
            for i in prange(x.shape[0]):
                x[i] = 2 * x[i]


def one_statement(double[:] x):
    with nogil, parallel(device={}):
        x[0] = 1


def counter_assigned(double[:] x):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 0
        i = i + 1  #~ WARNING OFC0524
    for i in prange(x.shape[0], nogil=True):
        for i in range(3):  #~ WARNING OFC0524
            x[i] = 0
    for i in prange(x.shape[0], nogil=True):
        for j in range(3):
            x[i] = j


def scratch(double[:, :] x, double[:] out, double[:] best):
    cdef double buf[8]
    cdef double flag[1]
    cdef Py_ssize_t i, j
    flag[0] = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i, 0] > 0:
            for j in range(8):
                buf[j] = x[i, j] * 0.5  #~ WARNING OFC0512
            out[i] = buf[0] + buf[7]
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i, 0] > best[0]:
            best[0] = x[i, 0]  #~ WARNING OFC0512
    # All write the same.
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i, 0] > 0:
            flag[0] = 1
    for i in prange(x.shape[0], nogil=True, device={}):
        if flag[0] > 0:
            out[i] = x[i, 0]
    # One writes, and nobody reads.
    for i in prange(x.shape[0], nogil=True, device={}):
        if i == 0:
            best[0] = x[i, 0]
