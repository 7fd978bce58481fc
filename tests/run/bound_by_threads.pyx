"""A memoryview of the module that one thread binds while others read it. Cython's code reads what is gone by then."""
import threading

import numpy as np
from cython.parallel import prange

cdef double[:] table
cdef object[:] objects


def bind(Py_ssize_t n, double value):
    global table, objects
    table = np.full(n, value)
    objects = np.full(3, value, dtype=object)


cdef inline double look_up(Py_ssize_t i) noexcept nogil:
    return table[i]


def by_loop(Py_ssize_t n):
    cdef double first
    cdef Py_ssize_t i, others = 0
    with nogil:
        first = table[0]
        for i in range(n):
            others += table[i] < 1
    return others


def by_function(Py_ssize_t n):
    cdef Py_ssize_t i, others = 0
    with nogil:
        for i in range(n):
            others += look_up(i) < 1
    return others


def by_threads(Py_ssize_t n):
    cdef Py_ssize_t i, others = 0
    for i in prange(n, nogil=True, num_threads=2):
        others += look_up(i) < 1
    return others


def by_element(Py_ssize_t n):
    cdef Py_ssize_t i, others = 0
    for i in range(n):
        others += look_up(i) < 1 or table[i] < 1
    return others


def by_region(Py_ssize_t n):
    cdef Py_ssize_t i, others = 0
    for i in prange(n, nogil=True, device={}):
        others += table[i] < 1
    return others


def by_object(Py_ssize_t n):
    return sum([objects[i % 3] < 1 for i in range(n)])


def read_while_bound(read, Py_ssize_t n, int rounds):
    """How many elements were none of those that were bound."""
    bind(n, 1)
    ended = threading.Event()

    def others():
        value = 1
        while not ended.is_set():
            value += 1
            bind(n, value)

    thread = threading.Thread(target=others)
    thread.start()
    try:
        return sum([read(n) for _ in range(rounds)])
    finally:
        ended.set()
        thread.join()
