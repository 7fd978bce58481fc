from cython.parallel import prange

def roots(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            raise ValueError(f"negative value at {i}")  #~ ERROR
        x[i] = x[i] ** 0.5
