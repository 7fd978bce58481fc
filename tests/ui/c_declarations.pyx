cdef extern from *:
    """
    typedef struct { PyObject_HEAD int x; } counter;
    """
    ctypedef class somewhere.Counter [object counter]:
        @property
        cdef inline int good(self) noexcept:
            return 1

        @property #~ ERROR OFC0205
        cdef int no_inline(self) noexcept:
            return 1

        @property #~ ERROR OFC0205
        cdef inline int arguments(self, value) noexcept:
            return 1

        @property #~ ERROR OFC0205
        cdef inline void nothing(self) noexcept:
            pass

        @property #~ ERROR OFC0205
        cdef inline int good(self) noexcept:
            return 2

        @good.deleter #~ ERROR OFC0205
        cdef inline void good(self) noexcept: #~ ERROR OFC0010
            pass

        @good.setter #~ ERROR OFC0205
        cdef inline void other(self, value) noexcept:
            pass

        @arguments.setter #~ ERROR OFC0205
        cdef inline int arguments(self, value) except 0:
            return 1

        @nothing.setter #~ ERROR OFC0205
        cdef inline void nothing(self, value):
            pass


cimport cython


@cython.callspec("__cdecl")
cdef void __cdecl agreeing(): pass


@cython.callspec("__cdecl")
cdef void __stdcall not_agreeing(): pass #~ ERROR OFC0205
