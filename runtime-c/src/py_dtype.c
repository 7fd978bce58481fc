/* Element types, and whether a buffer's format string describes them. Messages are Cython's. */
#include "offcy_py_state.h"

#include <complex.h>
#include <string.h>

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
DTYPE(bint, "bint", OFFCY_SIGNED, int, "i")
DTYPE(float, "float", OFFCY_FLOATING, float, "f")
DTYPE(double, "double", OFFCY_FLOATING, double, "d")
DTYPE(long_double, "long double", OFFCY_FLOATING, long double, "g")
DTYPE(float_complex, "float complex", OFFCY_COMPLEX, float _Complex, "Zf")
DTYPE(double_complex, "double complex", OFFCY_COMPLEX, double _Complex, "Zd")

/* One letter of a format string. */
typedef struct letter {
    char letter;
    char group;           /* an offcy_kind, or 'P' for a pointer */
    unsigned char native; /* bytes with C's sizes (`@`, `^`) */
    unsigned char fixed;  /* bytes with the standard ones (`=`, `<`, `>`, `!`); 0: undefined */
    const char *described;
} letter;

static const letter letters[] = {
    {'c', 'H', 1, 1, "'char'"},
    {'b', 'I', 1, 1, "'signed char'"},
    {'B', 'U', 1, 1, "'unsigned char'"},
    {'?', 'U', 1, 1, "'bool'"},
    {'h', 'I', sizeof(short), 2, "'short'"},
    {'H', 'U', sizeof(short), 2, "'unsigned short'"},
    {'i', 'I', sizeof(int), 4, "'int'"},
    {'I', 'U', sizeof(int), 4, "'unsigned int'"},
    {'l', 'I', sizeof(long), 4, "'long'"},
    {'L', 'U', sizeof(long), 4, "'unsigned long'"},
    {'q', 'I', sizeof(long long), 8, "'long long'"},
    {'Q', 'U', sizeof(long long), 8, "'unsigned long long'"},
    {'f', 'R', sizeof(float), 4, "'float'"},
    {'d', 'R', sizeof(double), 8, "'double'"},
    {'g', 'R', sizeof(long double), 0, "'long double'"},
    {'s', 'I', 1, 1, "a string"},
    {'p', 'I', 1, 1, "a string"},
    {'O', 'O', sizeof(void *), sizeof(void *), "Python object"},
    {'P', 'P', sizeof(void *), sizeof(void *), "a pointer"},
};

static const letter *find_letter(char which)
{
    for (size_t k = 0; k < sizeof letters / sizeof letters[0]; k++)
        if (letters[k].letter == which)
            return &letters[k];
    return NULL;
}

static const char *describe(const letter *found, bool is_complex)
{
    if (!is_complex)
        return found->described;
    switch (found->letter) {
    case 'f': return "'complex float'";
    case 'd': return "'complex double'";
    default: return "'complex long double'";
    }
}

static int fail_mismatch(const offcy_dtype *dtype, const char *got)
{
    PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected '%s' but got %s", dtype->name,
                 got);
    return -1;
}

static int fail_letter(char which)
{
    PyErr_Format(PyExc_ValueError, "Does not understand character buffer dtype format string ('%c')",
                 which);
    return -1;
}

/* Skips byte order marks; `*native` tells which sizes hold. -1 for the other byte order. */
static int skip_byte_order(const char **format, bool *native)
{
    for (;; ++*format) {
        switch (**format) {
        case '@': case '^': *native = true; break;
        case '=': *native = false; break;
        case '<':
            if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) {
                PyErr_SetString(PyExc_ValueError,
                                "Little-endian buffer not supported on big-endian compiler");
                return -1;
            }
            *native = false;
            break;
        case '>': case '!':
            if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) {
                PyErr_SetString(PyExc_ValueError,
                                "Big-endian buffer not supported on little-endian compiler");
                return -1;
            }
            *native = false;
            break;
        case ' ': case '\r': case '\n': break;
        default: return 0;
        }
    }
}

/* `char` fits any one-byte integer, and the letter 'c' any one-byte integer type. */
static bool is_character(char group, const offcy_dtype *dtype)
{
    const bool integer = group == 'H' || group == 'I' || group == 'U';
    if (dtype->kind == OFFCY_CHARACTER)
        return integer;
    return group == 'H' && (dtype->kind == OFFCY_SIGNED || dtype->kind == OFFCY_UNSIGNED);
}

int offcy_check_format(const char *format, const offcy_dtype *dtype)
{
    if (format == NULL)
        format = "B";
    if (dtype->kind != OFFCY_STRUCT && strcmp(format, dtype->format) == 0)
        return 0;

    bool native = true;
    if (skip_byte_order(&format, &native) < 0)
        return -1;
    size_t count = 0;
    const bool counted = *format >= '0' && *format <= '9';
    for (; *format >= '0' && *format <= '9'; format++)
        count = count < 1000000 ? count * 10 + (size_t)(*format - '0') : count;
    if (*format == 'T')
        return fail_mismatch(dtype, "a struct");
    if (*format == '\0')
        return fail_mismatch(dtype, "end");

    const bool is_complex = *format == 'Z';
    if (is_complex)
        format++;
    const letter *found = find_letter(*format);
    if (found == NULL || (is_complex && found->group != 'R'))
        return fail_letter(*format);
    const char group = is_complex ? (char)OFFCY_COMPLEX : found->group;
    const ptrdiff_t size = (native ? found->native : found->fixed) * (is_complex ? 2 : 1);
    if (size != dtype->size || (group != (char)dtype->kind && !is_character(group, dtype)))
        return fail_mismatch(dtype, describe(found, is_complex));

    if (counted && count > 1) {
        PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected end but got %s",
                     describe(found, is_complex));
        return -1;
    }
    format++;
    if (*format != '\0') {
        const letter *next = find_letter(*format);
        if (next == NULL)
            return fail_letter(*format);
        PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected end but got %s",
                     describe(next, false));
        return -1;
    }
    return 0;
}
