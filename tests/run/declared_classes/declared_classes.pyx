"""Classes that the `.pxd` alone declares: the module has them all the same."""

cdef class Base:
    def __init__(self, x=3):
        self.x = x

    cdef int twice(self):
        return 2 * self.x

    def shown(self):
        return self.twice()


cdef class Own(Filled):
    cdef int twice(self):
        return 5 * self.x + self.z

    def set(self, int z, row):
        self.z = z
        self.y = z / 2
        self.row = row
        return self.row[0]

    def seen(self):
        return self.y, self.held, self.label


def classes():
    return Base, Given, Filled, Own, Alone, Empty


def made(int x):
    cdef Given given = Given(x)
    cdef Filled filled = Filled(x + 1)
    filled.y = 1.5
    filled.held = [x]
    cdef Base own = Own(x + 2)
    return given.twice(), filled.twice(), own.twice(), filled.y, filled.held, filled


def is_given(value):
    cdef Given given = value
    return given is not None and isinstance(value, Given), type(value) is Filled


def hold(Filled filled):
    filled.held = filled
    return filled.held is filled


def alone(Alone object, items):
    before, object.items = object.items, items
    return before, object.items
