# Included where it is named: names of the module.

cdef enum:
    SIZE = 3

cdef double table(Py_ssize_t i) noexcept nogil:
    return i * i + 0.5

factor = 7
