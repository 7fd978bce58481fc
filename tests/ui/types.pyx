from cython.parallel cimport prange
from libc.math cimport pow, sqrt


cdef struct point:
    double x
    double y


cdef double norm(point p) nogil:
    return sqrt(p.x * p.x + p.z)  #~ ERROR OFC0204


def f(double[:, ::1] X, const double[:] c):
    cdef double d = 1.5
    cdef int i = d & 1  #~ ERROR OFC0202
    cdef unsigned char small = 300  #~ WARNING OFC0209
    cdef int* p = d  #~ ERROR OFC0201
    cdef double[::1] column = X[:, 0]  #~ ERROR OFC0302
    cdef float[:] other = c  #~ ERROR OFC0302
    c[0] = 1.0  #~ ERROR OFC0303
    d = X[0, 0, 0]  #~ ERROR OFC0301
    d = X.shape[2]  #~ WARNING OFC0301
    d = pow(2.0)  #~ ERROR OFC0203
    d = X.shpae[0]  #~ ERROR OFC0204
    d = d ** 0.5
    i + 1 = 3  #~ ERROR OFC0001
    return d


def g(double[::1, ::1] X):  #~ ERROR OFC0205
    pass


def h(double[:, :, :, :, :, :, :, :, :] X):  #~ ERROR OFC0205
    pass


cdef struct holder:
    double *data


cdef union either:
    int i
    double d


def from_python(double *p, holder q, char *text):  #~ ERROR OFC0201 #~ ERROR OFC0010
    return text[0]


cpdef holder to_python(double x):  #~ ERROR OFC0010
    cdef holder h
    h.data = NULL
    return h


def structs(double x):
    cdef point p = point(1, 2, 3)  #~ ERROR OFC0203
    cdef point q = point(1, z=2)  #~ ERROR OFC0204
    cdef point r = point(1, x=2)  #~ ERROR OFC0203
    cdef point s = {"x": 1, x: 2}  #~ ERROR OFC0201
    cdef either e = either(1, 2)  #~ ERROR OFC0203
    cdef either f = either()  #~ ERROR OFC0203
    cdef int a[3]
    a = [1, 2]  #~ ERROR OFC0201
    return p.x + q.x + r.x + s.x + e.d + f.i + a[0]


def text(value, str name):
    cdef const char *kept = value
    cdef const char *lost = value.encode()  #~ ERROR OFC0201
    cdef char *words = name  #~ ERROR OFC0201
    return kept[0] + lost[0] + words[0]


def behind(const double *p, const point *q):  #~ ERROR OFC0201 #~ ERROR OFC0201
    p[0] = 1  #~ ERROR OFC0206
    q.x = 2  #~ ERROR OFC0206


cdef struct Holds:
    Held b


cdef struct Held:
    Holds a[2]  #~ ERROR OFC0205
    Held *next


ctypedef Itself *Itself  #~ ERROR OFC0205
ctypedef Round Circle  #~ ERROR OFC0205
ctypedef Circle Round


def held(Circle y):
    cdef Holds a
    cdef Itself t
    t = t
    return sizeof(Holds) + sizeof(Itself)


def complex_integers(int complex a, double complex b, whole complex c, bint complex d):  #~ ERROR OFC0102
    a.real, a.imag = 2, a.real + a.imag
    if a < c:  #~ ERROR OFC0202
        return a % 2  #~ ERROR OFC0202
    if b >= 1:  #~ ERROR OFC0202
        return ~a, a // 2  #~ ERROR OFC0202 #~ ERROR OFC0202
    return a == c, a + c, a.conjugate()


def views_of_complex_integers(int complex[:] x):  #~ ERROR OFC0205
    return x


ctypedef short whole


def types_as_values(x):
    a = whole  #~ ERROR OFC0205
    b = whole(3)  #~ ERROR OFC0205
    return isinstance(x, whole)  #~ ERROR OFC0205


def prototype(double x):
    cdef double y, twice(double)  #~ ERROR OFC0205
    y = x
    return y


def fractions(double d, int n, double[::1] x):
    cdef int first, second
    first = second = d  #~ ERROR OFC0201
    first += d  #~ ERROR OFC0201
    first = <int>d
    for first in range(d):  #~ ERROR OFC0201
        x[first] = 0
    for first in prange(d, nogil=True):
        x[first] = 0
    first **= 2
    first /= 2
    return first
