/* Views of arrays that live on devices. python/offcy/_ndarray.py defines the class. */
#include "offcy_arrays.h"

#include <string.h>

static const char described[] = "_offcy_view"; /* the attribute that describes an array */

int offcy_array_parts_of(PyObject *array, offcy_array_parts *parts)
{
    static PyObject *name;
    PyObject *key = offcy_kept(&name) != NULL ? name : offcy_keep(&name, PyUnicode_InternFromString(described));
    PyObject *kept = key != NULL ? PyObject_GetAttr(array, key) : NULL;
    PyObject *capsule;
    Py_ssize_t offset;
    int readonly;
    if (kept == NULL)
        return -1;
    *parts = (offcy_array_parts){.kept = kept};
    if (!PyArg_ParseTuple(kept, "OnO!O!snp", &capsule, &offset, &PyTuple_Type, &parts->shape, &PyTuple_Type,
                          &parts->strides, &parts->format, &parts->itemsize, &readonly))
        goto failed;
    const offcy_resident *resident = offcy_resident_of(capsule);
    if (resident == NULL)
        goto failed;
    parts->data = resident->low + offset;
    parts->readonly = readonly != 0;
    return 0;
failed:
    Py_DECREF(kept);
    return -1;
}

int offcy_sizes_of_tuple(PyObject *tuple, ptrdiff_t *sizes)
{
    for (Py_ssize_t axis = 0; axis < PyTuple_Size(tuple); axis++) {
        PyObject *size = PyTuple_GetItem(tuple, axis); /* borrowed */
        sizes[axis] = size != NULL ? PyLong_AsSsize_t(size) : -1;
        if (sizes[axis] == -1 && PyErr_Occurred())
            return -1;
    }
    return 0;
}

int offcy_array_sizes(const offcy_array_parts *parts, ptrdiff_t *shape, ptrdiff_t *strides)
{
    const Py_ssize_t axes = PyTuple_Size(parts->shape);
    if (axes == PyTuple_Size(parts->strides) && axes <= OFFCY_MAX_DIMENSIONS)
        return offcy_sizes_of_tuple(parts->shape, shape) < 0 ? -1 : offcy_sizes_of_tuple(parts->strides, strides);
    PyErr_SetString(PyExc_ValueError, "the shape and the strides of an array differ in length");
    return -1;
}

/* Ordinary arrays and buffers are not asked anything. */
PyObject *offcy_device_array(PyObject *object)
{
    static PyTypeObject *last; /* the type that was asked last, and had neither */
    PyTypeObject *type = Py_TYPE(object);
    if (type == __atomic_load_n(&last, __ATOMIC_RELAXED))
        return NULL;
    if (offcy_type_has(object, described))
        return Py_NewRef(object);
    const bool is_exported = offcy_type_has(object, "__dlpack_device__") || offcy_type_has(object, "__cuda_array_interface__");
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__module__");
    const char *module = name != NULL && PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    const bool is_numpy = module != NULL && strcmp(module, "numpy") == 0;
    Py_XDECREF(name);
    PyErr_Clear();
    if (!is_exported || is_numpy) {
        if (offcy_is_builtin(type) || is_numpy)
            __atomic_store_n(&last, type, __ATOMIC_RELAXED);
        return NULL;
    }
    PyObject *package = PyImport_ImportModule("offcy._exchange");
    PyObject *array = package != NULL ? PyObject_CallMethod(package, "device_array", "O", object) : NULL;
    Py_XDECREF(package);
    if (package == NULL && PyErr_ExceptionMatches(PyExc_ImportError))
        PyErr_Clear();
    if (array == Py_None)
        Py_CLEAR(array);
    return array;
}

PyObject *offcy_array_of_view(const offcy_acquired *owner, const char *data, int ndim, const ptrdiff_t *shape,
                              const ptrdiff_t *strides)
{
    PyObject *sizes = offcy_tuple_of_sizes(shape, ndim), *steps = offcy_tuple_of_sizes(strides, ndim);
    PyObject *array = NULL;
    const Py_ssize_t distance = data - (const char *)owner->buffer.buf;
    if (sizes != NULL && steps != NULL)
        array = PyObject_CallMethod(owner->buffer.obj, "_part", "nOO", distance, sizes, steps);
    Py_XDECREF(sizes);
    Py_XDECREF(steps);
    return array;
}
