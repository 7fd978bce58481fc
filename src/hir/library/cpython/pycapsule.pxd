# What offcy knows about capsules.

from cpython.object cimport PyTypeObject

cdef extern from "Python.h":
    ctypedef void (*PyCapsule_Destructor)(object) noexcept

    PyTypeObject PyCapsule_Type
    bint PyCapsule_CheckExact(object o)
    object PyCapsule_New(void *pointer, const char *name, PyCapsule_Destructor destructor)
    void *PyCapsule_GetPointer(object capsule, const char *name) except? NULL
    PyCapsule_Destructor PyCapsule_GetDestructor(object capsule) except? NULL
    const char *PyCapsule_GetName(object capsule) except? NULL
    void *PyCapsule_GetContext(object capsule) except? NULL
    bint PyCapsule_IsValid(object capsule, const char *name)
    int PyCapsule_SetPointer(object capsule, void *pointer) except -1
    int PyCapsule_SetDestructor(object capsule, PyCapsule_Destructor destructor) except -1
    int PyCapsule_SetName(object capsule, const char *name) except -1
    int PyCapsule_SetContext(object capsule, void *context) except -1
    void *PyCapsule_Import(const char *name, int no_block) except? NULL
