from cython.parallel import prange

def names(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = hash("item" + str(i))  #~ ERROR
