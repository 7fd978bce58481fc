# Slices of pointers and C strings.
# cython: c_string_type=list  #~ ERROR OFC0701


cdef int ends(int *p, char *text) except -1:
    cdef int x, total = 0
    cdef char c
    for x in p[:3]:
        total += x
    for x in p[1:]:  #~ ERROR OFC0202
        total += x
    for x in p[:]:  #~ ERROR OFC0202
        total += x
    for x in p[5:0:-1]:
        total += x
    for c in text[2:]:
        total += c
    return total


cdef int unpacked(int *p, int n) except -1:
    a, b = p[1:3]
    a, b = p[1:4]  #~ ERROR OFC0201
    a, b = p[:n]  #~ ERROR OFC0201
    return a + b


cdef object as_value(int *p):
    return p[1:3]  #~ ERROR OFC0201


cdef int assigned(int *p, object values) except -1:
    cdef int a[3]
    a[:2] = values
    a[:] = p
    p[:2] = values
    p[1:] = [1, 2]
    p[:] = a
    p[:] = p  #~ ERROR OFC0202
    p[:] = values  #~ ERROR OFC0201
    p[::2] = [1, 2]  #~ ERROR OFC0202
    p[1, 2]  #~ ERROR OFC0202
    p[...]  #~ ERROR OFC0202
    return 0


cdef str texts(char *text):
    cdef str whole = text  #~ ERROR OFC0201
    return text[1:3]  #~ ERROR OFC0201


def attributes(double x, char *text):
    return x.is_integer(), text.upper(), x.is_intger()  #~ ERROR OFC0204


cdef shapes(double[:, :] x, int i, long *p):
    cdef int y[3]
    cdef int[:, :] u = y  #~ ERROR OFC0201
    cdef double[:] v = y  #~ ERROR OFC0201
    x.shape[0] = 3  #~ ERROR OFC0206
    x.shape[i] = 3  #~ ERROR OFC0206
    x.shape[i] += 1  #~ ERROR OFC0206
    a = <double[:3]>y, <int[:3, :2]>y, <int[:i]>p  #~ ERROR OFC0201 #~ ERROR OFC0201 #~ ERROR OFC0201
    b = <long[:i, ::1]>p  #~ ERROR OFC0001
    c = <long[1:i]>p  #~ ERROR OFC0001
    with nogil:
        d = <long[:i]>p  #~ ERROR OFC0401
    e = x.shape[8]  #~ ERROR OFC0301
    return x.shape[3]  #~ WARNING OFC0301


from cython.parallel import prange


def shapes_in_region(double[:, :] x, long[:] out):
    cdef Py_ssize_t i
    cdef Py_ssize_t *p
    cdef int t[4]
    cdef int[:] u
    for i in prange(3, nogil=True, device={}):
        p = x.shape
        out[i] = p[0] + x.shape[i]
        u = t  #~ ERROR OFC0501
