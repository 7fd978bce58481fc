# What offcy knows about Python's version.

cdef extern from "Python.h":
    const int PY_VERSION_HEX, PY_MAJOR_VERSION, PY_MINOR_VERSION, PY_MICRO_VERSION
    const int PY_RELEASE_LEVEL, PY_RELEASE_SERIAL
    const char *PY_VERSION
