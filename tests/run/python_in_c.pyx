# Python's interface to C: declarations of `cpython`, and objects as pointers.

cimport cpython
from cpython cimport PyObject, PyList_New, PyObject_IsTrue
from cython.parallel cimport prange
from cpython.dict cimport PyDict_GetItemRef, PyDict_GetItemString, PyDict_SetDefaultRef
from cpython.dict cimport PyDict_SetItemString, PyDict_Size
from cpython.exc cimport PyErr_SetString, PyErr_Occurred
from cpython.list cimport PyList_Append, PyList_Extend, PyList_GetItemRef, PyList_Size
from cpython.number cimport PyNumber_Add, PyNumber_Index
from cpython.object cimport Py_EQ, Py_LT, PyObject_RichCompareBool, PyTypeObject
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.ref cimport Py_DECREF, Py_INCREF
from cpython.time cimport monotonic_ns
from cpython.tuple cimport PyTuple_Pack
from cpython.unicode cimport PyUnicode_DecodeUTF8

cdef int payload = 42


def found(dict d, str other):
    cdef PyObject *item = PyDict_GetItemString(d, "a")
    PyDict_SetItemString(d, "b", other)
    if item is NULL:
        return None, PyDict_Size(d)
    return <object>item, PyDict_Size(d)


def listed(*items):
    cdef list out = PyList_New(0)
    for item in items:
        PyList_Append(out, item)
    return out, PyList_Size(out), PyTuple_Pack(2, <PyObject *>out, <PyObject *>items)


def summed(a, b):
    return PyNumber_Add(a, b)


def compared(a, b):
    return PyObject_RichCompareBool(a, b, Py_EQ), PyObject_RichCompareBool(a, b, Py_LT), PyObject_IsTrue(a)


def sized(x):
    return PyNumber_Index(x)


cdef class Box:
    cdef object held
    cdef int count

    def __init__(self, held):
        self.held = held
        self.count = 3


def through_void(Box box):
    cdef void *p = <void *>box
    cdef void *held = <void *>box.held
    other = <Box>p
    return other.count, <object>held is box.held, <PyObject *>box == <PyObject *>p, (<Box>p).held


def through_the_struct(Box box, list items, x):
    """No `PyObject` can be made of an object: its address remains."""
    cdef void *p[3]
    p[0] = <void *>(<PyObject>box)
    p[1] = <void *><cpython.PyObject>items
    p[2] = <PyObject *><PyObject>x
    return [<object>q is box for q in p[:3]], [<object>q is items for q in p[:3]], <object>p[2], <object><PyObject>x


def kept(x):
    Py_INCREF(x)
    Py_DECREF(x)
    return x


cdef int refused(int n) except -1:
    if n < 0:
        PyErr_SetString(ValueError, "below zero")
        return -1
    return n


def refusing(int n):
    return refused(n)


def capsule():
    c = PyCapsule_New(&payload, "payload", NULL)
    return (<int *>PyCapsule_GetPointer(c, "payload"))[0]


def wrong_capsule():
    c = PyCapsule_New(&payload, "payload", NULL)
    return (<int *>PyCapsule_GetPointer(c, "other"))[0]


def decoded(bytes raw):
    cdef char *text = raw
    return PyUnicode_DecodeUTF8(text, len(raw), "strict")


def of_types(type t, slice s, bytearray b, frozenset f):
    return t, s, b, f, unicode, isinstance(b"", basestring), list(xrange(2)), unichr(65)


def ticks():
    cdef long long before, after
    with nogil:
        before = monotonic_ns()
        after = monotonic_ns()
    return before <= after


def references(dict d, list items):
    cdef PyObject *value = NULL
    found = PyDict_GetItemRef(d, "a", &value)
    if found:
        Py_DECREF(<object>value)
    put = PyDict_SetDefaultRef(d, "b", items, NULL)
    PyList_Extend(items, "xy")
    return found, put, PyList_GetItemRef(items, 0), d


ctypedef PyObject *object_pointer

cdef struct Entry:
    PyObject *key
    PyObject **values
    PyTypeObject *type
    object_pointer[2] pair
    double weight

cdef struct Header:
    PyObject _
    PyObject *fn

cdef struct Table:
    Entry first
    Entry *at
    PyObject *(*make)(PyObject *)


def in_structs(key, double weight):
    cdef Table table
    cdef (object_pointer, double) both = (<PyObject *>key, weight)
    table.first.key = table.first.pair[1] = <PyObject *>key
    table.at = &table.first
    table.at.weight = weight
    table.at.values = &table.first.key
    return <object>table.at.values[0], <object>table.first.pair[1], table.first.weight, both[1], \
        sizeof(Header) > 2 * sizeof(PyObject *)


def in_regions(key, double weight, double[:] x):
    """A kernel that uses such a struct, and one that does not."""
    cdef Entry entry
    cdef Table unused
    cdef int i
    entry.key = <PyObject *>key
    entry.weight = weight
    unused.at = &entry
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = entry.weight
    return <object>unused.at.key
