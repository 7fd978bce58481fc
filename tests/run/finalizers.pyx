"""`__del__`: what runs before an object ends, and may keep it alive."""

seen = []
kept = []


cdef class Counted:
    cdef int n

    def __init__(self, n):
        self.n = n

    def __del__(self):
        seen.append(("Counted.__del__", self.n))
        if self.n == 7:
            self.n = 8
            kept.append(self)
        if self.n == 9:
            raise ValueError("nine")

    def __dealloc__(self):
        seen.append(("Counted.__dealloc__", self.n))


cdef class Inherits(Counted):
    """It has references: the cycle collector knows it."""
    cdef object other

    def __init__(self, n, other=None):
        self.n = n
        self.other = other


cdef class Overrides(Counted):
    def __del__(self):
        seen.append(("Overrides.__del__", self.n))


cdef class Plain:
    def __del__(self):
        seen.append("Plain.__del__")


class Python(Inherits):
    pass


def typed(memoryview m, memoryview n=None):
    cdef memoryview rest = m[1:]
    return rest.nbytes, n


def annotated(m: memoryview):
    return m.nbytes
