cdef int promised(int x) noexcept
cdef int kept(int x) except -1
cdef class Ours:
    cdef int x
