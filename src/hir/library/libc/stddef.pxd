# What offcy knows about <stddef.h>; `size_t` and `ptrdiff_t` need no declaration.

cdef extern from "<stddef.h>":
    ctypedef size_t size_t
    ctypedef ptrdiff_t ptrdiff_t
    ctypedef int wchar_t
