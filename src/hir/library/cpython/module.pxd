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
