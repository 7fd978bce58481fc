# What C variables are for others.
cdef public int shown
cdef readonly int read_only  #~ ERROR OFC0001
cdef extern int of_c
cdef extern public int both  #~ ERROR OFC0001
cdef public int (*handler)(int)

cdef class Kept:
    cdef public int shown
    cdef readonly int read_only
    cdef extern int of_c  #~ ERROR OFC0001
    cdef readonly:
        int first

def f():
    cdef public int shown  #~ ERROR OFC0001
    cdef readonly int read_only  #~ ERROR OFC0001
    cdef extern int of_c
