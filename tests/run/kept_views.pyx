"""Loops over views that fields of objects and variables of the module show."""
from cython.parallel import parallel, prange
cimport cython

cdef double[:, :] table
cdef double[::1] line = None
cdef int[:] unset


def give_table(x):
    global table
    table = x


def give_line(x):
    global line
    line = x


cdef class Field:
    cdef double[:, ::1] u
    cdef double[:, ::1] v
    cdef double[:] w
    cdef public double k
    cdef int n

    def __init__(self, u, v, w, double k, int n):
        self.u = u
        self.v = v
        self.w = w
        self.k = k
        self.n = n

    def give(self, u, w):
        self.u = u
        self.w = w

    def step(self):
        cdef Py_ssize_t i, j
        for i in range(1, self.u.shape[0] - 1):
            for j in range(1, self.u.shape[1] - 1):
                self.v[i, j] = self.u[i, j] + self.k * (self.u[i - 1, j] + self.u[i + 1, j] - 2 * self.u[i, j])
        self.u, self.v = self.v, self.u

    def counted(self):
        """A number of the object says how often."""
        cdef int i
        for i in range(self.n):
            self.w[i] = self.w[i] * self.k + i

    def in_threads(self):
        cdef Py_ssize_t i, j
        cdef double total
        for i in prange(self.u.shape[0], nogil=True):
            total = 0
            for j in range(self.u.shape[1]):
                total = total + self.u[i, j] * self.k
            self.w[i] = total

    def in_region(self):
        cdef Py_ssize_t i, j
        with nogil, parallel(device={}):
            for i in prange(self.u.shape[0]):
                for j in range(self.u.shape[1]):
                    self.v[i, j] = self.u[i, j] * 2

    def without_gil(self):
        cdef Py_ssize_t i
        cdef double total = 0
        with nogil:
            for i in range(self.w.shape[0]):
                total += self.w[i] * self.k
                self.w[i] = total
        return total

    def sometimes(self, double[:] x, double limit):
        """A view that is None is not looked at."""
        cdef Py_ssize_t i
        cdef double total = 0
        for i in range(x.shape[0]):
            if x[i] > limit:
                total += self.w[i]
            x[i] = total
        return total

    def rows(self):
        cdef Py_ssize_t i, j
        cdef double[::1] row
        cdef double total = 0
        for i in range(self.u.shape[0]):
            row = self.u[i]
            for j in range(row.shape[0]):
                total += row[j] * self.v[i, j]
        return total

    cdef void exchange(self) noexcept:
        self.u, self.v = self.v, self.u

    cdef double at(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        return self.u[i, j] + self.k

    def exchanging(self):
        """A call changes what the fields show."""
        cdef Py_ssize_t i, j
        for i in range(self.u.shape[0]):
            for j in range(self.u.shape[1]):
                self.u[i, j] = self.u[i, j] + 1
                self.exchange()

    def exchanging_rows(self):
        cdef Py_ssize_t i, j
        for i in range(self.u.shape[0]):
            for j in range(self.u.shape[1]):
                self.u[i, j] = self.u[i, j] + 1
            self.u, self.v = self.v, self.u

    def by_method(self):
        cdef Py_ssize_t i, j
        for i in range(self.v.shape[0]):
            for j in range(self.v.shape[1]):
                self.v[i, j] = self.at(i, j)

    def freed(self, memory):
        """Nothing keeps the memory after the loop."""
        cdef Py_ssize_t i
        cdef double total = 0
        with nogil:
            for i in range(self.w.shape[0]):
                total += self.w[i]
        self.w = None
        memory.append(7)
        return total

    def freed_after_failure(self, memory, int n):
        cdef Py_ssize_t i
        cdef double total = 0
        try:
            with nogil:
                for i in range(n):
                    total += self.w[i]
        except IndexError:
            self.w = None
            memory.append(7)
        return total


cdef class Part(Field):
    def doubled(self):
        cdef Py_ssize_t i
        for i in range(self.w.shape[0]):
            self.w[i] *= 2


def of_another(Field one, Field other, int n):
    cdef int i
    cdef double total = 0
    for i in range(n):
        total += one.w[i] * other.w[i]
        other.w[i] = total
    return total


def of_several(list fields, int n):
    cdef int i
    cdef Field field
    cdef double total = 0
    for field in fields:
        for i in range(n):
            total += field.w[i]
            field.w[i] = total
    return total


def of_module(int n, int m):
    cdef int i, j
    for i in range(n):
        for j in range(m):
            table[i, j] = table[i, j] * 2 + line[j]


def of_module_in_threads(int n):
    cdef int i
    for i in prange(n, nogil=True):
        line[i] = line[i] + i


def of_unset(int n):
    cdef int i, total = 0
    for i in range(n):
        total += unset[i]
    return total
