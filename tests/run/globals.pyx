"""C variables of the module that hold Python objects."""
import sys

cdef object anything
cdef list items = [1, 2]
cdef dict table = {}
cdef str text = "a"
cdef object twice = items
cdef int count = 0


cdef class Box:
    cdef public int value


cdef Box box = None


def unset():
    return anything


def bind(x):
    global anything, items
    anything = x
    items = [x, anything]
    return anything, items, twice is items


def wrong(x):
    global items
    items = x


def grow(key):
    global count
    table[key] = len(items)
    items.append(key)
    count += 1
    return table, items, count


def in_place(x):
    global text, anything
    text += x
    anything = text
    anything = anything * 2
    return text, anything


def hold(int value):
    global box
    box = Box()
    box.value = value
    return box.value


def drop():
    global box
    box = None
    return box is None


def held():
    return box.value


def counts(x):
    """References stay what they are."""
    global anything
    before = sys.getrefcount(x)
    for _ in range(100):
        anything = x
        anything = (anything, anything)[0]
    after = sys.getrefcount(x)
    anything = None
    return after - before, sys.getrefcount(x) - before


def swap():
    global anything, text
    anything = "b"
    anything, text = text, anything
    return anything, text


def loop(values):
    global anything
    for anything in values:
        pass
    return anything
