# What offcy knows about <stdbool.h>.

from libcpp cimport bool

cdef extern from "<stdbool.h>":
    const bint true, false
