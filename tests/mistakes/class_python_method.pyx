from cython.parallel import prange

cdef class Model:
    cdef double factor

    def predict(self, double x):
        return self.factor * x

    def run(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = self.predict(x[i])  #~ ERROR
