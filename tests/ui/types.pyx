from libc.math cimport pow, sqrt


cdef struct point:
    double x
    double y


cdef double norm(point p) nogil:
    return sqrt(p.x * p.x + p.z)  #~ ERROR OFC0204


def f(double[:, ::1] X, const double[:] c):
    cdef double d = 1.5
    cdef int i = d & 1  #~ ERROR OFC0202
    cdef unsigned char small = 300  #~ ERROR OFC0201
    cdef int* p = d  #~ ERROR OFC0201
    cdef double[::1] column = X[:, 0]  #~ ERROR OFC0302
    cdef float[:] other = c  #~ ERROR OFC0302
    c[0] = 1.0  #~ ERROR OFC0303
    d = X[0, 0, 0]  #~ ERROR OFC0301
    d = X.shape[2]  #~ ERROR OFC0301
    d = pow(2.0)  #~ ERROR OFC0203
    d = X.shpae[0]  #~ ERROR OFC0204
    d = d ** 0.5  #~ ERROR OFC0010
    i + 1 = 3  #~ ERROR OFC0001
    return d


def g(double[::1, ::1] X):  #~ ERROR OFC0205
    pass


def h(double[:, :, :, :, :, :, :, :, :] X):  #~ ERROR OFC0205
    pass


def from_python(double *p, point q, char *text):  #~ ERROR OFC0010 #~ ERROR OFC0010
    return text[0]


cpdef point to_python(double x):  #~ ERROR OFC0010
    cdef point p
    p.x = x
    return p
