/* Which of the types of a fused type an argument chooses, as in Cython. */
#include "offcy_arrays.h"

#include <limits.h>
#include <string.h>

/* Whether the memory is NumPy's: of an array, or of a memoryview of one. NumPy's arrays choose only
 * by the kind and size of their elements, whatever their layout and byte order. */
static bool is_of_numpy(PyObject *value)
{
    static PyTypeObject *array_type; /* kept forever */
    if (offcy_kept_type(&array_type) == NULL) {
        PyObject *numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
        PyObject *type = numpy != NULL ? PyObject_GetAttrString(numpy, "ndarray") : NULL;
        if (type == NULL || !PyType_Check(type)) {
            PyErr_Clear();
            Py_XDECREF(type);
            return false;
        }
        offcy_keep((PyObject **)&array_type, type);
    }
    const offcy_memoryview *view = offcy_as_memoryview(value);
    if (view != NULL)
        value = view->owner->buffer.obj;
    return value != NULL && PyObject_TypeCheck(value, array_type);
}

/* The kind of a simple element from the first letter of its format; 0: something else. */
static int kind_of(const char *format)
{
    if (format == NULL)
        return OFFCY_UNSIGNED;
    if (*format != '\0' && strchr("@=<>!^|", *format) != NULL)
        format++;
    if (*format == '\0' || (format[1] != '\0' && *format != 'Z'))
        return 0;
    return strchr("bhilqn", *format)   ? OFFCY_SIGNED
           : strchr("BHILQN", *format) ? OFFCY_UNSIGNED
           : strchr("efdg", *format)   ? OFFCY_FLOATING
           : *format == 'Z'            ? OFFCY_COMPLEX
           : *format == 'O'            ? OFFCY_OBJECT
                                       : 0;
}

static bool is_of_kind(const offcy_dtype *dtype, int kind)
{
    if (dtype->kind == OFFCY_CHARACTER)
        return kind == (CHAR_MIN < 0 ? OFFCY_SIGNED : OFFCY_UNSIGNED);
    if (dtype->kind == OFFCY_TRUTH)
        return kind == (dtype->size == sizeof(bool) ? OFFCY_UNSIGNED : OFFCY_SIGNED);
    return (int)dtype->kind == kind;
}

static bool fits_exactly(const Py_buffer *buffer, const offcy_choice *choice)
{
    if (buffer->itemsize != choice->dtype->size || buffer->ndim != choice->ndim)
        return false;
    for (int axis = 0; buffer->suboffsets != NULL && axis < buffer->ndim; axis++)
        if (buffer->suboffsets[axis] >= 0)
            return false;
    if (offcy_check_format(buffer->format, choice->dtype) < 0) {
        PyErr_Clear();
        return false;
    }
    if (choice->layout == OFFCY_STRIDED || buffer->strides == NULL)
        return choice->layout != OFFCY_F_CONTIGUOUS || buffer->ndim == 1;
    return offcy_is_contiguous(buffer->ndim, buffer->shape, buffer->strides, buffer->itemsize,
                               choice->layout == OFFCY_C_CONTIGUOUS ? 'C' : 'F');
}

/* The first of the buffers among the choices that `buffer` fits. */
static int choose_by(const offcy_choice *choices, const offcy_choice *end, const Py_buffer *buffer, bool is_numpys)
{
    const int kind = is_numpys ? kind_of(buffer->format) : 0;
    for (const offcy_choice *choice = choices; kind != 0 && choice < end; choice++)
        if (choice->dtype != NULL && buffer->itemsize == choice->dtype->size &&
            buffer->ndim == choice->ndim && is_of_kind(choice->dtype, kind))
            return choice->number;
    for (const offcy_choice *choice = choices; choice < end; choice++)
        if (choice->dtype != NULL && fits_exactly(buffer, choice))
            return choice->number;
    return OFFCY_NO_TYPE;
}

/* The same for an array that lives on a device. */
static int choose_array(const offcy_choice *choices, const offcy_choice *end, PyObject *array)
{
    offcy_array_parts parts;
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS];
    if (offcy_array_parts_of(array, &parts) < 0)
        return -1;
    const int ndim = (int)PyTuple_Size(parts.shape);
    int number = -1;
    if (offcy_array_sizes(&parts, shape, strides) == 0) {
        const Py_buffer buffer = {.format = (char *)(uintptr_t)parts.format,
                                  .itemsize = parts.itemsize,
                                  .ndim = ndim,
                                  .shape = shape,
                                  .strides = strides};
        number = choose_by(choices, end, &buffer, true);
    }
    Py_DECREF(parts.kept);
    return number;
}

static int choose_buffer(const offcy_choice *choices, const offcy_choice *end, PyObject *value);

/* The same for an object that has no buffer: it may be an array that lives on a device, or is exported in another way. */
static int choose_other(const offcy_choice *choices, const offcy_choice *end, PyObject *value)
{
    PyObject *array = offcy_device_array(value);
    if (array == NULL && PyErr_Occurred())
        return -1;
    PyObject *host = array == NULL ? offcy_host_array(value) : NULL;
    const int number = array != NULL  ? choose_array(choices, end, array)
                       : host != NULL ? choose_buffer(choices, end, host)
                                      : OFFCY_NO_TYPE;
    Py_XDECREF(array);
    Py_XDECREF(host);
    return number;
}

/* The same, by the buffer of `value`: examines it once. */
static int choose_buffer(const offcy_choice *choices, const offcy_choice *end, PyObject *value)
{
    Py_buffer buffer;
    if (!PyObject_CheckBuffer(value))
        return choose_other(choices, end, value);
    if (PyObject_GetBuffer(value, &buffer, PyBUF_FULL_RO) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear();
        return choose_other(choices, end, value);
    }
    const int number = choose_by(choices, end, &buffer, is_of_numpy(value));
    PyBuffer_Release(&buffer);
    return number;
}

int offcy_choose(const offcy_fused_type *type, PyObject *value)
{
    const offcy_choice *end = type->choices + type->choice_count;
    bool looked = false;
    for (const offcy_choice *choice = type->choices; choice < end; choice++) {
        PyTypeObject *wanted = choice->extension != NULL ? *choice->extension : choice->type;
        if (wanted != NULL) {
            if (PyObject_TypeCheck(value, wanted))
                return choice->number;
        } else if (!looked) {
            looked = true;
            if (value == Py_None && type->takes_none)
                return choice->number;
            const int number = choose_buffer(choice, end, value);
            if (number != OFFCY_NO_TYPE)
                return number;
        }
    }
    return OFFCY_NO_TYPE;
}
