from cython.parallel import prange

def translate(long[:] codes, dict table):
    cdef Py_ssize_t i
    for i in prange(codes.shape[0], nogil=True, device={}):
        codes[i] = table[codes[i]]  #~ ERROR
