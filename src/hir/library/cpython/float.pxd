# What offcy knows about Python's floating-point numbers in C.

cdef extern from "Python.h":
    """
    /* The bytes are `char` there. */
    #define offcy_pack2(VALUE, TO, LITTLE) PyFloat_Pack2((VALUE), (char *)(TO), (LITTLE))
    #define offcy_pack4(VALUE, TO, LITTLE) PyFloat_Pack4((VALUE), (char *)(TO), (LITTLE))
    #define offcy_pack8(VALUE, TO, LITTLE) PyFloat_Pack8((VALUE), (char *)(TO), (LITTLE))
    #define offcy_unpack2(FROM, LITTLE) PyFloat_Unpack2((const char *)(FROM), (LITTLE))
    #define offcy_unpack4(FROM, LITTLE) PyFloat_Unpack4((const char *)(FROM), (LITTLE))
    #define offcy_unpack8(FROM, LITTLE) PyFloat_Unpack8((const char *)(FROM), (LITTLE))
    """
    bint PyFloat_Check(object o)
    bint PyFloat_CheckExact(object o)
    object PyFloat_FromString(object text)
    object PyFloat_FromDouble(double value)
    double PyFloat_AsDouble(object o) except? -1
    double PyFloat_AS_DOUBLE(object o)
    object PyFloat_GetInfo()
    double PyFloat_GetMax()
    double PyFloat_GetMin()
    int PyFloat_Pack2 "offcy_pack2" (double value, unsigned char *to, int little) except -1
    int PyFloat_Pack4 "offcy_pack4" (double value, unsigned char *to, int little) except -1
    int PyFloat_Pack8 "offcy_pack8" (double value, unsigned char *to, int little) except -1
    double PyFloat_Unpack2 "offcy_unpack2" (const unsigned char *from_, int little) except? -1.0
    double PyFloat_Unpack4 "offcy_unpack4" (const unsigned char *from_, int little) except? -1.0
    double PyFloat_Unpack8 "offcy_unpack8" (const unsigned char *from_, int little) except? -1.0
