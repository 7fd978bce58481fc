# cython: language_level=3
# Functions, types and constants of CPython's interface that few modules use.
from cpython.buffer cimport PyBUF_MAX_NDIM, PyObject_Format
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, _PyBytes_Resize
from cpython.datetime cimport (
    PyDateTime_CAPI, PyDateTime_DateTime, PyDateTime_Delta, PyDateTimeAPI, import_datetime,
)
from cpython.descr cimport PyWrapperFlag_KEYWORDS, wrapperbase
from cpython.exc cimport (
    PyErr_Clear, PyErr_GetHandledException, PyErr_Occurred, PyErr_SetHandledException, PyErr_SetString,
)
from cpython.float cimport PyFloat_Pack2, PyFloat_Pack4, PyFloat_Pack8, PyFloat_Unpack2, PyFloat_Unpack4, PyFloat_Unpack8
from cpython.function cimport PyFunction_GetClosure, PyFunction_SetClosure, PyFunction_SetDefaults
from cpython.getargs cimport PyArg_Parse
from cpython.long cimport (
    PyLong_AsLong, PyLong_AsLongLong, PyLong_AsUnsignedLong, PyLong_AsUnsignedLongLongMask, int32_t, uint64_t,
)
from cpython.mem cimport PyMem_Del, PyMem_Malloc
from cpython.memoryview cimport PyMemoryView_GET_BASE
from cpython.module cimport (
    PyImport_ExecCodeModule, PyImport_GetMagicNumber, PyImport_ImportFrozenModule, PyImport_ImportModuleEx,
    PyImport_ImportModuleLevel, PyModule_AddObject, PyModule_GetFilenameObject, PyModule_GetNameObject, PyModule_GetState,
)
from cpython.number cimport PyNumber_InPlaceMatrixMultiply
from cpython.object cimport (
    PyObject, PyObject_Free, PyObject_GenericGetDict, PyObject_GenericSetDict, PyObject_Malloc, PyObject_Realloc,
    Py_TPFLAGS_BASE_EXC_SUBCLASS, Py_TPFLAGS_DICT_SUBCLASS, Py_TPFLAGS_HAVE_FINALIZE,
    Py_TPFLAGS_HAVE_VECTORCALL, Py_TPFLAGS_IMMUTABLETYPE, Py_TPFLAGS_LONG_SUBCLASS, Py_TPFLAGS_METHOD_DESCRIPTOR,
    Py_TPFLAGS_SEQUENCE, Py_TPFLAGS_TYPE_SUBCLASS, Py_TPFLAGS_UNICODE_SUBCLASS, Py_TYPE, objobjproc, ssizeargfunc,
)
from cpython.pystate cimport (
    PyInterpreterState_Head, PyThreadState_Get, PyThreadState_GetDict, PyThreadState_SetAsyncExc, PyTrace_C_RETURN,
    PyTrace_LINE,
)
from cpython.pythread cimport PY_LOCK_ACQUIRED, PY_LOCK_FAILURE, PY_LOCK_INTR, PyLockStatus, PyThread_init_thread
from cpython.ref cimport Py_INCREF, Py_XDECREF, _Py_REFCNT
from cpython.tuple cimport _PyTuple_Resize
from cpython.unicode cimport (
    PyUnicode_AsCharmapString, PyUnicode_AsUCS4, PyUnicode_AsUCS4Copy, PyUnicode_AsWideChar, PyUnicode_AsWideCharString,
    PyUnicode_DecodeCharmap, PyUnicode_DecodeUTF16Stateful, PyUnicode_FromWideChar,
)
from libc.stddef cimport wchar_t


def constants():
    return [
        PyBUF_MAX_NDIM, PyWrapperFlag_KEYWORDS, Py_TPFLAGS_BASE_EXC_SUBCLASS, Py_TPFLAGS_DICT_SUBCLASS,
        Py_TPFLAGS_HAVE_FINALIZE, Py_TPFLAGS_HAVE_VECTORCALL, Py_TPFLAGS_IMMUTABLETYPE, Py_TPFLAGS_LONG_SUBCLASS,
        Py_TPFLAGS_METHOD_DESCRIPTOR, Py_TPFLAGS_SEQUENCE, Py_TPFLAGS_TYPE_SUBCLASS, Py_TPFLAGS_UNICODE_SUBCLASS,
        PyTrace_LINE, PyTrace_C_RETURN, <int>PY_LOCK_FAILURE, <int>PY_LOCK_ACQUIRED, <int>PY_LOCK_INTR,
        sizeof(PyLockStatus), sizeof(wrapperbase), sizeof(int32_t), sizeof(uint64_t), sizeof(PyDateTime_DateTime),
    ]


def flags(object o):
    return Py_TYPE(o).tp_flags & Py_TPFLAGS_LONG_SUBCLASS != 0, Py_TYPE(o).tp_flags & Py_TPFLAGS_DICT_SUBCLASS != 0


def packed(double x, bint little):
    cdef unsigned char to[14]
    PyFloat_Pack4(x, to, little)
    PyFloat_Pack8(x, to + 4, little)
    PyFloat_Pack2(x, to + 12, little)
    return (
        PyBytes_FromStringAndSize(<char *>to, 14), PyFloat_Unpack4(to, little), PyFloat_Unpack8(to + 4, little),
        PyFloat_Unpack2(to + 12, little),
    )


def longs(object o, int which):
    if which == 0:
        return PyLong_AsLong(o)
    if which == 1:
        return PyLong_AsLongLong(o)
    if which == 2:
        return PyLong_AsUnsignedLong(o)
    return PyLong_AsUnsignedLongLongMask(o)


def wide(str text):
    cdef wchar_t to[8]
    cdef Py_ssize_t size = 0
    cdef wchar_t *all = PyUnicode_AsWideCharString(text, &size)
    cdef Py_UCS4 some[8]
    cdef Py_UCS4 *copy
    try:
        again = PyUnicode_FromWideChar(all, size)
    finally:
        PyMem_Del(all)
    count = PyUnicode_AsWideChar(text, to, 8)
    copy = PyUnicode_AsUCS4Copy(text)
    last = <int>copy[len(text)]
    PyMem_Del(copy)
    PyUnicode_AsUCS4(text, some, 8, True)
    return again, count, [to[i] for i in range(count)], last, some[0]


def charmap(bytes text, object mapping, str made, object back):
    return PyUnicode_DecodeCharmap(text, len(text), mapping, b"strict"), PyUnicode_AsCharmapString(made, back)


def utf16(bytes text):
    cdef int order = -1
    cdef Py_ssize_t consumed = 0
    result = PyUnicode_DecodeUTF16Stateful(text, len(text), NULL, &order, &consumed)
    return result, consumed, order


def formatted(object o, object spec):
    return PyObject_Format(o, spec)


def functions(object function, object defaults, object closure):
    cdef PyObject *known = PyFunction_GetClosure(function)
    before = None if known is NULL else <object>known
    PyFunction_SetDefaults(function, defaults)
    PyFunction_SetClosure(function, closure)
    return before


def modules(str name):
    module = PyImport_ImportModuleEx(b"json.decoder", None, None, [name])
    package = PyImport_ImportModuleLevel(b"json.decoder", {}, {}, [], 0)
    made = PyImport_ExecCodeModule(b"made_here", compile("x = 3", "made", "exec"))
    added = "text" * 3
    Py_INCREF(added)
    PyModule_AddObject(made, b"added", added)
    return (
        PyModule_GetNameObject(module), package.__name__, made.x, made.added, PyModule_GetState(made) is NULL,
        PyModule_GetFilenameObject(module) == module.__file__, PyImport_GetMagicNumber() & 0xffff != 0,
        PyImport_ImportFrozenModule(b"no_such_module"),
    )


def file_of(object module):
    return PyModule_GetFilenameObject(module)


def added_to(object o):
    PyModule_AddObject(o, b"added", o)


def handled():
    cdef PyObject *known
    try:
        raise ValueError("first")
    except ValueError as error:
        known = PyErr_GetHandledException()
        same = known is <PyObject *>error
        PyErr_SetHandledException(known)
        Py_XDECREF(known)
    return same


def raised(str text):
    PyErr_SetString(KeyError, text.encode())
    found = PyErr_Occurred() is <PyObject *>KeyError
    PyErr_Clear()
    return found, PyErr_Occurred() is NULL


def product(object left, object right):
    return PyNumber_InPlaceMatrixMultiply(left, right)


def dict_of(object o, object dict):
    before = PyObject_GenericGetDict(o, NULL)
    PyObject_GenericSetDict(o, dict, NULL)
    return before, PyObject_GenericGetDict(o, NULL)


cdef extern from "Python.h":
    PyObject *made_tuple "PyTuple_New" (Py_ssize_t size) except NULL
    PyObject *made_bytes "PyBytes_FromStringAndSize" (const char *text, Py_ssize_t size) except NULL


def sized(Py_ssize_t size):
    cdef PyObject *items = made_tuple(2)
    cdef PyObject *text = made_bytes(b"abcdef", 6)
    references = _Py_REFCNT(items)
    _PyTuple_Resize(&items, size)
    _PyBytes_Resize(&text, size)
    found = len(<object>items), PyBytes_AS_STRING(<object>text)[0], len(<object>text), references
    Py_XDECREF(items)
    Py_XDECREF(text)
    return found


def base_of(object view):
    return <object><PyObject *>PyMemoryView_GET_BASE(view)


def memory(size_t size):
    cdef char *block = <char *>PyObject_Malloc(size)
    block[0] = 5
    block = <char *>PyObject_Realloc(block, 2 * size)
    first = block[0]
    PyObject_Free(block)
    return first


def threads():
    cdef PyObject *known
    PyThread_init_thread()
    known = PyThreadState_GetDict()
    return (
        known is not NULL, PyInterpreterState_Head() is not NULL, PyThreadState_Get() is not NULL,
        PyThreadState_SetAsyncExc(12345, NULL),
    )


cdef object item_of(object o, Py_ssize_t at):
    return o[at]


cdef int has(object o, object item) except -1:
    return item in o


def through_pointers(object o, Py_ssize_t at):
    cdef ssizeargfunc item = item_of
    cdef objobjproc contains = has
    return item(o, at), contains(o, at)


def dates():
    import_datetime()
    cdef PyDateTime_CAPI *api = PyDateTimeAPI
    day = api.Date_FromDate(2020, 2, 29, api.DateType)
    span = api.Delta_FromDelta(1, 2, 3, 1, api.DeltaType)
    moment = api.DateTime_FromDateAndTime(2020, 2, 29, 1, 2, 3, 4, None, api.DateTimeType)
    return day, span, moment, (<PyDateTime_DateTime *>moment).fold, (<PyDateTime_Delta *>span).seconds


def no_date():
    import_datetime()
    return PyDateTimeAPI.Date_FromDate(2021, 2, 29, PyDateTimeAPI.DateType)


def parsed(object o):
    cdef int x = 0
    PyArg_Parse(o, b"i", &x)
    return x
