# Builtins that ask for the names of the place where they are called; extension types with several bases; defaults that are
# computed.
G, H, J = 1, 0, 0


def local_variables(a, int b=2, *rest, **options):
    x = "abc"
    cdef double y = 2.5
    return locals()


def of_module():
    return sorted(name for name in globals() if not name.startswith("_")), "G" in globals()


def changed():
    globals()["H"] = 5
    return H


def variables(a):
    z = a + 1
    return vars(), dir(), "{a} and {z}".format(**locals())


def evaluated(a):
    exec("J = G + 4")
    return eval("G + a"), eval("G + 2", {"G": 7}), eval("a", None, {"a": 3}), J


def unbound(a, b):
    x = eval("a + b")
    found = locals()
    del a
    y = sorted(locals())
    return x, sorted(found), y


class Named:
    q = 3
    names = sorted(locals())

    def method(self):
        return list(locals())


at_top = "Named" in locals(), "Named" in dir(), eval("G")


cdef class Base:
    cdef int a

    def __init__(self, int a=1 << 4):
        self.a = a

    cdef c_method(self):
        return "Base"

    cpdef both(self):
        return "Base", self.a


class Mixin:
    __slots__ = ()
    x = 3

    def from_mixin(self):
        return "Mixin", self.both()

    def __repr__(self):
        return "mixed"


class Other:
    __slots__ = ()

    def from_mixin(self):
        return "never"

    def other(self):
        return "other"


class WithDict:
    def go(self):
        return "go"


cdef class Several(Base, Mixin, Other):
    y = 4

    cdef c_method(self):
        return "Several"

    cpdef both(self):
        return self.c_method(), self.a


cdef class Heir(Several):
    pass


cdef class Filled(Base, WithDict):
    cdef dict __dict__


def make(cls):
    return cls()


def power(int n=2**20, long m=60 * 60, unsigned char c=2**8 - 1, short s=-(2**3)):
    return n, m, c, s


try:
    class Mixed(WithDict, Base):
        pass
    mixed = Mixed().go()
except TypeError as error:
    mixed = str(error)


def on_some_paths(c):
    if c:
        x = [c]
        del c
    else:
        y = "y"
    for i in ():
        pass
    return sorted(locals()), dict(locals())


def caught(f):
    try:
        value = [f()]
    except ValueError as error:
        pass
    return sorted(locals())


def steps(a):
    if a:
        v = [1]
    yield sorted(locals())
    v = [2]
    yield sorted(locals())
    del v
    yield sorted(locals())


def shared_on_some_paths(a):
    if a:
        b = [a]
    def inner():
        return b
    return sorted(locals())


def evaluated(a):
    if a:
        b = [10]
    return eval("b[0] if 'b' in locals() else a")
