# Data contexts in which nothing uses a device, and others in which something may.
from cython.parallel import parallel, prange
from libc.math cimport sqrt
from libc.stdio cimport printf
from libc.stdlib cimport free, malloc, qsort, rand
cimport cython

DEF ON_DEVICE = 0
ctypedef fused real:
    float
    double

cdef extern from "elsewhere.h":
    void work(double* p) nogil
    double mapped(double* p) nogil


# What is reported.

def forgotten(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device({x: 'to'}):  #~ WARNING OFC0614
        for i in range(x.shape[0]):
            y[i] = x[i] * 2


def of_threads(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with nogil, device({x: 'to', y: 'alloc'}):  #~ WARNING OFC0614
        for i in prange(x.shape[0]):
            y[i] = sqrt(x[i])


def in_a_block(double[::1] x):
    cdef Py_ssize_t i
    cdef double *own
    with device({x: 'to'}):  #~ WARNING OFC0614
        with nogil, parallel():
            own = <double*> malloc(8)
            for i in prange(x.shape[0]):
                own[0] = abs(x[i])
                printf("%g\n", own[0])
            free(own)


def while_loop(double[::1] x):
    cdef Py_ssize_t i = 0
    cdef double s = 0
    with device({x: 'to'}):  #~ WARNING OFC0614
        while i < x.shape[0]:
            s += x[i]
            i += 1
    return s


def overwritten(double[::1] x, double[::1] y, double[::1] z):
    cdef Py_ssize_t i
    with device({x: 'to', y: 'from', z: 'tofrom'}):  #~ WARNING OFC0614
        for i in range(x.shape[0]):
            y[i] = x[i] * 2
            z[i] += y[i]


def no_loop(double[::1] x):
    with device({x: 'to'}):  #~ WARNING OFC0614
        x[0] = 1


def builtins(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):  #~ WARNING OFC0614
        assert x.shape[0] > 0, "nothing"
        for i in range(x.shape[0]):
            if x[i] < 0:
                raise ValueError("negative")
            print("element", i, x[i], sep=": ")


def outermost(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device({x: 'to'}):  #~ WARNING OFC0614
        with device({y: 'tofrom'}):
            for i in range(x.shape[0]):
                y[i] = x[i]


def one_of_two(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with nogil, device({y: 'tofrom'}):
        with device({x: 'to'}):  #~ WARNING OFC0614
            for i in range(x.shape[0]):
                x[i] = 0
        for i in prange(y.shape[0], device={}):
            y[i] = y[i] + 1


def of_a_type(real[::1] x, real[::1] y):
    cdef Py_ssize_t i
    with device({x: 'to'}):  #~ WARNING OFC0614
        for i in range(x.shape[0]):
            y[i] = x[i]


cdef class Holder:
    cdef double[::1] data

    cdef void fill(self) noexcept:
        cdef Py_ssize_t i
        with device({self.data: 'to'}):  #~ WARNING OFC0614
            for i in range(self.data.shape[0]):
                self.data[i] = 0


# Regions and updates.

def region(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = x[i] * 2


def sometimes(double[::1] x, double[::1] y, bint some):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        for i in range(x.shape[0]):
            y[i] = x[i]
        if some:
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    y[i] = x[i] * 2


def updated(double[::1] x):
    with device({x: 'to'}):
        update({x: 'from'})


def around_another(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with nogil, device({x: 'to'}):
        with device({y: 'from'}):
            for i in prange(x.shape[0], device={}):
                y[i] = x[i]


def inferred(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    with device():  #~ WARNING OFC0614
        for i in range(x.shape[0]):
            y[i] = x[i]
    with device({}):  #~ WARNING OFC0614
        for i in range(x.shape[0]):
            y[i] = x[i]


def beside_inferred(double[::1] x):
    with device({x: 'to'}):  #~ WARNING OFC0614
        x[0] = 1
    with device():  #~ WARNING OFC0614
        x[0] = 2
    with device():  #~ WARNING OFC0614
        with device({x: 'to'}):
            x[0] = 3


def moves(double[::1] x, double[::1] y):
    with device({x: 'to'}):
        pass
    with device({x: 'to'}), nogil, device({y: 'to'}):
        pass


# Calls of functions in which there may be a region.

cdef double total(double[::1] x) noexcept nogil:
    cdef Py_ssize_t i
    cdef double s = 0
    for i in prange(x.shape[0], device={}):
        s += x[i]
    return s


cdef double half(double x) noexcept nogil:
    return x / 2


cdef int compared(const void* a, const void* b) noexcept nogil:
    return 0


def python(x):
    pass


def calls(double[::1] x):
    with device({x: 'to'}):
        total(x)


def calls_in_loops(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        for i in range(x.shape[0]):
            x[i] = half(x[i])


def calls_python(double[::1] x):
    with device({x: 'to'}):
        python(x)


def calls_methods(double[::1] x, Holder holder):
    with device({x: 'to'}):
        holder.fill()


cdef void calls_pointers(double[::1] x, double (*f)(double) noexcept nogil):
    with device({x: 'to'}):
        x[0] = f(x[0])


def calls_elsewhere(double[::1] x):
    with device({x: 'to'}):
        work(&x[0])
    with device({x: 'to'}):
        x[0] = mapped(&x[0])


def calls_back(double[::1] x):
    with device({x: 'to'}):
        qsort(&x[0], x.shape[0], 8, compared)
    with device({x: 'to'}):
        x[0] = rand()


# Python's objects, whose code is not known.

def operates(double[::1] x, one, other):
    with device({x: 'to'}):
        one + other


def subscripts(double[::1] x, one):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        for i in range(x.shape[0]):
            x[i] = one[i]


def prints(double[::1] x, one):
    with device({x: 'to'}):
        print(one)


def own_print(double[::1] x):
    def print(value):
        total(x)
    with device({x: 'to'}):
        print(1)


def maps(double[::1] x, one):
    with device({x: 'to'}):
        list(map(one, [1]))
    with device({x: 'to'}):
        exec("python()")


def raises(double[::1] x, Exception error):
    with device({x: 'to'}):
        raise error


def destroys(double[::1] x):
    held = Holder()
    with device({x: 'to'}):
        held = None


def managed(double[::1] x, manager):
    with device({x: 'to'}):
        with manager:
            x[0] = 1


# What is not compiled.

def chosen(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        IF ON_DEVICE:
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = x[i] * 2
        ELSE:
            for i in range(x.shape[0]):
                x[i] = x[i] * 2


def known(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        if ON_DEVICE:
            total(x)
        else:
            for i in range(x.shape[0]):
                x[i] = x[i] * 2


def known_in_expressions(double[::1] x):
    with device({x: 'to'}):
        x[0] = half(x[0]) if ON_DEVICE else 1
    with device({x: 'to'}):
        if x[0] > 1 and (ON_DEVICE and half(x[0]) > 1):
            x[0] = 1


def by_type(real[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        if real is double:
            total(x)
        else:
            for i in range(x.shape[0]):
                x[i] = x[i] * 2


def compiled(double[::1] x):
    with device({x: 'to'}):
        if not cython.compiled:
            python(x)
        else:
            x[0] = 1


def unreached(double[::1] x):
    with device({x: 'to'}):
        return
        total(x)  #~ WARNING OFC0004
