from cython.parallel import prange


def f(double[:] x, untyped, int n, int[:] out, str text):
    cdef int i
    cdef Py_UCS4 letter = text[0]
    cdef list known = []
    for i in prange(n, nogil=True, device={}):
        out[i] = all((x[i] > 0, any([x[i] < 1, n])))
        out[i] = all([x[i] > 0, untyped])  #~ ERROR OFC0501
        out[i] = any([x[i], n]) + len(known)  #~ ERROR OFC0501
        out[i] = any((x[i], undefined))  #~ ERROR OFC0101
        out[i] = any((letter, n))  #~ ERROR OFC0501
        out[i] = any(x)  #~ ERROR OFC0501
        print(any((x[i], 1)))  #~ ERROR OFC0501
    with nogil:
        out[0] = any((n, None))  #~ ERROR OFC0401
    return all((n, undefined))  #~ ERROR OFC0101
