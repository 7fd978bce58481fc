# What offcy knows about `cython.view`: layouts of memoryviews, and an array that they can be made of.

cdef enum:
    generic, strided, indirect, contiguous, indirect_contiguous

cdef extern from *:
    ctypedef class cython.view.array [object offcy_view_array, check_size ignore]:
        cdef char *data
        cdef Py_ssize_t len
        cdef int ndim
        cdef Py_ssize_t itemsize
        cdef object mode
        cdef void (*callback_free_data)(void *) noexcept
