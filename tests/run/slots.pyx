"""Special methods of attributes, of descriptors and of powers."""
cimport cython

cdef class Found:
    """What is not found elsewhere is looked for here."""
    cdef public int count
    cdef readonly str kind

    def __init__(self):
        self.kind = "found"

    def __getattr__(self, name):
        self.count += 1
        if name.startswith("no"):
            raise AttributeError(name)
        if name == "odd":
            raise ValueError(name)
        return name.upper()

    def method(self):
        return self.kind, self.anything


cdef class FoundAgain(Found):
    def __getattribute__(self, name):
        if name == "kind":
            return "taken"
        if name == "lost":
            raise AttributeError(name)
        return "all " + name


cdef class Written:
    cdef dict values
    cdef public object plain

    def __cinit__(self):
        self.values = {}

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name)

    def __setattr__(self, name, value):
        if name == "bad":
            raise ValueError(name)
        self.values[name] = value


cdef class Removed(Written):
    def __delattr__(self, name):
        del self.values[name]


cdef class OnlyRemoved:
    cdef public object plain
    cdef readonly list names

    def __init__(self):
        self.names = []

    def __delattr__(self, name):
        self.names.append(name)


cdef class Described:
    cdef object value

    def __get__(self, instance, owner):
        return (type(instance).__name__, getattr(owner, "__name__", owner), self.value)

    def __set__(self, instance, value):
        if value is None:
            raise TypeError("no value")
        self.value = value


cdef class Erased(Described):
    def __delete__(self, instance):
        self.value = "erased"


cdef class OnlyErased:
    def __delete__(self, instance):
        pass


class Owner:
    described = Described()
    erased = Erased()
    only = OnlyErased()


cdef class Power:
    cdef readonly int base

    def __init__(self, base):
        self.base = base

    def __pow__(self, other, modulo):
        return "pow", self.base, other, modulo

    def __rpow__(self, other, modulo):
        return "rpow", self.base, other, modulo


cdef class ShortPower:
    def __pow__(self, other):
        if other == 0:
            return NotImplemented
        return "short", other

    def __ipow__(self, other):
        return "in place", other


cdef class LongPower(ShortPower):
    def __ipow__(self, other, modulo=None):
        return "in place", other, modulo


def raise_to(left, right):
    return left ** right


def raise_in_place(left, right):
    left **= right
    return left


@cython.collection_type("sequence")
cdef class Places:
    """Without a mapping's slots: places below zero count from the end."""
    cdef list items

    def __init__(self):
        self.items = [1, 2, 3]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, int at):
        return self.items[at], at

    def __setitem__(self, Py_ssize_t at, value):
        self.items[at] = (value, at)

    def __delitem__(self, int at):
        if at == 2:
            raise KeyError(at)
        del self.items[at]


cdef class Keys:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        raise ValueError(key)
