"""Objects that another module's variables hold in C, with whichever compiler it was made."""

from cython.parallel import prange
cimport kit.store
from kit cimport store
from kit.left cimport Left, of_left
from kit.right cimport of_right
from kit.store cimport Counter, anything, counter, counts, factor, items, names, pair, table, word as text


def seen():
    return anything, table, sorted(names), counter.n, text, items, pair, factor, [counts[i] for i in range(3)]


def changed(x):
    """An assignment changes the variable of the other module, as one in that module does."""
    global anything
    anything = x
    kit.store.table = {x: anything}
    table["more"] = 5
    items.append(x)
    store.counter.n += 1
    return store.anything, len(table), "more" in kit.store.table, x in names


def replaced(long n):
    global counter
    counter = Counter(n)
    store.word = None
    with open(__import__("os").devnull) as store.anything:
        pass
    for store.pair in [(1, 3), (1, 2)]:
        pass
    return counter.n, text, store.anything.closed, pair


def of_wrong_class(x):
    kit.store.table = x


def through_a_region(double[::1] x):
    """What a region needs of the objects is read before it."""
    cdef int i
    cdef Counter held = counter
    cdef long count = counts[1]
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * factor + held.n + count
    return x.base


def yielded():
    for key, value in table.items():
        yield key, value
    yield from items


def partners(long n):
    """Modules that cimport each other: each has its classes and functions before it imports the other."""
    cdef Left left = of_left(n)
    return left.partner(), of_right(n).partner()
