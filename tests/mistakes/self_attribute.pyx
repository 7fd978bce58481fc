from cython.parallel import prange

class Model:
    def __init__(self, factor):
        self.factor = factor

    def run(self, double[:] x):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = self.factor * x[i]  #~ ERROR
