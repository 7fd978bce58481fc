from cython.parallel import prange

def run(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        assert x[i] > 0, f"bad value {x[i]}"  #~ ERROR
        x[i] = 1 / x[i]
