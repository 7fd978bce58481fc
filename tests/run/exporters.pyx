# Extension types that give buffers.

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_FillInfo

events = []


cdef class Grid:
    cdef double[6] items
    cdef Py_ssize_t[2] shape
    cdef Py_ssize_t[2] strides
    cdef int exports
    cdef readonly object owner

    def __cinit__(self, bint fortran=False):
        cdef int i
        for i in range(6):
            self.items[i] = i
        self.shape = [2, 3]
        self.strides = [24, 8]
        if fortran:
            self.strides = [8, 16]

    def __getbuffer__(self, Py_buffer *info, int flags):
        self.exports += 1
        events.append(("given", self.exports))
        info.buf = self.items
        info.obj = self
        info.len = sizeof(self.items)
        info.itemsize = sizeof(double)
        info.readonly = 0
        info.ndim = 2
        info.format = NULL
        if flags & PyBUF_FORMAT:
            info.format = "d"
        info.shape = self.shape
        info.strides = self.strides
        info.suboffsets = NULL
        info.internal = NULL
        self.owner = info.obj is self

    def __releasebuffer__(self, Py_buffer *info):
        self.exports -= 1
        events.append(("back", self.exports, info.ndim))


cdef class Refusing(Grid):
    """Its base's `__releasebuffer__` is its own as well."""
    def __getbuffer__(self, Py_buffer *info, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("only to be read")
        PyBuffer_FillInfo(info, self, self.items, sizeof(self.items), 1, flags)


cdef class Loud(Grid):
    def __releasebuffer__(self, Py_buffer *info):
        raise ValueError("nobody hears this")


def total(double[:, :] x):
    cdef double all = 0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            all = 10 * all + x[i, j]
    return all


def doubled(grid):
    cdef double[:, :] x = grid
    x[1, 2] *= 2
    return total(grid)


def log():
    seen = list(events)
    events.clear()
    return seen
