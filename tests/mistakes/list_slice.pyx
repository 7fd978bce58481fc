from cython.parallel import prange

def windows(list values, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = sum(values[i:i + 3])  #~ ERROR
