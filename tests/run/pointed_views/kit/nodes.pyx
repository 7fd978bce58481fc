"""What another module does with memoryviews that pointers lead to."""

from libc.stdlib cimport calloc, free


cdef Row *make(int count) except NULL:
    cdef Row *rows = <Row *>calloc(count + 1, sizeof(rows[0]))
    if rows == NULL:
        raise MemoryError()
    return rows


cdef void end(Row *rows) noexcept nogil:
    free(rows)


cdef Row *skip(Row *rows, int count) noexcept nogil:
    return rows + count


cdef double sum_of(Row *rows, int count) noexcept nogil:
    cdef double total = 0
    cdef Py_ssize_t i
    cdef int k
    for k in range(count):
        for i in range(rows[k].shape[0]):
            total += rows[k][i]
    return total


cdef void store(Row *rows, int at, Row row) noexcept nogil:
    rows[at] = row


cdef Row load(Row *rows, int at):
    return rows[at]


cdef Grid *by_hand(Py_ssize_t n, Py_ssize_t m) noexcept nogil:
    cdef Grid *made = <Grid *>calloc(1, sizeof(made[0]))
    made.shape[0], made.shape[1] = n, m
    made.strides[0] = m * sizeof(float)
    made.strides[1] = sizeof(float)
    made.suboffsets[0] = made.suboffsets[1] = -1
    made._data = <char *>calloc(n * m + 1, sizeof(float))
    return made


cdef void end_by_hand(Grid *grid) noexcept nogil:
    free(grid._data)
    grid[0] = None
    free(grid)


cdef float trace(Grid *grid) noexcept nogil:
    cdef Grid all = grid[0]
    cdef float total = 0
    cdef Py_ssize_t i
    for i in range(min(all.shape[0], all.shape[1])):
        total += all[i, i]
    return total


cdef double node_sum(Node *node) noexcept nogil:
    return sum_of(node.rows, node.count) + (trace(node.grid) if node.grid else 0)


cdef int each(Row *rows, int count, void (*does)(Row *, double) noexcept nogil, double by) noexcept nogil:
    cdef int k
    for k in range(count):
        does(rows + k, by)
    return count


cdef class Keeper:
    def __cinit__(self, int count):
        self.rows = make(count)
        self.count = count
        self.held = []
        self.own = None

    def __dealloc__(self):
        end(self.rows)

    cdef Row *place(self, int at) except NULL:
        if not 0 <= at < self.count:
            raise IndexError(at)
        return self.rows + at

    cdef void fill(self, Row *from_rows) noexcept:
        for k in range(self.count):
            self.rows[k] = from_rows[k]
        self.own = from_rows[0]

    cdef Row take(self, int at):
        self.own = self.place(at)[0]
        return self.own

    def hold(self, int at, x):
        cdef Row row = x
        self.held.append(row)
        self.place(at)[0] = row
        return self.rows[at].shape[0], sum_of(self.rows, at + 1)

    def total(self):
        return sum_of(self.rows, self.count)

    def owned(self):
        return self.own is not None, [] if self.own is None else list(self.own)
