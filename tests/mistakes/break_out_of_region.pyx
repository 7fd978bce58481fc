from cython.parallel import prange

def find(double[:] x, double wanted):
    cdef Py_ssize_t i, found = -1
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] == wanted:
            found = i
            break  #~ ERROR
    return found
