cimport cython

cdef int alive = 0
cdef int twice = 0


@cython.trashcan(True)
cdef class Link:
    """Chains of these end one after another."""
    cdef public object next
    cdef bint ended

    def __cinit__(self, next):
        global alive
        alive += 1
        self.next = next

    def __dealloc__(self):
        global alive, twice
        alive -= 1
        twice += self.ended
        self.ended = True


cdef class Heir(Link):
    cdef dict more

    def __init__(self, next):
        self.more = {}

    def __dealloc__(self):
        global twice
        twice += self.ended


@cython.trashcan(False)
cdef class Own(Heir):
    pass


@cython.trashcan(True)
cdef class WithDel:
    cdef public object next
    cdef list log

    def __init__(self, next, log=None):
        self.next, self.log = next, log

    def __del__(self):
        if self.log is not None:
            self.log.append(1)


cdef class OfList(list):
    cdef public object next

    def __init__(self, next):
        super().__init__((next,))


def chain(kind, n):
    x = None
    for i in range(n):
        x = kind(x)
    del x
    return alive, twice


def mixed(n):
    kinds = [Link, OfList, Heir]
    x = None
    for i in range(n):
        x = kinds[i % 3](x)
    return alive


def with_del(n):
    log = []
    x = None
    for i in range(n):
        x = WithDel(x, log)
    del x
    return len(log)


def cycles(n):
    for i in range(n):
        a = Link(None)
        a.next = Link(a)


def living():
    return alive, twice
