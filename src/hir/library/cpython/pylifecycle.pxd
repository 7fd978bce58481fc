# What offcy knows about the life of Python's interpreter in C.

from libc.stdio cimport FILE

cdef extern from "Python.h":
    void Py_Initialize()
    void Py_InitializeEx(int handles_signals)
    void Py_Finalize()
    int Py_FinalizeEx() except -1
    bint Py_IsInitialized()
    int Py_AtExit(void (*function)() noexcept)
    void Py_Exit(int status)
    bint Py_FdIsInteractive(FILE *file, const char *name)
    const char *Py_GetVersion()
    const char *Py_GetPlatform()
    const char *Py_GetCopyright()
    const char *Py_GetCompiler()
    const char *Py_GetBuildInfo()
