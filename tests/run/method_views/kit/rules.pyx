import numpy as np


cdef class Rule:
    def __init__(self):
        self.calls = 0

    cdef double total(self, const double[:] x) except -1:
        cdef double sum = 0
        cdef Py_ssize_t k
        self.calls += 1
        for k in range(x.shape[0]):
            sum += x[k]
        return sum

    cdef double[:, ::1] table(self, Py_ssize_t rows, double fill=0):
        made = np.zeros((rows, 2))
        if fill != 0:
            made[:] = fill
        return made

    cdef void scale(self, double[:] x, double by) noexcept nogil:
        cdef Py_ssize_t k
        for k in range(x.shape[0]):
            x[k] *= by

    cpdef double[:] part(self, double[:] x, int begin):
        return x[begin:]

    cdef double[:] kept(self, double[:] x):
        return x[::-1]

    cdef int fails(self, double[:] x) except -1 nogil:
        if x.shape[0] > 2:
            with gil:
                raise ValueError(f"{x.shape[0]} is too long")
        return x.shape[0]


cdef class Twice(Rule):
    cdef double total(self, const double[:] x) except -1:
        return 2 * Rule.total(self, x)

    cdef double weigh(self, long[:] counts, object what) except? -1:
        if what is None:
            raise TypeError("nothing to weigh")
        return counts[0] * len(what)


cpdef double ask(Rule rule, double[:] x) except -1:
    rule.scale(x, 2)
    return rule.total(x) + rule.total(rule.part(x, 1)) + rule.kept(x)[0]
