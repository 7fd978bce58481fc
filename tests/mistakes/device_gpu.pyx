from cython.parallel import prange

def scale(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device='gpu'):  #~ ERROR
        x[i] = 2 * x[i]
