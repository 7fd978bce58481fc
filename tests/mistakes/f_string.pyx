from cython.parallel import prange

def label(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        name = f"item {i}"  #~ ERROR
        x[i] = len(name)
