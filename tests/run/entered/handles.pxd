ctypedef void *handle_t


cdef class Handle:
    cdef int depth
    cdef readonly list log
    cdef handle_t __enter__(self)
