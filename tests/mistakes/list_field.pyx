from cython.parallel import prange

cdef class Table:
    cdef list values

    def add_to(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] += self.values[i]  #~ ERROR
