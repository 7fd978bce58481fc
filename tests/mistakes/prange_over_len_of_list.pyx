from cython.parallel import prange

def total(list rows, double[:] out):
    cdef Py_ssize_t i
    with nogil:
        for i in prange(len(rows), device={}):  #~ ERROR
            out[i] = 0
