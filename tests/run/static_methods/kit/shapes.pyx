cdef class S:
    cdef void move(self, double dx) noexcept:
        self.a += dx

    @staticmethod
    cdef S make(double x):
        if x < 0:
            raise ValueError(x)
        cdef S s = S()
        s.a = x
        return s

    @staticmethod
    cdef double twice(double x):
        if x < 0:
            raise ValueError(x)
        return 2 * x

    @staticmethod
    cdef int fails(int x) except -5:
        if x < 0:
            raise KeyError(x)
        return x

    @staticmethod
    cdef double pure(double x) noexcept nogil:
        return x + 1

    @staticmethod
    cdef void nothing(int x):
        if x < 0:
            raise IndexError(x)

    @staticmethod
    cdef int plain(int x):
        if x < 0:
            raise IndexError(x)
        return x - 1

    cdef double get(self):
        return self.a


cdef class T(S):

    cdef double get(self):
        return -self.a


def own(x):
    return S.make(x).get(), S.twice(x), S.plain(<int>x)


def derived(x):
    cdef T t = T()
    t.a = x
    return t.get(), T.twice(x), S.pure(x)
