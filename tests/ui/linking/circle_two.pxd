from circle_one cimport One, two_of

ctypedef long Two

cdef inline One again(int x) noexcept:
    return two_of(x)
