# What offcy knows about Python's modules in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    object PyImport_ImportModule(const char *name)
    object PyImport_Import(object name)
    object PyImport_ReloadModule(object module)
    PyObject *PyImport_AddModule(const char *name) except NULL
    PyObject *PyImport_GetModuleDict() except NULL
    bint PyModule_Check(object o)
    bint PyModule_CheckExact(object o)
    object PyModule_NewObject(object name)
    object PyModule_New(const char *name)
    PyObject *PyModule_GetDict(object module) except NULL
    const char *PyModule_GetName(object module) except NULL
    int PyModule_AddIntConstant(object module, const char *name, long value) except -1
    int PyModule_AddStringConstant(object module, const char *name, const char *value) except -1
    object PyModule_GetNameObject(object module)
    object PyModule_GetFilenameObject(object module)
    # Deprecated: the text need not be UTF-8.
    const char *PyModule_GetFilename(object module) except NULL
    void *PyModule_GetState(object module)
    # A call that succeeds takes over a reference to `value`: the caller adds one.
    int PyModule_AddObject(object module, const char *name, object value) except -1
    object PyImport_ImportModuleEx(const char *name, object globals, object locals, object names)
    object PyImport_ImportModuleLevel(const char *name, object globals, object locals, object names, int level)
    object PyImport_ExecCodeModule(const char *name, object code)
    long PyImport_GetMagicNumber()
    int PyImport_ImportFrozenModule(const char *name) except -1

    ctypedef struct _inittab "struct _inittab":
        const char *name
        PyObject *(*initfunc)()
    int PyImport_ExtendInittab(_inittab *more) except -1
