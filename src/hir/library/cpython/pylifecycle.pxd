# What offcy knows about the life of Python's interpreter in C.

from libc.stddef cimport wchar_t
from libc.stdio cimport FILE
from cpython.pystate cimport PyThreadState

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
    PyThreadState *Py_NewInterpreter()
    void Py_EndInterpreter(PyThreadState *state)
    int Py_Main(int count, wchar_t **arguments)
    ctypedef void (*PyOS_sighandler_t)(int) noexcept
    PyOS_sighandler_t PyOS_getsig(int number), PyOS_setsig(int number, PyOS_sighandler_t handler)

    # Deprecated for a structure that configures the interpreter; later Pythons may not have them.
    void Py_SetProgramName(const wchar_t *name), Py_SetPythonHome(const wchar_t *home), Py_SetPath(const wchar_t *path)
    wchar_t *Py_GetProgramName(), *Py_GetPythonHome(), *Py_GetProgramFullPath()
    wchar_t *Py_GetPrefix(), *Py_GetExecPrefix(), *Py_GetPath()

    # CPython's own: not every version has them.
    int Py_SetStandardStreamEncoding(const char *encoding, const char *errors)
    void _Py_RestoreSignals()
    const char *_Py_gitidentifier(), *_Py_gitversion()
    int _PyOS_URandom(void *to, Py_ssize_t size), _PyOS_URandomNonblock(void *to, Py_ssize_t size)
