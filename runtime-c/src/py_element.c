/* Elements from and to Python: numbers, objects, structs, unions and C arrays. Rules and messages are Cython's. */
#include "offcy_py_state.h"

#include <string.h>

/* Of the three widths. Each is read by itself: a `long double` that is read from the bytes of something else, even if nothing
 * uses it, takes x87 some hundred cycles. */
static double read_floating(const char *data, ptrdiff_t size)
{
    if (size == sizeof(double)) {
        double exact;
        memcpy(&exact, data, sizeof exact);
        return exact;
    }
    if (size == sizeof(float)) {
        float narrow;
        memcpy(&narrow, data, sizeof narrow);
        return (double)narrow;
    }
    long double wide;
    memcpy(&wide, data, sizeof wide);
    return (double)wide;
}

OFFCY_SMALL PyObject *offcy_load_element(const char *data, const offcy_dtype *dtype)
{
    if (dtype->fields != NULL)
        return offcy_object_from_struct(data, dtype);
    const ptrdiff_t half = dtype->size / 2;
    if (dtype->kind == OFFCY_FLOATING)
        return PyFloat_FromDouble(read_floating(data, dtype->size));
    if (dtype->kind == OFFCY_COMPLEX)
        return PyComplex_FromDoubles(read_floating(data, half), read_floating(data + half, half));
    union {
        signed char b; short h; int i; long long q; PyObject *O;
        const char *s;
        unsigned char B; unsigned short H; unsigned int I; unsigned long long Q;
    } value;
    memcpy(&value, data, (size_t)dtype->size < sizeof value ? (size_t)dtype->size : sizeof value);
    const bool is_signed = dtype->kind != OFFCY_UNSIGNED;
    switch ((int)dtype->kind) {
    case OFFCY_TRUTH:
        return Py_NewRef((dtype->size == 1 ? value.B : value.i) ? Py_True : Py_False);
    case OFFCY_TEXT:
        return PyBytes_FromString(value.s);
    case OFFCY_OBJECT:
        return Py_NewRef(value.O != NULL ? value.O : Py_None);
    default:
        break;
    }
    switch (dtype->size) {
    case 1: return is_signed ? PyLong_FromLong(value.b) : PyLong_FromLong(value.B);
    case 2: return is_signed ? PyLong_FromLong(value.h) : PyLong_FromLong(value.H);
    case 4: return is_signed ? PyLong_FromLong(value.i) : PyLong_FromUnsignedLong(value.I);
    default:
        return is_signed ? PyLong_FromLongLong(value.q) : PyLong_FromUnsignedLongLong(value.Q);
    }
}

static int store_integer(char *data, const offcy_dtype *dtype, PyObject *object)
{
    if (dtype == &offcy_dtype_ssize_t) {
        Py_ssize_t size;
        if (offcy_any_ssize_t_from_object(&size, object) < 0)
            return -1;
        memcpy(data, &size, sizeof size);
        return 0;
    }
    const int bits = 8 * (int)dtype->size;
    if (dtype->kind == OFFCY_UNSIGNED) {
        unsigned long long wide;
        if (offcy_unsigned_from_object(&wide, object, ~0ULL >> (64 - bits), dtype->name) < 0)
            return -1;
        memcpy(data, &wide, (size_t)dtype->size); /* the low bytes: little-endian */
        return 0;
    }
    const long long high = (long long)(~0ULL >> (65 - bits));
    long long wide;
    if (offcy_signed_from_object(&wide, object, -high - 1, high, dtype->name) < 0)
        return -1;
    memcpy(data, &wide, (size_t)dtype->size);
    return 0;
}

static int store_complex(char *data, const offcy_dtype *dtype, PyObject *object)
{
    const double real = PyComplex_RealAsDouble(object);
    if (real == -1.0 && PyErr_Occurred())
        return -1;
    const double imaginary = PyComplex_ImagAsDouble(object);
    const float narrow[2] = {(float)real, (float)imaginary};
    const double exact[2] = {real, imaginary};
    const long double wide[2] = {(long double)real, (long double)imaginary};
    memcpy(data, dtype->size == sizeof narrow  ? (const void *)narrow
                 : dtype->size == sizeof exact ? (const void *)exact
                                               : (const void *)wide,
           (size_t)dtype->size);
    return 0;
}

OFFCY_SMALL int offcy_store_element(char *data, const offcy_dtype *dtype, PyObject *object)
{
    switch ((int)dtype->kind) {
    case OFFCY_STRUCT: case OFFCY_UNION: case OFFCY_TUPLE:
        return offcy_struct_from_object(data, object, dtype);
    case OFFCY_TRUTH: {
        int truth;
        if (offcy_bint_from_object(&truth, object) < 0)
            return -1;
        const bool byte = truth;
        memcpy(data, dtype->size == sizeof byte ? (const void *)&byte : (const void *)&truth, (size_t)dtype->size);
        return 0;
    }
    case OFFCY_SIGNED: case OFFCY_UNSIGNED: case OFFCY_CHARACTER:
        return store_integer(data, dtype, object);
    case OFFCY_COMPLEX:
        return store_complex(data, dtype, object);
    case OFFCY_FLOATING: {
        double exact;
        if (offcy_double_from_object(&exact, object) < 0)
            return -1;
        const float narrow = (float)exact;
        const long double wide = (long double)exact;
        memcpy(data, dtype->size == sizeof narrow  ? (const void *)&narrow
                     : dtype->size == sizeof exact ? (const void *)&exact
                                                   : (const void *)&wide,
               (size_t)dtype->size);
        return 0;
    }
    default:
        PyErr_Format(PyExc_TypeError, "cannot assign an element of type '%s' from Python",
                     dtype->name);
        return -1;
    }
}

static PyObject *object_from_field(const char *data, const offcy_field *field)
{
    return field->ndim > 0 ? offcy_object_from_array(data, field->dtype, field->ndim, field->extents)
                           : offcy_load_element(data, field->dtype);
}

static int field_from_object(char *data, PyObject *object, const offcy_field *field)
{
    return field->ndim > 0
               ? offcy_array_from_object(data, object, field->dtype, field->ndim, field->extents)
               : offcy_store_element(data, field->dtype, object);
}

/* The name of a field as a key, a new reference. Names are constants of modules, so those of the last fields are known by
 * their addresses. */
static PyObject *name_of(const offcy_field *field)
{
#ifdef Py_GIL_DISABLED
    return PyUnicode_InternFromString(field->name);
#else
    static struct { const char *name; PyObject *text; } known[64];
    const size_t slot = ((uintptr_t)field / sizeof *field) % 64;
    if (known[slot].name != field->name) {
        PyObject *text = PyUnicode_InternFromString(field->name), *other = known[slot].text;
        if (text == NULL)
            return NULL;
        known[slot].text = text;
        known[slot].name = field->name;
        Py_XDECREF(other);
    }
    return Py_NewRef(known[slot].text);
#endif
}

PyObject *offcy_object_from_struct(const void *value, const offcy_dtype *dtype)
{
    if (dtype->conversion != NULL)
        return dtype->conversion->to_object(value, dtype);
    PyObject *dict = PyDict_New();
    for (int k = 0; dict != NULL && k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        PyObject *item = object_from_field((const char *)value + field->offset, field);
        PyObject *name = item != NULL ? name_of(field) : NULL;
        if (name == NULL || PyDict_SetItem(dict, name, item) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(name);
        Py_XDECREF(item);
    }
    return dict;
}

static int check_mapping(PyObject *object)
{
    if (PyMapping_Check(object))
        return 0;
    PyObject *name = offcy_type_name(Py_TYPE(object));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "Expected a mapping, got %U", name);
    Py_XDECREF(name);
    return -1;
}

/* All values are looked up before the first is converted. */
OFFCY_SELDOM static int fields_from_mapping(char *value, PyObject *object, const offcy_dtype *dtype)
{
    PyObject *items = PyTuple_New(dtype->field_count);
    int status = items != NULL ? 0 : -1;
    for (int k = 0; status == 0 && k < dtype->field_count; k++) {
        PyObject *item = PyMapping_GetItemString(object, dtype->fields[k].name);
        if (item == NULL) {
            if (PyErr_ExceptionMatches(PyExc_KeyError)) {
                PyErr_Clear();
                PyErr_Format(PyExc_ValueError, "No value specified for struct attribute '%s'",
                             dtype->fields[k].name);
            }
            status = -1;
        } else {
            status = PyTuple_SetItem(items, k, item);
        }
    }
    for (int k = 0; status == 0 && k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        status = field_from_object(value + field->offset, PyTuple_GetItem(items, k), field);
    }
    Py_XDECREF(items);
    return status;
}

static int fail_union(const offcy_dtype *dtype)
{
    PyObject *names = PyUnicode_FromString("");
    for (int k = 0; names != NULL && k < dtype->field_count; k++) {
        PyObject *more = PyUnicode_FromFormat(k == 0 ? "%U%s" : "%U, %s", names, dtype->fields[k].name);
        Py_DECREF(names);
        names = more;
    }
    if (names != NULL)
        PyErr_Format(PyExc_ValueError, "No value specified for any of the union attributes (%U)", names);
    Py_XDECREF(names);
    return -1;
}

static int has_key(PyObject *object, const char *name)
{
    PyObject *key = PyUnicode_FromString(name);
    const int found = key != NULL ? PySequence_Contains(object, key) : -1;
    Py_XDECREF(key);
    return found;
}

/* Exactly one of the fields, and nothing else. */
OFFCY_SELDOM static int union_from_mapping(char *value, PyObject *object, const offcy_dtype *dtype)
{
    const char *found = NULL;
    Py_ssize_t length = PyObject_Size(object);
    if (length < 0)
        return -1;
    for (int k = 0; length > 0 && k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        const int has = has_key(object, field->name);
        if (has < 0)
            return -1;
        if (has == 0)
            continue;
        if (found != NULL) {
            PyErr_Format(PyExc_ValueError, "More than one union attribute passed: '%s' and '%s'", found,
                         field->name);
            return -1;
        }
        PyObject *item = PyMapping_GetItemString(object, field->name);
        const int status = item != NULL ? field_from_object(value, item, field) : -1;
        Py_XDECREF(item);
        if (status < 0 || --length == 0)
            return status;
        found = field->name;
    }
    if (found == NULL)
        return fail_union(dtype);
    PyErr_Format(PyExc_ValueError, "More than one union attribute passed: '%s' and None", found);
    return -1;
}

int offcy_struct_from_object(void *value, PyObject *object, const offcy_dtype *dtype)
{
    if (dtype->conversion != NULL)
        return dtype->conversion->from_object(value, object, dtype);
    if (check_mapping(object) < 0)
        return -1;
    return dtype->kind == OFFCY_UNION ? union_from_mapping(value, object, dtype)
                                      : fields_from_mapping(value, object, dtype);
}

/* The bytes of one element along the first axis. */
static ptrdiff_t step_of(const offcy_dtype *dtype, int ndim, const ptrdiff_t *extents)
{
    ptrdiff_t bytes = dtype->size;
    for (int axis = 1; axis < ndim; axis++)
        bytes *= extents[axis];
    return bytes;
}

OFFCY_SELDOM PyObject *offcy_object_from_array(const void *value, const offcy_dtype *dtype, int ndim,
                                  const ptrdiff_t *extents)
{
    const char *data = value;
    if (ndim == 1 && offcy_is_letter(dtype))
        return PyBytes_FromStringAndSize(data, (Py_ssize_t)strnlen(data, (size_t)extents[0]));
    const ptrdiff_t step = step_of(dtype, ndim, extents);
    PyObject *list = PyList_New(extents[0]);
    for (ptrdiff_t k = 0; list != NULL && k < extents[0]; k++) {
        PyObject *item = ndim > 1 ? offcy_object_from_array(data + k * step, dtype, ndim - 1, extents + 1)
                                  : offcy_load_element(data + k * step, dtype);
        if (item == NULL || PyList_SetItem(list, k, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static int items_from_iterable(char *data, PyObject *object, const offcy_dtype *dtype, int ndim,
                               const ptrdiff_t *extents, ptrdiff_t *count)
{
    const ptrdiff_t step = step_of(dtype, ndim, extents);
    PyObject *iterator = PyObject_GetIter(object);
    if (iterator == NULL)
        return -1;
    int status = 0;
    for (*count = 0; status == 0;) {
        PyObject *item = PyIter_Next(iterator);
        if (item == NULL) {
            status = PyErr_Occurred() ? -1 : 1;
            break;
        }
        if (*count >= extents[0])
            status = 1;
        else if (ndim > 1)
            status = offcy_array_from_object(data + *count * step, item, dtype, ndim - 1, extents + 1);
        else
            status = offcy_store_element(data + *count * step, dtype, item);
        *count += status == 0 || status == 1;
        Py_DECREF(item);
    }
    Py_DECREF(iterator);
    return status < 0 ? -1 : 0;
}

OFFCY_SELDOM int offcy_array_from_object(void *value, PyObject *object, const offcy_dtype *dtype, int ndim,
                            const ptrdiff_t *extents)
{
    const ptrdiff_t expected = extents[0];
    ptrdiff_t count = PyObject_Size(object);
    if (count < 0) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_OverflowError))
            return -1;
        PyErr_Clear();
        count = expected;
    }
    if (count == expected) {
        if (items_from_iterable(value, object, dtype, ndim, extents, &count) < 0)
            return -1;
        if (count == expected)
            return 0;
    }
    if (count >= expected)
        PyErr_Format(PyExc_IndexError, "too many values found during array assignment, expected %zd",
                     (Py_ssize_t)expected);
    else
        PyErr_Format(PyExc_IndexError,
                     "not enough values found during array assignment, expected %zd, got %zd",
                     (Py_ssize_t)expected, (Py_ssize_t)count);
    return -1;
}
