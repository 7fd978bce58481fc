# What offcy knows about Python's protocol of objects.

from libc.stdio cimport FILE
from cpython.mem cimport PyObject_Malloc, PyObject_Realloc, PyObject_Free

cdef extern from "Python.h":
    ctypedef struct PyObject:
        Py_ssize_t ob_refcnt
        PyTypeObject *ob_type

    ctypedef Py_ssize_t Py_hash_t

    ctypedef object (*unaryfunc)(object)
    ctypedef object (*binaryfunc)(object, object)
    ctypedef object (*ternaryfunc)(object, object, object)
    ctypedef int (*inquiry)(object) except -1
    ctypedef Py_ssize_t (*lenfunc)(object) except -1
    ctypedef object (*ssizeargfunc)(object, Py_ssize_t)
    ctypedef object (*ssizessizeargfunc)(object, Py_ssize_t, Py_ssize_t)
    ctypedef int (*ssizeobjargproc)(object, Py_ssize_t, object) except -1
    ctypedef int (*ssizessizeobjargproc)(object, Py_ssize_t, Py_ssize_t, object) except -1
    ctypedef int (*objobjargproc)(object, object, object) except -1
    ctypedef int (*objobjproc)(object, object) except -1
    ctypedef int (*visitproc)(PyObject *, void *)
    ctypedef int (*traverseproc)(PyObject *, visitproc, void *)
    ctypedef void (*destructor)(PyObject *)
    ctypedef void (*freefunc)(void *)
    ctypedef object (*newfunc)(object, object, object)
    ctypedef object (*reprfunc)(object)
    ctypedef Py_hash_t (*hashfunc)(object) except -1
    ctypedef object (*getiterfunc)(object)
    ctypedef object (*richcmpfunc)(object, object, int)
    ctypedef object (*getattrofunc)(object, object)
    ctypedef int (*setattrofunc)(object, object, object) except -1
    ctypedef object (*descrgetfunc)(object, object, object)
    ctypedef int (*descrsetfunc)(object, object, object) except -1
    ctypedef int (*initproc)(object, object, object) except -1

    ctypedef object (*PyCFunction)(object, object)

    ctypedef struct PyMethodDef:
        const char *ml_name
        PyCFunction ml_meth
        int ml_flags
        const char *ml_doc

    ctypedef struct PyTypeObject:
        const char *tp_name
        const char *tp_doc
        Py_ssize_t tp_basicsize
        Py_ssize_t tp_itemsize
        Py_ssize_t tp_dictoffset
        unsigned long tp_flags
        newfunc tp_new
        initproc tp_init
        destructor tp_dealloc
        destructor tp_del
        destructor tp_finalize
        traverseproc tp_traverse
        inquiry tp_clear
        freefunc tp_free
        ternaryfunc tp_call
        hashfunc tp_hash
        reprfunc tp_str
        reprfunc tp_repr
        getiterfunc tp_iter
        richcmpfunc tp_richcompare
        getattrofunc tp_getattro
        setattrofunc tp_setattro
        descrgetfunc tp_descr_get
        descrsetfunc tp_descr_set
        unsigned int tp_version_tag
        PyMethodDef *tp_methods
        PyTypeObject *tp_base
        PyObject *tp_dict

    const int Py_LT, Py_LE, Py_EQ, Py_NE, Py_GT, Py_GE
    const unsigned long Py_TPFLAGS_DEFAULT, Py_TPFLAGS_HEAPTYPE, Py_TPFLAGS_BASETYPE, Py_TPFLAGS_HAVE_GC
    const unsigned long Py_TPFLAGS_READY, Py_TPFLAGS_READYING
    const unsigned long Py_TPFLAGS_HAVE_STACKLESS_EXTENSION, Py_TPFLAGS_HAVE_VERSION_TAG
    const unsigned long Py_TPFLAGS_VALID_VERSION_TAG, Py_TPFLAGS_IS_ABSTRACT, Py_TPFLAGS_LONG_SUBCLASS
    const unsigned long Py_TPFLAGS_LIST_SUBCLASS, Py_TPFLAGS_TUPLE_SUBCLASS, Py_TPFLAGS_UNICODE_SUBCLASS
    const unsigned long Py_TPFLAGS_DICT_SUBCLASS, Py_TPFLAGS_BASE_EXC_SUBCLASS, Py_TPFLAGS_TYPE_SUBCLASS
    const unsigned long Py_TPFLAGS_HAVE_FINALIZE, Py_TPFLAGS_METHOD_DESCRIPTOR, Py_TPFLAGS_IMMUTABLETYPE
    const unsigned long Py_TPFLAGS_DISALLOW_INSTANTIATION, Py_TPFLAGS_SEQUENCE, Py_TPFLAGS_MAPPING
    const unsigned long Py_TPFLAGS_MANAGED_DICT, Py_TPFLAGS_MANAGED_WEAKREF, Py_TPFLAGS_ITEMS_AT_END
    const unsigned long Py_TPFLAGS_HAVE_VECTORCALL

    int PyObject_Print(object o, FILE *stream, int flags) except -1
    bint PyObject_HasAttrString(object o, const char *name)
    bint PyObject_HasAttr(object o, object name)
    object PyObject_GetAttrString(object o, const char *name)
    object PyObject_GetAttr(object o, object name)
    object PyObject_GenericGetAttr(object o, object name)
    int PyObject_SetAttrString(object o, const char *name, object value) except -1
    int PyObject_SetAttr(object o, object name, object value) except -1
    int PyObject_GenericSetAttr(object o, object name, object value) except -1
    int PyObject_DelAttrString(object o, const char *name) except -1
    int PyObject_DelAttr(object o, object name) except -1
    object PyObject_RichCompare(object left, object right, int op)
    bint PyObject_RichCompareBool(object left, object right, int op) except -1
    object PyObject_Format(object o, object spec)
    object PyObject_Repr(object o)
    object PyObject_Str(object o)
    object PyObject_ASCII(object o)
    object PyObject_Bytes(object o)
    object PyObject_Unicode "PyObject_Str" (object o)
    object PyObject_Dir(object o)
    bint PyObject_IsInstance(object o, object type) except -1
    bint PyObject_IsSubclass(object derived, object type) except -1
    bint PyCallable_Check(object o)
    object PyObject_Call(object callable, object arguments, object keywords)
    object PyObject_CallObject(object callable, object arguments)
    object PyObject_CallNoArgs(object callable)
    object PyObject_CallOneArg(object callable, object argument)
    object PyObject_CallFunction(object callable, char *format, ...)
    object PyObject_CallMethod(object o, char *name, char *format, ...)
    object PyObject_CallFunctionObjArgs(object callable, ...)
    object PyObject_CallMethodObjArgs(object o, object name, ...)
    Py_hash_t PyObject_Hash(object o) except? -1
    bint PyObject_IsTrue(object o) except -1
    bint PyObject_Not(object o) except -1
    object PyObject_Type(object o)
    bint PyObject_TypeCheck(object o, PyTypeObject *type)
    Py_ssize_t PyObject_Length(object o) except -1
    Py_ssize_t PyObject_Size(object o) except -1
    Py_ssize_t PyObject_LengthHint(object o, Py_ssize_t otherwise) except -1
    object PyObject_GetItem(object o, object key)
    int PyObject_SetItem(object o, object key, object value) except -1
    int PyObject_DelItem(object o, object key) except -1
    int PyObject_AsFileDescriptor(object o) except -1
    object PyObject_GetIter(object o)
    Py_ssize_t Py_SIZE(object o)
    PyTypeObject *Py_TYPE(object o)
    int Py_EnterRecursiveCall(char *where) except -1
    void Py_LeaveRecursiveCall()
    object PyObject_GenericGetDict(object o, void *context)
    int PyObject_GenericSetDict(object o, object dict, void *context) except -1
