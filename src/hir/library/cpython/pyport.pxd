# What offcy knows about the limits of Python's integers in C.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MIN, PY_SSIZE_T_MAX
