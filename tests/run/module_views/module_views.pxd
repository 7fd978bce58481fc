cdef double[:] declared
cdef double look_up(Py_ssize_t i) noexcept nogil
