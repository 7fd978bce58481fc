# Loops over structs by pointers to them, lengths with casts, and Python's struct for data of threads without a declaration.
from libc.stdlib cimport free, malloc

cdef enum:
    COUNT = 3

ctypedef struct Part:
    int number
    double weight

cdef struct Whole:
    Part[<int>COUNT] parts
    short sizes[<unsigned char>COUNT]

cdef extern from "Python.h":
    int PyThread_tss_is_created(Py_tss_t *key)
    int PyThread_tss_create(Py_tss_t *key)
    void PyThread_tss_delete(Py_tss_t *key)
    int PyThread_tss_set(Py_tss_t *key, void *value)
    void *PyThread_tss_get(Py_tss_t *key)

cdef Py_tss_t KEY


def by_pointer(int n):
    cdef Part *parts = <Part *> malloc(n * sizeof(Part))
    cdef Part *part
    cdef int at = 0
    for part in parts[:n]:
        part.number = at
        part.weight = at * 0.5
        at += 1
    total = 0.0
    for part in parts[1:n]:
        total += part.weight * part.number
    for copied in parts[:n]:
        copied.number = 7
    first = parts[0].number
    free(parts)
    return total, first, at


def of_array():
    cdef Part parts[4]
    cdef Part *part
    cdef void *place
    for part in parts:
        part.number = 5
        part.weight = 2
    for part in parts[:2]:
        part.number += 1
    same = 0
    for place in parts[:2]:
        same += (<Part *> place).number
    return [parts[i].number for i in range(4)], same


def pointers_to_pointers():
    cdef Part one, two
    cdef Part *both[2]
    cdef Part *part
    one.number, two.number = 3, 4
    both[0], both[1] = &one, &two
    total = 0
    for part in both:
        total = 10 * total + part.number
    return total


def of_field():
    cdef Whole whole
    cdef Part *part
    cdef int at = 0
    for part in whole.parts[:COUNT]:
        part.number = at
        at += 1
    return sizeof(whole.parts) // sizeof(Part), sizeof(whole.sizes) // sizeof(short), whole.parts[2].number


def of_threads():
    cdef int value = 3
    before = PyThread_tss_is_created(&KEY)
    PyThread_tss_create(&KEY)
    PyThread_tss_set(&KEY, &value)
    found = (<int *> PyThread_tss_get(&KEY))[0]
    created = PyThread_tss_is_created(&KEY)
    PyThread_tss_delete(&KEY)
    return before, found, created


cdef extern from * nogil:
    """
    typedef void (*offcy_test_visitor)(void *, int);
    static void offcy_test_visit(offcy_test_visitor visit, void *where, int n) { for (int i = 0; i < n; i++) visit(where, i); }
    typedef struct { offcy_test_visitor visit; } offcy_test_visits;
    """
    ctypedef void (*Visitor "offcy_test_visitor")(void *where, int n) noexcept
    void visit "offcy_test_visit"(void (*visitor)(void *where, int n) noexcept, void *where, int n)
    ctypedef struct Visits "offcy_test_visits":
        void (*visit)(void *where, int n) noexcept


cdef void add(void *where, int n) noexcept nogil:
    (<int *> where)[0] += n


cdef void add_with_gil(void *where, int n) noexcept:
    (<int *> where)[0] += 2 * n


def visited():
    cdef int total = 0, other = 0
    cdef Visitor visitor = add
    cdef Visits visits
    visit(add, &total, 4)
    visit(visitor, &total, 4)
    visit(<Visitor> add_with_gil, &other, 3)
    visits.visit = add_with_gil
    visits.visit(&other, 5)
    return total, other
