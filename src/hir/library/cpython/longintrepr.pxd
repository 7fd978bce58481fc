# What offcy knows about the digits of Python's integers.

cdef extern from *:
    """
    #if PY_VERSION_HEX >= 0x030c0000
    #define offcy_digits long_value.ob_digit
    #else
    #define offcy_digits ob_digit
    #endif
    """
    ctypedef unsigned int digit
    ctypedef int sdigit

    ctypedef class __builtin__.py_long [object PyLongObject]:
        cdef digit *ob_digit "offcy_digits"

    py_long _PyLong_New(Py_ssize_t size)

    const long PyLong_SHIFT
    const digit PyLong_BASE, PyLong_MASK
