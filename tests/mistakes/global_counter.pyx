from cython.parallel import prange

counter = 0

def run(double[:] x):
    global counter
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 0:
            counter += 1  #~ ERROR
