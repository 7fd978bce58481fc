# What offcy knows about Python's files in C.

cdef extern from "Python.h":
    const int Py_PRINT_RAW

    object PyFile_FromFd(int descriptor, const char *name, const char *mode, int buffering, const char *encoding,
                         const char *errors, const char *newline, int closes)
    object PyFile_GetLine(object file, int most)
    int PyFile_WriteObject(object o, object file, int flags) except -1
    int PyFile_WriteString(const char *text, object file) except -1
