"""C arrays of which only C knows the length."""

from cython.parallel cimport prange
from libc.string cimport strlen
cimport cython
cimport sizes
from offcy cimport device
from sizes cimport COLUMNS, FIELDS, ROWS, record, table

cdef extern from "lengths.h":
    enum:
        NAME_MAX_LENGTH
    enum kind:
        KIND_A
        KINDS
    int corners[ROWS][COLUMNS]
    double weights[KINDS]
    int say_hello(char into[NAME_MAX_LENGTH], int length) nogil

cdef enum:
    OWN = 2

ctypedef char label_t[NAME_MAX_LENGTH - 1]

cdef double of_module[ROWS + OWN]


cdef int total(const int *numbers, int count) noexcept nogil:
    cdef int i, result = 0
    for i in range(count):
        result += numbers[i]
    return result


cdef class Holder:
    cdef int numbers[ROWS]
    cdef public int shown[FIELDS]
    cdef table cells

    def __cinit__(self):
        self.numbers = [1, 2, 3]
        self.cells.cells[ROWS - 1][COLUMNS - 1] = 0.5

    def all(self):
        return self.numbers, [number for number in self.numbers], total(self.numbers, ROWS), self.cells

    def set(self, numbers):
        self.numbers = numbers


def text():
    cdef char buffer[NAME_MAX_LENGTH + 1]
    cdef int n
    with nogil:
        n = say_hello(buffer, sizeof(buffer))
    cdef bytes all_of_it = buffer
    buffer[NAME_MAX_LENGTH] = 0
    return n, all_of_it, buffer[:n], buffer[1:4], strlen(&buffer[2]), sizeof(buffer), buffer[:5].decode()


def short_text():
    cdef char[COLUMNS * ROWS - 2] buffer
    n = say_hello(&buffer[0], sizeof(buffer))
    return n, buffer[:n]


def sizes_in_c():
    cdef record one
    cdef int[KINDS << 2] shifted
    cdef long masked[(NAME_MAX_LENGTH | 1) & 7]
    cdef short cast[<int>KINDS]
    cdef int of_module_name[sizes.ROWS]
    return (
        sizeof(one), sizeof(one.fields), sizeof(table), sizeof(shifted), sizeof(masked), sizeof(cast), len(shifted),
        sizeof(weights), sizeof(of_module), sizeof(of_module_name),
    )


def values(item):
    cdef int numbers[FIELDS]
    numbers = [1, item, 3, 4]
    numbers[1:3] = [7, 8]
    result = [number + 1 for number in numbers]
    a = numbers[FIELDS - 1]
    return numbers, result, a, total(numbers, FIELDS), 8 in numbers, 5 in numbers, list(numbers), sum(numbers)


def too_few():
    cdef int numbers[FIELDS]
    numbers = [1, 2, 3]
    return numbers


def too_many():
    cdef int numbers[FIELDS]
    numbers[:] = [1, 2, 3, 4, 5]
    return numbers


def of_object(value):
    cdef int numbers[FIELDS]
    numbers = value
    return numbers


def structs(fields):
    cdef record one
    one.fields = fields
    one.name[0] = c"x"
    one.name[1] = 0
    cdef table cells
    cells.cells = [[1, 2], [3, 4], [5, 6]]
    cells.count = 1
    return one.fields, one.name[:1], cells, cells.cells[2][1]


def of_headers():
    cdef double everything = 0
    for weight in weights:
        everything += weight
    weights[KINDS - 1] = 0.75
    return everything, weights, corners, [row[1] for row in corners[:2]], corners[ROWS - 1][0]


def of_the_module():
    for i in range(ROWS + OWN):
        of_module[i] = i * i
    return of_module, [value for value in of_module[2:5]]


def generated():
    cdef int numbers[ROWS]
    numbers = [4, 5, 6]
    for number in numbers:
        yield number
    numbers[0] = 7
    yield from [number * 2 for number in numbers]


def hidden(ROWS, COLUMNS=5):
    cdef double numbers[KINDS]
    numbers = [ROWS, COLUMNS]
    return numbers


def pure():
    numbers: cython.int[ROWS] = [1, 2, 3]
    return list(numbers), cython.sizeof(numbers)


cdef int first_of(int (*rows)[COLUMNS], int row) noexcept:
    return rows[row][0]


def rows():
    cdef int both[OWN][COLUMNS]
    cdef label_t label
    both[1][0] = 7
    both[0][0] = 5
    cdef int *second = both[1]
    label[0] = c"l"
    label[1] = 0
    return first_of(both, 1), first_of(both, 0), second[0], sizeof(both), sizeof(int[COLUMNS]), <bytes>label, sizeof(label)


def copied():
    cdef int first[ROWS]
    cdef int second[ROWS]
    first = [1, 2, 3]
    second = first
    first[0] = 5
    return first, second


def on_device(double[::1] x):
    cdef double factors[ROWS]
    cdef double seen[COLUMNS]
    cdef Py_ssize_t i
    factors = [2, 3, 4]
    seen = [0, 0]
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] *= factors[i % ROWS] + of_module[ROWS]
    for i in prange(COLUMNS, nogil=True, device={}):
        seen[i] = x[i] + factors[i]
    return seen


cdef double scratch(double start) noexcept nogil:
    cdef double steps[COLUMNS + 1]
    cdef double step, result = 0
    cdef int k
    for k in range(COLUMNS + 1):
        steps[k] = start + k
    for step in steps:
        result += step
    return result


def in_context(double[::1] x):
    cdef double steps[FIELDS]
    cdef Py_ssize_t i
    steps = [1, 2, 3, 4]
    with device({steps: "tofrom", x: "tofrom"}):
        for i in prange(FIELDS, nogil=True, device={}):
            steps[i] += scratch(i)
        for i in prange(FIELDS, nogil=True, device={}):
            x[i] += steps[i]
    return steps


# Names of Python's that are macros of the header, too.
FIELDS_ = FIELDS
globals()["NAME_MAX_LENGTH"] = NAME_MAX_LENGTH


class Named:
    NAME_MAX_LENGTH = 3
    FIELDS = 4


def names(thing=Named):
    return thing.NAME_MAX_LENGTH, thing.FIELDS, FIELDS_, FIELDS
