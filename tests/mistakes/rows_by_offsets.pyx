from cython.parallel import prange

def count(int[::1] p, double[:, ::1] C):
    cdef Py_ssize_t b, i
    for b in prange(p.shape[0] - 1, nogil=True, device={}):
        for i in range(p[b], p[b + 1]):
            C[i, 0] += 1  #~ WARNING
