/* Arrays of NumPy, read from their objects: the buffer protocol describes them at length, and takes half of a call's time. The
 * beginning of these structs is part of NumPy's binary interface: every extension that uses its macros reads them so. */
#include "offcy_elements.h"
#include "offcy_arrays.h"

#include <string.h>

#ifndef Py_GIL_DISABLED

typedef struct described {
    PyObject_HEAD
    PyTypeObject *scalar_type;
    char kind, letter, byte_order, flags;
    int number;
} described;

typedef struct ndarray {
    PyObject_HEAD
    char *data;
    int ndim;
    Py_ssize_t *shape, *strides;
    PyObject *base;
    described *dtype;
    int flags;
} ndarray;

/* NPY_ARRAY_ flags. */
enum { IS_C_CONTIGUOUS = 0x1, IS_F_CONTIGUOUS = 0x2, IS_ALIGNED = 0x100, IS_WRITABLE = 0x400 };
#define WARNS_ON_WRITE (1U << 31)

typedef struct element {
    char format[3];
    char kind; /* offcy_kind */
    unsigned char size;
} element;

/* By NumPy's numbers of types, for which these are its formats. */
static const element elements[] = {
    [1] = {"b", OFFCY_SIGNED, sizeof(char)},
    [2] = {"B", OFFCY_UNSIGNED, sizeof(char)},
    [3] = {"h", OFFCY_SIGNED, sizeof(short)},
    [4] = {"H", OFFCY_UNSIGNED, sizeof(short)},
    [5] = {"i", OFFCY_SIGNED, sizeof(int)},
    [6] = {"I", OFFCY_UNSIGNED, sizeof(int)},
    [7] = {"l", OFFCY_SIGNED, sizeof(long)},
    [8] = {"L", OFFCY_UNSIGNED, sizeof(long)},
    [9] = {"q", OFFCY_SIGNED, sizeof(long long)},
    [10] = {"Q", OFFCY_UNSIGNED, sizeof(long long)},
    [11] = {"f", OFFCY_FLOATING, sizeof(float)},
    [12] = {"d", OFFCY_FLOATING, sizeof(double)},
    [13] = {"g", OFFCY_FLOATING, sizeof(long double)},
    [14] = {"Zf", OFFCY_COMPLEX, sizeof(float _Complex)},
    [15] = {"Zd", OFFCY_COMPLEX, sizeof(double _Complex)},
    [16] = {"Zg", OFFCY_COMPLEX, sizeof(long double _Complex)},
};

static const element *element_of(const ndarray *array)
{
    const described *dtype = array->dtype;
    const bool is_native = dtype->byte_order == '=' || dtype->byte_order == '|';
    const size_t number = (size_t)dtype->number;
    if (!is_native || number >= sizeof elements / sizeof *elements || elements[number].size == 0)
        return NULL;
    return &elements[number];
}

/* As arrays export them: those of contiguous arrays say nothing else where an extent is 1. */
static void strides_of(const ndarray *array, ptrdiff_t itemsize, bool in_fortran, ptrdiff_t *strides)
{
    const bool is_c = array->flags & IS_C_CONTIGUOUS, is_f = array->flags & IS_F_CONTIGUOUS;
    if (is_c && !(in_fortran && is_f))
        offcy_contiguous_strides(array->ndim, array->shape, itemsize, 'C', strides);
    else if (is_f)
        offcy_contiguous_strides(array->ndim, array->shape, itemsize, 'F', strides);
    else
        memcpy(strides, array->strides, (size_t)array->ndim * sizeof *strides);
}

/* Whether the array is what its buffer says: the structs above are NumPy's. */
static bool is_as_exported(PyObject *object, const Py_buffer *buffer)
{
    const ndarray *array = (const ndarray *)object;
    if (array->data != buffer->buf || array->ndim != buffer->ndim || array->ndim > OFFCY_MAX_DIMENSIONS)
        return false;
    const element *own = element_of(array);
    if (own == NULL || strcmp(own->format, buffer->format) != 0 || own->size != buffer->itemsize ||
        !(array->flags & IS_WRITABLE) != (buffer->readonly != 0))
        return false;
    ptrdiff_t strides[OFFCY_MAX_DIMENSIONS];
    strides_of(array, own->size, false, strides);
    for (int axis = 0; axis < array->ndim; axis++)
        if (array->shape[axis] != buffer->shape[axis] || strides[axis] != buffer->strides[axis])
            return false;
    return true;
}

/* NumPy's type, once an array of it has been found to be as expected; and the last type that is something else. */
static const PyTypeObject *known_type, *refused_type;

OFFCY_SELDOM OFFCY_SMALL static bool prove(PyObject *object)
{
    const PyTypeObject *type = Py_TYPE(object);
    Py_buffer buffer;
    if ((PyObject *)type != offcy_numpy_array_type() || PyType_GetSlot(Py_TYPE(object), Py_bf_releasebuffer) != NULL) {
        refused_type = type;
        return false;
    }
    /* Arrays of other elements prove nothing. */
    if (element_of((const ndarray *)object) == NULL ||
        PyObject_GetBuffer(object, &buffer, PyBUF_STRIDES | PyBUF_FORMAT) < 0) {
        PyErr_Clear();
        return false;
    }
    *(is_as_exported(object, &buffer) ? &known_type : &refused_type) = type;
    PyBuffer_Release(&buffer);
    return type == known_type;
}

static bool is_array(PyObject *object)
{
    const PyTypeObject *type = Py_TYPE(object);
    if (OFFCY_LIKELY(type == known_type))
        return true;
    return known_type == NULL && type != refused_type && prove(object);
}

offcy_acquired *offcy_acquire_ndarray(PyObject *object, int ndim, const offcy_dtype *dtype, offcy_layout layout,
                                      bool writable, ptrdiff_t *shape, ptrdiff_t *strides)
{
    if (!is_array(object))
        return NULL;
    const ndarray *array = (const ndarray *)object;
    const element *own = element_of(array);
    if (array->ndim != ndim || own == NULL || own->kind != (char)dtype->kind || own->size != dtype->size)
        return NULL;
    const int wanted = IS_ALIGNED | (writable ? IS_WRITABLE : 0) |
                       (layout == OFFCY_C_CONTIGUOUS   ? IS_C_CONTIGUOUS
                        : layout == OFFCY_F_CONTIGUOUS ? IS_F_CONTIGUOUS
                                                       : 0);
    if ((array->flags & wanted) != wanted || ((unsigned)array->flags & WARNS_ON_WRITE) != 0)
        return NULL;
    offcy_acquired *acquired = offcy_new_acquired();
    if (acquired == NULL) {
        PyErr_Clear();
        return NULL;
    }
    strides_of(array, own->size, layout == OFFCY_F_CONTIGUOUS, strides);
    Py_ssize_t length = own->size;
    OFFCY_SHORT_LOOP for (int axis = 0; axis < ndim; axis++)
        length *= shape[axis] = array->shape[axis];
    acquired->buffer = (Py_buffer){.buf = array->data,
                                   .obj = Py_NewRef(object),
                                   .len = length,
                                   .itemsize = own->size,
                                   .readonly = !(array->flags & IS_WRITABLE),
                                   .ndim = ndim,
                                   .format = (char *)own->format};
    return acquired;
}

#else

/* Another thread may change an array while it is read. */
offcy_acquired *offcy_acquire_ndarray(PyObject *object, int ndim, const offcy_dtype *dtype, offcy_layout layout,
                                      bool writable, ptrdiff_t *shape, ptrdiff_t *strides)
{
    (void)object, (void)ndim, (void)dtype, (void)layout, (void)writable, (void)shape, (void)strides;
    return NULL;
}

#endif
