"""Pointers to types of which C makes one: aliases, structs that two headers declare, and `const` in each place."""
cimport cython
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport uint8_t, uint16_t
from libc.stdlib cimport free, malloc
from libc.string cimport strlen

cdef extern from "Python.h":
    ctypedef struct Other "PyObject":
        Py_ssize_t ob_refcnt


cdef unsigned long summed(const unsigned long *values, int count) noexcept:
    cdef unsigned long total = 0
    cdef int i
    for i in range(count):
        total += values[i]
    return total


cdef size_t lengths(const char **texts, int count) noexcept:
    cdef size_t total = 0
    cdef int i
    for i in range(count):
        total += strlen(texts[i])
    return total


def aliases(bytes text):
    cdef unsigned char plain[3]
    cdef uint8_t *named = plain
    cdef unsigned char *back = named
    cdef unsigned long wide[2]
    cdef char *parts[2]
    cdef uint8_t *letters = text
    wide[0], wide[1] = 40, 2
    named[0], named[1], named[2] = 1, 2, 3
    parts[0] = text
    parts[1] = text
    return back[2], summed(wide, 2), lengths(parts, 2), letters[0], (<uint8_t *>text)[1]


@cython.cdivision
@cython.wraparound(False)
def divided(int a, int b):
    return a / b, a % b


def opaque(int n):
    """What a `void *` points to, as an array."""
    cdef void *memory = malloc(n)
    cdef unsigned char[:] view = <unsigned char[:n]>memory
    cdef uint16_t[:] halves
    cdef int i
    for i in range(n):
        view[i] = i
    halves = <uint16_t[:n // 2]>memory
    out = bytes(view), [half for half in halves]
    free(memory)
    return out


class Holder:
    def __init__(self, data):
        self.data = data


def held(holder, list items, dict names):
    """The objects that these point into are held by what they were taken from."""
    cdef const char *of_attribute = holder.data
    cdef char *of_item = items[0]
    cdef const char *of_value = names["a"]
    cdef const char *below = items[1].data
    return of_attribute[0], of_item[1], of_value[0], below[2]


def given(char *path=NULL, const char *other=NULL):
    return path is NULL, b"" if other is NULL else <bytes>other


cdef extern from *:
    """
    static int text_of(int code, char **out) { *out = code ? "text" : "nothing"; return code; }
    """
    int text_of(int code, char **out)


cdef int first_of(int **rows, int n):
    return rows[n - 1][0]


def through_const(int n):
    """`const` may be lost, with a warning, at any level."""
    cdef const char *text
    cdef const int *row
    text_of(n, &text)
    row = &n
    return text, first_of(&row, 1)
