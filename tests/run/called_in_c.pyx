"""What Cython says where it calls functions of Python in C, and Python says something else."""

cimport cython


def decoded(bytes data, bytearray more):
    return bytes.decode(data, "utf8"), bytearray.decode(more)


def of_containers(list items, dict names, set all):
    list.append(items, 1)
    return list.pop(items), dict.get(names, "a"), set.add(all, 2), items, names, all


def reversed_items(list items, tuple more):
    found = []
    for item in reversed(items):
        found.append(item)
    for at, item in enumerate(reversed(more)):
        found.append((at, item))
    return found


def hashed(x):
    h = hash(x)
    cdef Py_hash_t declared = h
    return cython.typeof(h), cython.typeof(declared), h == declared


def hash_of(x):
    cdef Py_hash_t h = x
    return h


@cython.always_allow_keywords(False)
def only(x):
    return x


@cython.always_allow_keywords(False)
def two(x, y):
    return x, y


cdef class Base:
    cdef int n

    def __cinit__(self):
        self.n = 3

    @cython.always_allow_keywords(False)
    def method(self, x):
        return self.n, x


cdef class Same(Base):
    pass


cdef class More(Same):
    cdef object held

    def content(self):
        return self.n, self.held
