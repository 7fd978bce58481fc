/* Cython's macros that C in `.pyx` files uses. */
#ifndef OFFCY_CYTHON_H
#define OFFCY_CYTHON_H

#define CYTHON_COMPILING_IN_CPYTHON 1
#define CYTHON_COMPILING_IN_PYPY 0
#define CYTHON_COMPILING_IN_GRAAL 0
#ifdef Py_LIMITED_API
#define CYTHON_COMPILING_IN_LIMITED_API 1
#else
#define CYTHON_COMPILING_IN_LIMITED_API 0
#endif

#define CYTHON_INLINE inline
#define CYTHON_RESTRICT restrict
#define CYTHON_UNUSED __attribute__((unused))
#define CYTHON_UNUSED_VAR(VARIABLE) ((void)(VARIABLE))

#ifndef DL_EXPORT
#define DL_EXPORT(TYPE) TYPE
#define DL_IMPORT(TYPE) TYPE
#endif

#define __Pyx_Py_IsNone(OBJECT) ((OBJECT) == Py_None)
#define __Pyx_Py_IsTrue(OBJECT) ((OBJECT) == Py_True)
#define __Pyx_Py_IsFalse(OBJECT) ((OBJECT) == Py_False)

/* The limited API does not say how texts lie in memory: the text is its own data. */
#ifdef Py_LIMITED_API
#define __Pyx_PyUnicode_KIND(TEXT) ((void)(TEXT), 0)
#define __Pyx_PyUnicode_DATA(TEXT) ((void *)(TEXT))
#define __Pyx_PyUnicode_READ(KIND, DATA, INDEX) ((void)(KIND), PyUnicode_ReadChar((PyObject *)(DATA), INDEX))
#define __Pyx_PyUnicode_GET_LENGTH(TEXT) PyUnicode_GetLength(TEXT)
#else
#define __Pyx_PyUnicode_KIND(TEXT) ((int)PyUnicode_KIND(TEXT))
#define __Pyx_PyUnicode_DATA(TEXT) PyUnicode_DATA(TEXT)
#define __Pyx_PyUnicode_READ(KIND, DATA, INDEX) PyUnicode_READ(KIND, DATA, INDEX)
#define __Pyx_PyUnicode_GET_LENGTH(TEXT) PyUnicode_GET_LENGTH(TEXT)
#endif

#endif
