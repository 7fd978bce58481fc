# Arrays of `cython.view`, and layouts by their names.

cimport cython
from cython cimport view
from cython.view cimport array, contiguous
from libc.stdlib cimport free, malloc

freed = []


def filled(int rows, int columns, str mode):
    cdef array made = array(shape=(rows, columns), itemsize=sizeof(int), format="i", mode=mode)
    cdef int[:, :] x = made
    cdef Py_ssize_t i, j
    for i in range(rows):
        for j in range(columns):
            x[i, j] = 10 * i + j
    return made, made.len, made.ndim, made.itemsize, made.mode, (<int *>made.data)[1]


def total(double[:, ::view.contiguous] x):
    cdef double[::contiguous] row = x[1]
    cdef double[:, ::view.strided] y = x
    return row[0] + y[0, 1]


def of_letters(text):
    made = cython.view.array((len(text),), 1, "c")
    made[:] = text[:1]
    made[0] = b"X"
    return bytes(made), len(made), made[1], made.shape, made.memview.is_c_contig()


cdef void note(void *p) noexcept:
    freed.append((<int *>p)[0])
    free(p)


def with_callback(int value):
    cdef array made = array((2,), sizeof(int), "i", allocate_buffer=False)
    made.data = <char *>malloc(2 * sizeof(int))
    made.callback_free_data = note
    cdef int[:] x = made
    x[0] = value
    x[1] = value
    made = None
    before = list(freed)
    total = x[0] + x[1]
    x = None
    return before, total, freed


def refused(shape, itemsize, format, mode):
    return array(shape, itemsize, format, mode).shape
