from cython.parallel import prange

def parse(list words, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = float(words[i])  #~ ERROR
