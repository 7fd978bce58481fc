cdef class Base:
    cdef readonly int x
    cdef object label
    cdef int twice(self)


cdef class Given(Base):
    pass


cdef class Filled(Given):
    cdef readonly double y
    cdef public object held
    cdef double[:] row


cdef class Own(Filled):
    cdef int z


cdef class Alone:
    cdef public list items


cdef class Empty:
    """Nothing but this text."""
