# Extension types: what is refused, each by its name.
cimport cython
cimport numpy
from typing import ClassVar
from cython.parallel import parallel, prange


cdef class Plain:
    cdef double x
    cdef double x  #~ ERROR OFC0104
    cdef int initial = 3  #~ ERROR OFC0001
    cdef double declared(self)  #~ ERROR OFC0105
    constant = 3
    annotated: int = 3  #~ WARNING OFC0205
    of_class: ClassVar[int] = 3

    def __len__(self, other):  #~ ERROR OFC0205
        return 0

    def nothing():  #~ ERROR OFC0205
        pass

    def __getattr__(self, name, other):  #~ ERROR OFC0205
        return name

    def __pow__(self):  #~ ERROR OFC0205
        return self

    def __new__(cls):  #~ ERROR OFC0010
        pass

    @cython.unknown  #~ ERROR OFC0010
    def decorated(self):
        pass

    @print
    def __len__(self):  #~ ERROR OFC0010
        return 1


@cython.final
cdef class Final:
    cdef int k


cdef class Heir(Final):  #~ ERROR OFC0205
    pass


cdef class Foreign(tuple):  #~ ERROR OFC0205
    pass


cdef class Whole(int):
    cdef int extra  #~ ERROR OFC0205


cdef class First(Second):
    pass


cdef class Second(First):  #~ ERROR OFC0205
    pass


cdef extern class NoHome:  #~ ERROR OFC0205
    pass


cdef extern class home.HasMethods [object HasMethods]:
    cdef int method(self)  #~ ERROR OFC0010


cdef class Unknown(Nothing):  #~ ERROR OFC0102
    pass


@cython.unknown  #~ ERROR OFC0010
cdef class Decorated:
    pass


cdef class Base:
    cdef double area(self, double k) nogil:
        return k

    cdef object shown(self):
        return None


cdef class Other(Base):
    cdef double area(self, int k) nogil:  #~ ERROR OFC0205
        return k


cdef class Data:
    cdef double[:] x
    cdef double k
    cdef double last
    cdef int count
    cdef Data inner
    cdef object thing
    cdef Heir heir

    cdef double plain(self, int i) noexcept nogil:
        return self.x[i] * self.k

    cdef void store(self, int i) noexcept nogil:
        self.last = i

    cdef double itself(self) noexcept nogil:
        return taken(self)

    cdef double recursive(self, int i) noexcept nogil:
        return self.recursive(i - 1) if i > 0 else self.k

    cpdef double overridden(self, int i) noexcept nogil:
        return self.k

    def python(self):
        return self.k

    def assigned(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.last = self.x[i]  #~ ERROR OFC0513
            self.count /= 2  #~ ERROR OFC0522
        with nogil, parallel(device={}):
            self.k += 1  #~ ERROR OFC0513
            for i in prange(n):
                self.count += 1

    def twice(self, Data other, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.k += other.k  #~ ERROR OFC0513
            other.count += self.x[i] > 0

    def called(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.x[i] = self.plain(i)
            self.store(i)  #~ ERROR OFC0506
            self.x[i] = self.itself()  #~ ERROR OFC0506
            self.x[i] = self.recursive(i)  #~ ERROR OFC0506
            self.x[i] = self.overridden(i)  #~ ERROR OFC0506

    def objects(self, int n, Data other):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.x[i] = taken(other)  #~ ERROR OFC0501
            self.x[i] = other.thing  #~ ERROR OFC0501
            self.x[i] = other.inner.inner.k

    def python_method(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.x[i] = self.python()  #~ ERROR OFC0501

    def unknown(self):
        return self.x.nothing  #~ ERROR OFC0204

    def counted(self):
        self.plain()  #~ ERROR OFC0203

    def mapped(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={self.x: 'from', self.thing: 'to'}):  #~ ERROR OFC0501
            self.x[i] = 1


cdef double taken(Data data) noexcept nogil:
    return data.k



cdef class OfArrays(numpy.ndarray):  #~ ERROR OFC0010
    cdef int x


def pointers(numpy.ndarray a):
    a.data[0] = a.shape[0] + a.ndim
    return a.shape  #~ ERROR OFC0201


cdef class WithBlocks:
    if True:
        def nothing():  #~ ERROR OFC0205
            return 1

        @staticmethod
        def free():
            return 2

        def everything(*args):
            return args


cdef class Plain:
    cdef double a

    cdef double scaled(self, double x) noexcept nogil:
        return self.a * x


cdef class Moved(Plain):
    cdef double b

    cdef double scaled(self, double x) noexcept nogil:
        return self.a * x + self.b


def chosen(Plain one, Moved other, double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = other.scaled(x[i])
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = one.scaled(x[i])  #~ ERROR OFC0506
