/* The element types that C has; objects are in py_array.c. */
#include "offcy_py_state.h"

#define DTYPE(NAME, TEXT, KIND, TYPE, FORMAT) \
    const offcy_dtype offcy_dtype_##NAME = OFFCY_DTYPE_OF(TEXT, KIND, TYPE, FORMAT);

DTYPE(char, "char", OFFCY_CHARACTER, char, "c")
DTYPE(signed_char, "signed char", OFFCY_SIGNED, signed char, "b")
DTYPE(unsigned_char, "unsigned char", OFFCY_UNSIGNED, unsigned char, "B")
DTYPE(short, "short", OFFCY_SIGNED, short, "h")
DTYPE(unsigned_short, "unsigned short", OFFCY_UNSIGNED, unsigned short, "H")
DTYPE(int, "int", OFFCY_SIGNED, int, "i")
DTYPE(unsigned_int, "unsigned int", OFFCY_UNSIGNED, unsigned int, "I")
DTYPE(long, "long", OFFCY_SIGNED, long, "l")
DTYPE(unsigned_long, "unsigned long", OFFCY_UNSIGNED, unsigned long, "L")
DTYPE(long_long, "long long", OFFCY_SIGNED, long long, "q")
DTYPE(unsigned_long_long, "unsigned long long", OFFCY_UNSIGNED, unsigned long long, "Q")
DTYPE(size_t, "size_t", OFFCY_UNSIGNED, size_t, "L")
DTYPE(ssize_t, "Py_ssize_t", OFFCY_SIGNED, Py_ssize_t, "l")
DTYPE(bint, "bint", OFFCY_TRUTH, int, "i")
DTYPE(bool, "bool", OFFCY_TRUTH, bool, "?")
DTYPE(float, "float", OFFCY_FLOATING, float, "f")
DTYPE(double, "double", OFFCY_FLOATING, double, "d")
DTYPE(long_double, "long double", OFFCY_FLOATING, long double, "g")
DTYPE(float_complex, "float complex", OFFCY_COMPLEX, float _Complex, "Zf")
DTYPE(double_complex, "double complex", OFFCY_COMPLEX, double _Complex, "Zd")
DTYPE(text, "char *", OFFCY_TEXT, char *, "P")
DTYPE(long_double_complex, "long double complex", OFFCY_COMPLEX, long double _Complex, "Zg")
