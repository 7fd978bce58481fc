"""Pointers to memoryviews: what they lead to holds no reference, as Cython's structs in memory."""

import sys

import numpy as np

cimport cython
cimport kit.nodes as nodes
from kit.nodes cimport Grid, Keeper, Node as SharedNode
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

ctypedef float[:, :] Data2D
ctypedef double[:] Row
ctypedef Row *Rows
ctypedef object[:] Objects

cdef struct Node:
    Data2D *grid
    int size
    Node *father

cdef struct Pair:
    Row *first
    Rows second

cdef union Either:
    Row *row
    void *any

cdef extern from *:
    ctypedef struct __Pyx_memviewslice:
        void *memview
        char *data
        Py_ssize_t shape[8]
        Py_ssize_t strides[8]
        Py_ssize_t suboffsets[8]

cdef Row *kept = NULL
cdef Row *table[3]


cdef Row *rows(int n) except NULL:
    cdef Row *made = <Row *>calloc(n if n > 0 else 1, sizeof(made[0]))
    if made == NULL:
        raise MemoryError()
    return made


cdef Data2D *by_hand(Py_ssize_t n, Py_ssize_t m) noexcept nogil:
    cdef Data2D *made = <Data2D *>calloc(1, sizeof(made[0]))
    made.shape[0] = n
    made.shape[1] = m
    made.strides[0] = m * sizeof(float)
    made.strides[1] = sizeof(float)
    made.suboffsets[0] = -1
    made.suboffsets[1] = -1
    made._data = <char *>calloc(n * m + 1, sizeof(float))
    return made


cdef void free_by_hand(Data2D *made) noexcept nogil:
    free(made._data)
    made[0] = None
    free(made)


cdef double sum_of(Row row) noexcept nogil:
    cdef double total = 0
    cdef Py_ssize_t i
    for i in range(row.shape[0]):
        total += row[i]
    return total


cdef Row at(Row *p, int k):
    return p[k]


cdef Row *further(Row *p, int k) noexcept nogil:
    return p + k


cdef void put(Row *p, Row row) noexcept nogil:
    p[0] = row


cdef void put_const(const Row *p, double *total) noexcept nogil:
    total[0] = sum_of(p[0])


cdef int rebound(Row *p, Row row):
    row = p[0]
    return row.shape[0]


def sizes():
    cdef Data2D *p = NULL
    cdef Row row = None
    return sizeof(p[0]), sizeof(row), sizeof(__Pyx_memviewslice), sizeof(p), sizeof(Node), p == NULL, p is NULL, not p


def elements(Row x, int n):
    """Several in memory of `malloc`."""
    cdef Row *p = <Row *>malloc((n + 1) * sizeof(p[0]))
    cdef Py_ssize_t i, k
    cdef double total = 0
    for k in range(n):
        p[k] = x[k:]
    for k in range(n):
        for i in range(p[k].shape[0]):
            p[k][i] += 10 ** k
            total += p[k][i]
    cdef object parts = [np.array(p[k]) for k in range(n)]
    extents = [(p[k].shape[0], (p + k).strides[0], p[k].size, p[k].ndim) for k in range(n)]
    free(p)
    return total, parts, extents


def bounds(Row x, int at_index):
    cdef Row *p = rows(2)
    p[0] = x
    try:
        p[0][at_index] = 7
        value = p[0][at_index]
        p[1] = None
        return value, p[1][at_index]
    finally:
        free(p)


def nones(x):
    cdef Row *p = rows(3)
    cdef Row row = x
    cdef Row read
    p[0] = row
    p[1] = None
    given = [p[0] is None, p[1] is None, p[1] is not None, p[2] is None]
    read = p[1]
    given += [read is None, p[1].shape[0], p[1] is None and read is None]
    p[0] = p[1]
    given.append(p[0] is None)
    free(p)
    return given


def references(x):
    """Storing counts nothing; reading as a whole does."""
    cdef Row row = x
    cdef Row *p = rows(4)
    cdef Row read
    counts = [sys.getrefcount(x)]
    p[0] = row
    p[1] = row[1:]
    p[2] = p[1]
    p[3] = at(p, 0)
    counts.append(sys.getrefcount(x))
    read = p[2]
    row = None
    counts.append(sys.getrefcount(x))
    other = read[0]
    p[0] = read
    read = None
    counts.append(sys.getrefcount(x))
    free(p)
    return counts, other


def outlives(x):
    """What has been read keeps the memory, whatever becomes of the view that was stored."""
    cdef Row *p = rows(1)
    cdef Row stored = np.array(x)
    p[0] = stored
    cdef Row read = p[0]
    cdef Row again = at(p, 0)
    cdef object held = p[0]
    stored = None
    read = again if read is None else read
    again = None
    free(p)
    return np.array(read), np.array(held), held.base is not None


def replaced(x, y, int times):
    cdef Row *p = rows(2)
    cdef Row one = x, other = y
    cdef Row back = one[::-1]
    cdef int k
    for k in range(times):
        p[0] = one if k % 2 else other
        p[1] = p[0]
        p[0] = p[1] if k % 3 else back
        p[0], p[1] = p[1], p[0]
    result = np.array(p[0]) if times else None, np.array(p[1]) if times else None
    free(p)
    return result, sys.getrefcount(x), sys.getrefcount(y)


def of_object(x):
    """A view that nobody else has: only its elements are used."""
    cdef Row *p = rows(1)
    p[0] = x
    cdef double total = sum_of(p[0]), first = p[0][0] if p[0].shape[0] else -1
    p[0][:] = 2
    p[0][...] = 3
    total += p[0][0] if p.shape[0] else 0
    free(p)
    return total, first


def chained(x):
    cdef Row *p = rows(3)
    cdef Row row
    row = p[2] = p[1] = p[0] = x
    total = sum_of(p[0]) + sum_of(p[1]) + sum_of(p[2])
    free(p)
    return total, row.shape[0]


def slices(Data2D x):
    cdef Data2D *p = <Data2D *>calloc(3, sizeof(p[0]))
    p[0] = x
    p[1] = p[0][1:, ::2]
    p[2] = p[0].T
    p[0][0] = 5
    p[0][:, 0] = p[0][0, :1][0]
    p[1][...] = p[0][1:, ::2]
    cdef float[:, ::1] packed = p[2].copy()
    shown = np.array(p[0]), np.array(p[1]), np.array(p[2]), np.array(packed), p[2][0, 1] if x.shape[0] > 1 else 0
    count = 0
    for line in p[0]:
        count += len(line)
    free(p)
    return shown, count


def hand_made(int n, int m):
    cdef Data2D *p = by_hand(n, m)
    cdef Data2D view = p[0]
    cdef int i, j
    for i in range(n):
        for j in range(m):
            view[i, j] = i + 10 * j
            p[0][i, j] += 1
    cdef float total = 0
    for i in range(p.shape[0]):
        for j in range(p[0].shape[1]):
            total += p[0][i, j]
    cdef Data2D part = p[0][::-1, :]
    last = part[0, 0] if n > 0 and m > 0 else None
    given = [p[0] is None, view is None, p.suboffsets[0], p[0].suboffsets[1], p.strides[1], p.shape[2], part.shape[0]]
    view = None
    part = None
    free_by_hand(p)
    return total, last, given


def in_struct(Data2D x, int n):
    cdef Node nodes[2]
    memset(nodes, 0, sizeof(nodes))
    nodes[0].grid = by_hand(n, 2)
    nodes[1].father = &nodes[0]
    nodes[1].grid = <Data2D *>calloc(1, sizeof(nodes[1].grid[0]))
    nodes[1].grid[0] = x
    cdef Node *node = &nodes[1]
    cdef Data2D own = node.grid[0]
    cdef Data2D fathers = node.father.grid[0]
    cdef int i
    for i in range(n):
        fathers[i, 1] = own[0, 0] + i
        node.father.grid[0][i, 0] = node.grid[0][0, 0] * 2
    node.father.size = node.grid[0].shape[0]
    total = 0
    for i in range(n):
        total += nodes[0].grid[0][i, 0] + nodes[0].grid[0][i, 1]
    fathers = None
    free_by_hand(nodes[0].grid)
    free(nodes[1].grid)
    return total, nodes[0].size


cdef class Holder:
    cdef Row *p
    cdef int count
    cdef object owners

    def __cinit__(self, int count):
        self.p = rows(count)
        self.count = count
        self.owners = []

    def __dealloc__(self):
        free(self.p)

    cdef Row *place(self, int k) except NULL:
        if k < 0 or k >= self.count:
            raise IndexError(k)
        return self.p + k

    def set(self, int k, x):
        cdef Row row = x
        self.place(k)[0] = row
        self.owners.append(row)

    def get(self, int k):
        return np.asarray(self.place(k)[0])

    def item(self, int k, int i):
        return self.p[k][i]

    def add(self, int k, double by):
        cdef Py_ssize_t i
        with nogil:
            for i in range(self.p[k].shape[0]):
                self.p[k][i] += by
        return sum_of(self.p[k])

    def clear(self, int k):
        self.p[k] = None
        return self.p[k] is None


def holders(x, int count):
    cdef Holder holder = Holder(count)
    before = sys.getrefcount(x)
    found = []
    for k in range(count):
        holder.set(k, x[k:])
    for k in range(count):
        found.append((holder.get(k).copy(), holder.add(k, k), holder.item(k, -1)))
    during = sys.getrefcount(x) > before
    try:
        holder.get(count)
    except IndexError as error:
        found.append(str(error))
    cleared = holder.clear(0) if count else None
    del holder
    return found, cleared, during, sys.getrefcount(x) - before


def passing(Row x, Row y):
    cdef Row *p = rows(3)
    cdef double total = 0
    cdef Row *(*move)(Row *, int) noexcept nogil
    move = further
    with nogil:
        put(p, x)
        put(further(p, 1), y)
        put(move(p, 2), p[0][::-1])
        total = sum_of(p[0]) + 100 * sum_of(further(p, 1)[0]) + sum_of(move(p, 2)[0])
        put_const(p + 1, &total)
    result = total, rebound(p, y), np.array(at(p, 2)), further(p, 2) - p
    free(p)
    return result


def pointers(Row x):
    cdef Row *p = rows(4)
    cdef Row *q = p + 2
    cdef Row **pp = &p
    cdef Pair pair
    cdef Either either
    cdef void *any = <void *>p
    q[-1] = x
    pp[0][0] = x[:1]
    pair.first = p
    pair.second = q
    pair.second[0] = pair.first[1]
    either.row = p + 1
    found = [q - p, q == p, q > p, q != NULL, any == p, <Row *>any == p, either.any == p + 1]
    found += [sum_of(pp[0][0]), sum_of((<Row *>any)[1]), sum_of(either.row[0]), sum_of(pair.second[0])]
    q -= 1
    found.append(sum_of(q[0]))
    q += 2
    q[0] = p[0]
    found.append(sum_of(q[0]))
    pp[0] = NULL
    found.append(p == NULL)
    free(any)
    return found


def loops(Row x, int n):
    cdef Row *p = rows(n)
    cdef Row row
    cdef Row *one
    cdef int k
    cdef list found = []
    for k in range(n):
        p[k] = x[:k]
    for row in p[:n]:
        found.append(sum_of(row))
    for one in p[:n]:
        found.append(one.shape[0])
    row = None
    if n == 3:
        first, row = p[1:3]
        found.append((np.array(first), sum_of(row)))
    free(p)
    return found


def as_structs(Row x):
    """The struct that Cython's code has for a memoryview."""
    cdef Row *p = rows(2)
    p[0] = x
    cdef __Pyx_memviewslice *raw = <__Pyx_memviewslice *>p
    found = [raw.shape[0], raw.strides[0], raw[0].data == p._data, raw.memview != NULL, raw.memview != <void *>None]
    raw[1] = raw[0]
    raw[1].shape[0] = raw[0].shape[0] // 2
    raw[1].strides[0] *= 2
    found.append(np.array(p[1]))
    p[0].shape[0] = 1 if p[0].shape[0] else 0
    p[0]._data += 0
    found.append(np.array(p[0]))
    raw[0].memview = NULL
    found.append((p[0] is None, sum_of(p[0]), sizeof(raw[0]) == sizeof(p[0])))
    free(p)
    return found


def globally(Row x):
    global kept
    kept = rows(1)
    kept[0] = x
    table[0] = kept
    table[1] = table[0] + 0
    table[1][0] = table[0][0]
    total = sum_of(kept[0]) + table[1][0][0] + sum_of(table[0][0])
    free(kept)
    kept = NULL
    return total, kept == NULL


def generating(x):
    cdef Row row = x
    cdef Row *p = rows(2)
    p[0] = row
    try:
        yield p[0][0]
        p[1] = p[0]
        yield np.array(p[1])
        p[0] = None
        yield p[0] is None
    finally:
        free(p)


@cython.boundscheck(False)
@cython.wraparound(False)
def unchecked(Row x):
    cdef Row *p = rows(1)
    cdef double total = 0
    cdef Py_ssize_t i
    p[0] = x
    with nogil:
        for i in range(p[0].shape[0]):
            total += p[0][i] * p[0][p[0].shape[0] - 1 - i]
    free(p)
    return total


def objects(x):
    cdef Objects row = x
    cdef Objects *p = <Objects *>calloc(1, sizeof(row))
    p[0] = row
    p[0][0] = [len(x)]
    first = p[0][0]
    free(p)
    return first, list(row)


cdef void raised(Row *p, double by) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(p.shape[0]):
        p[0][i] += by


def shared(x, y):
    """Pointers that another module has made, or is given."""
    cdef Row one = x, other = y
    cdef Row *p = nodes.make(4)
    cdef Row read
    cdef double total
    p[0] = one
    nodes.store(p, 1, other)
    nodes.store(p, 2, p[0])
    nodes.skip(p, 3)[0] = p[1]
    with nogil:
        total = nodes.sum_of(p, 4) + nodes.sum_of(nodes.skip(p, 2), 2)
        nodes.each(p, 2, raised, 0.5)
    counts = [sys.getrefcount(x), sys.getrefcount(y)]
    read = nodes.load(p, 3)
    other = None
    counts.append(sys.getrefcount(y))
    total += sum_of(read)
    held = read
    read = p[2]
    total += sum_of(read)
    nodes.end(p)
    return total, np.array(held), counts


def shared_nodes(x, int n):
    cdef SharedNode node
    cdef Row row = x
    memset(&node, 0, sizeof(node))
    node.rows = nodes.make(n)
    for k in range(n):
        node.rows[k] = row[k:]
    node.count = n
    found = [nodes.node_sum(&node)]
    node.grid = nodes.by_hand(n, n + 1)
    cdef Grid grid = node.grid[0]
    for k in range(n):
        grid[k, k] = k + 1
        node.grid[0][k, k] *= 2
    found += [nodes.node_sum(&node), nodes.trace(node.grid), nodes.sum_of(node.rows, n)]
    cdef Data2D *own = by_hand(n, n)
    for k in range(n):
        own[0][k, k] = 3
    found.append(nodes.trace(own))
    free_by_hand(own)
    grid = None
    nodes.end_by_hand(node.grid)
    nodes.end(node.rows)
    return found


def keepers(x, y):
    cdef Keeper keeper = Keeper(3)
    cdef Row row = x
    cdef Row *p = rows(3)
    before = sys.getrefcount(x), sys.getrefcount(y)
    found = [keeper.hold(0, y), keeper.hold(1, y[1:]), keeper.hold(2, x)]
    p[0] = keeper.rows[1]
    p[1] = row
    p[2] = keeper.place(0)[0]
    found += [sum_of(p[0]), keeper.total(), keeper.owned()]
    keeper.fill(p)
    found += [keeper.total(), keeper.owned(), np.array(keeper.take(1)), sys.getrefcount(x) > before[0]]
    keeper.own = p[2]
    found += [keeper.owned(), sum_of(keeper.own)]
    keeper.own[0] += 1
    try:
        keeper.place(3)
    except IndexError as error:
        found.append(str(error))
    keeper.rows[0] = None
    found.append(keeper.rows[0] is None)
    free(p)
    del keeper
    return found, sys.getrefcount(x) - before[0], sys.getrefcount(y) - before[1]


def shared_variable(Row x):
    nodes.shared = nodes.make(2)
    nodes.shared[0] = x
    cdef Row *p = nodes.shared
    p[1] = nodes.shared[0]
    total = nodes.sum_of(nodes.shared, 2)
    nodes.end(p)
    nodes.shared = NULL
    return total


def listed(Row x, Row y):
    cdef Row *p = [x, y, x[1:]]
    p[0], p[1] = p[1], p[0]
    return [sum_of(p[k]) for k in range(3)], np.array(p[0])
