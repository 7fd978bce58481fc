# What offcy knows about <stdbool.h>.

cdef extern from "<stdbool.h>":
    ctypedef bint bool
    const bint true, false
