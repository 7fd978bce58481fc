# cython: embedsignature=True
"""Docstrings begin with signatures."""
cimport cython


def plain(*a):
    a = a[0]
    return a


def all_kinds(func, *seqs, default='__no__default__', int n=3, **kw):
    """The first line.

        Indented
    the same
    """


def types(double[:, ::1] x, list items, double d=1e-3, char *path=NULL, /, y=None, *, z=(1, 2)) -> int:
    return 1


def defaults(x, key=lambda v: v, y={"a": 1}, z=[1, 2], w=None, q=..., s=b"a", t=1.50): "doc"


def annotated(x: int, y: str = "a") -> str: return y


cpdef long counted(object a, f=None, long n=-1):
    """Counts."""
    return n


cdef class Kind:
    def method(self, x, y=None): "doc"

    cpdef object c(self, list a, b="x"):
        return a

    @staticmethod
    def of(int x): "static"


class Python:
    def method(self, x, *, y=1):
        """doc"""


@cython.embedsignature(False)
def without(x):
    "doc"


def fused(const cython.floating[::1] x, int n=0):
    """First."""
    return n


cdef class Made:
    """A text.

       Indented."""
    def __init__(self, int x, y=1, *args): pass

    property p:
        """Of p."""
        def __get__(self):
            """Unseen."""
            return 1

    @property
    def q(self) -> int:
        """Of q."""
        return 1

    @property
    def r(self):
        return 1


cdef class Untold:
    def __init__(self, double[:] x): pass


cdef class Inside:
    """By `__cinit__`."""
    def __cinit__(self, x): pass


cdef class OfObject:
    """Of the class."""
    def __init__(self, x): pass

    @property
    def __doc__(self):
        return "of the object"

    property __module__:
        def __get__(self): return "of the object"


cdef class Heir(OfObject):
    pass
