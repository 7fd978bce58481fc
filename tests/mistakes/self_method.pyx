from cython.parallel import prange

class Model:
    def predict(self, x):
        return 2 * x

    def run(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = self.predict(x[i])  #~ ERROR
