cdef class Edge:
    cdef double at(self, int i, bint far=*)
    cdef int edge(self, int i, double by=*)
