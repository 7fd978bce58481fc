# cython: language_level=3
"""Classes that keep the memory of objects that have ended (`@cython.freelist`), and variables that functions share."""
cimport cython

log = []


@cython.freelist(3)
cdef class Node:
    cdef public long number
    cdef public object value
    cdef public Node other
    cdef public list items
    cdef double[:] view

    def __init__(self, number=None, value=None):
        if number is not None:
            self.number = number
            self.value = value

    def fields(self):
        return self.number, self.value, self.other, self.items

    def take(self, double[:] view):
        self.view = view
        return self.view.shape[0]


@cython.freelist(2)
cdef class Plain:
    """In no cycles."""
    cdef public int a
    cdef public double b


@cython.freelist(8)
cdef class Ended:
    cdef public int number

    def __cinit__(self, number):
        self.number = number

    def __dealloc__(self):
        log.append(self.number)


@cython.freelist(4)
cdef class Referred:
    cdef object __weakref__
    cdef dict __dict__
    cdef public object value


@cython.freelist(4)
cdef class Revived:
    cdef public object value

    def __del__(self):
        log.append(("revived", self))


cdef class Derived(Node):
    cdef public object more


@cython.freelist(5)
@cython.final
cdef class Final:
    cdef int[4] numbers

    def get(self):
        return [self.numbers[i] for i in range(4)]

    def set(self, *numbers):
        for i in range(4):
            self.numbers[i] = numbers[i]


def made(int count):
    """Objects end while others begin."""
    cdef int k
    cdef Node node = None
    found = 0
    for k in range(count):
        fresh = Node()
        assert fresh.fields() == (0, None, None, None)
        fresh.number = k
        fresh.value = [k]
        fresh.other = node
        fresh.items = [fresh.value]
        node = fresh if k % 5 else None
        found += len(fresh.items)
    return found


def counter(start):
    count = start

    def step(by=1):
        nonlocal count
        count += by
        return count
    return step


def nested(depth):
    total = 0

    def inner(n):
        nonlocal total
        total += n
        if n > 0:
            nested_inner = nested(n - 1)
            total += nested_inner
        return total
    return inner(depth)


def counters(n):
    found = []
    for k in range(n):
        step = counter(k)
        found.append(step() + step(2))
    return found


def waiting(n):
    """Generators that share variables with what is around them."""
    total = n

    def inner():
        nonlocal total
        while total > 0:
            total -= 1
            yield total
    return inner()
