from cython.parallel import prange
cdef struct M:
    double* data
    int n
cdef void f(M* m) noexcept nogil:
    cdef int i
    for i in prange(m.n, device={}):
        m.data[i] = m.data[i] + 1  #~ ERROR
