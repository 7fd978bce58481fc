# What offcy knows about Python's allocators.

cdef extern from "Python.h":
    void *PyMem_RawMalloc(size_t size) nogil
    void *PyMem_RawCalloc(size_t count, size_t size) nogil
    void *PyMem_RawRealloc(void *block, size_t size) nogil
    void PyMem_RawFree(void *block) nogil
    void *PyMem_Malloc(size_t size)
    void *PyMem_Calloc(size_t count, size_t size)
    void *PyMem_Realloc(void *block, size_t size)
    void PyMem_Free(void *block)
    void *PyObject_Malloc(size_t size)
    void *PyObject_Calloc(size_t count, size_t size)
    void *PyObject_Realloc(void *block, size_t size)
    void PyObject_Free(void *block)
    void PyMem_Del "PyMem_Free" (void *block)
