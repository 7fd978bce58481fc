cdef class Open:
    cdef dict __dict__
    cdef object __weakref__


cdef class Shown:
    cdef public dict __dict__ #~ ERROR OFC0205
    cdef readonly object __weakref__ #~ ERROR OFC0205


cdef class Derived(Open):
    pass


cdef class Plain:
    pass


def used(Open o, Derived d, Plain p, x):
    first = o.__dict__ #~ ERROR OFC0204
    d.__weakref__ = None #~ ERROR OFC0204
    return first, p.__dict__, x.__dict__, getattr(o, "__dict__")
