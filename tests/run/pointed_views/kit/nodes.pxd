ctypedef double[:] Row
ctypedef float[:, :] Grid

cdef struct Node:
    Row *rows
    Grid *grid
    int count

cdef Row *shared

cdef Row *make(int count) except NULL
cdef void end(Row *rows) noexcept nogil
cdef Row *skip(Row *rows, int count) noexcept nogil
cdef double sum_of(Row *rows, int count) noexcept nogil
cdef void store(Row *rows, int at, Row row) noexcept nogil
cdef Row load(Row *rows, int at)
cdef Grid *by_hand(Py_ssize_t n, Py_ssize_t m) noexcept nogil
cdef void end_by_hand(Grid *grid) noexcept nogil
cdef float trace(Grid *grid) noexcept nogil
cdef double node_sum(Node *node) noexcept nogil
cdef int each(Row *rows, int count, void (*does)(Row *, double) noexcept nogil, double by) noexcept nogil


cdef class Keeper:
    cdef Row *rows
    cdef Row own
    cdef int count
    cdef object held
    cdef Row *place(self, int at) except NULL
    cdef void fill(self, Row *from_rows) noexcept
    cdef Row take(self, int at)
