from cython.parallel import prange

def dump(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with open("log.txt", "a") as log:  #~ ERROR
            log.write(str(x[i]))
        x[i] = 0
