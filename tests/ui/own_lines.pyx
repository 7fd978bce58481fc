# Cython reads declarations by the line.
k = 1; cdef int y  #~ ERROR OFC0001
cdef int z; k = 2  #~ ERROR OFC0001
cdef int w  # alone
ctypedef int number; k = 3  #~ ERROR OFC0001
k = 1; DEF WIDTH = 3  #~ ERROR OFC0001
DEF HEIGHT = 3
cdef extern from "math.h": double cos(double)  #~ ERROR OFC0001
cdef struct pair: int first  #~ ERROR OFC0001
cdef struct three:
    int a, b
    int c
cdef enum color: RED, GREEN

def f(int n):
    cdef int k = n
    while k < n: DEF DEPTH = 4  #~ ERROR OFC0001
    return k

def g(): cdef int a  #~ ERROR OFC0001

cdef class Alone: pass
cdef class Named: size = 1  #~ ERROR OFC0001
cdef class Told: 'about it'  #~ ERROR OFC0001
cdef class Twice: pass; pass  #~ ERROR OFC0001
cdef class Joined: \
    size = 1  #~ ERROR OFC0001
cdef class Plain:
    property held: "about it"  #~ ERROR OFC0001
    property nothing: pass
class Python: size = 1; other = 2
