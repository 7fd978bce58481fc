from cython.parallel import prange

def positives(double[:] x):
    cdef Py_ssize_t i
    found = []
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            found.append(i)  #~ ERROR
    return found
