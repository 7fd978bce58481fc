cimport cython


cdef int some(int n):
    if n:
        return  #~ ERROR OFC0201
    return 3


cdef void nothing(int n) noexcept:
    if n:
        return
    n += 1


cdef object anything(int n):
    if n:
        return


cdef class Row:
    cdef object kept

    def __cinit__(self, n):
        if n:
            return
        self.kept = n

    def get(self):
        return self.kept


def indices(double[::1] x, bint b, char c, unsigned long u, double y, n):
    cdef double[3] a
    cdef double *p = a
    a[b] = a[c] + p[u] + p[n]
    return a[y], p[y * 2], x[0]  #~ ERROR OFC0201 #~ ERROR OFC0201


def addresses(Row row, list items):
    cdef void *p = <void *>row
    p = <void *>row.kept
    p = <void *>items[0]
    p = <void *>Row
    p = <void *>(row.kept + 1)  #~ ERROR OFC0201
    p = <void *>row.get()  #~ ERROR OFC0201
    p = <void *>[row]  #~ ERROR OFC0201
    return <size_t>p


@cython.wraparound(False)
def from_the_end(double[:] x, items, text, list kept, dict known, int i):
    cdef double[3] a
    cdef double *p = a
    x[-1] = 2  #~ WARNING OFC0304
    x[1 - 1] = x[i - 1] + p[-1]
    known[-1] = "abc"[-2:-1]
    with cython.wraparound(True):
        x[-1] = kept[-1]
    return items[-2:], text[:-1], kept[::-1], items[i:]  #~ WARNING OFC0304 #~ WARNING OFC0304


def counted(double[:] x, items):
    return x[-1], items[-2:]


@cython.cdivision(True)
def middle(double[::1] x, Py_ssize_t n):
    cdef double *p = &x[0]
    return p[n / 2]


cdef int *of_module = [1, 2]
of_module = [3, 4]


def late_lists():
    global of_module
    cdef int *p = [1, 2, 3]
    cdef int *q
    cdef int[2] items = [5, 6]
    items = [7, 8]
    q = items
    q = [1, 2, 3]  #~ ERROR OFC0201
    p = (4, 5)  #~ ERROR OFC0201
    of_module = [6]  #~ ERROR OFC0201
    return p[0] + q[0]
