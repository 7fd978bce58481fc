/* What calls.pyx has, as C with Python's fastest calling convention: arguments are taken from the array that Python passes. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>

static PyObject *nothing(PyObject *module, PyObject *none)
{
    (void)module; (void)none;
    Py_RETURN_NONE;
}

static PyObject *same(PyObject *module, PyObject *x)
{
    (void)module;
    return Py_NewRef(x);
}

static int has_count(Py_ssize_t given, Py_ssize_t wanted)
{
    if (given == wanted)
        return 1;
    PyErr_Format(PyExc_TypeError, "expected %zd arguments, found %zd", wanted, given);
    return 0;
}

static int as_int(PyObject *object, int *value)
{
    const long number = PyLong_AsLong(object);
    if (number == -1 && PyErr_Occurred())
        return 0;
    if (number != (int)number) {
        PyErr_SetString(PyExc_OverflowError, "too large for an int");
        return 0;
    }
    *value = (int)number;
    return 1;
}

static int as_double(PyObject *object, double *value)
{
    *value = PyFloat_AsDouble(object);
    return *value != -1 || !PyErr_Occurred();
}

static PyObject *scalars(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    double x;
    int n;
    (void)module;
    if (!has_count(count, 2) || !as_double(args[0], &x) || !as_int(args[1], &n))
        return NULL;
    return PyFloat_FromDouble(x * n);
}

static int as_view(PyObject *object, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_STRIDES | PyBUF_WRITABLE) < 0)
        return 0;
    if (view->ndim == 1 && view->itemsize == sizeof(double) && view->format[0] == 'd' && view->format[1] == 0)
        return 1;
    PyErr_SetString(PyExc_ValueError, "expected doubles in one dimension");
    PyBuffer_Release(view);
    return 0;
}

static PyObject *one_view(PyObject *module, PyObject *x)
{
    Py_buffer view;
    (void)module;
    if (!as_view(x, &view))
        return NULL;
    const Py_ssize_t length = view.shape[0];
    PyBuffer_Release(&view);
    return PyLong_FromSsize_t(length);
}

static PyObject *views_and_scalars(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    Py_buffer views[4];
    double numbers[5], total = 0;
    int integers[5], taken = 0;
    PyObject *result = NULL;
    (void)module;
    if (!has_count(count, 14))
        return NULL;
    while (taken < 4 && as_view(args[taken], &views[taken]))
        total += views[taken++].shape[0];
    int right = taken == 4;
    for (int k = 0; right && k < 5; k++)
        right = as_double(args[4 + k], &numbers[k]) && as_int(args[9 + k], &integers[k]);
    if (right) {
        for (int k = 0; k < 5; k++)
            total += numbers[k] + integers[k];
        result = PyFloat_FromDouble(total);
    }
    while (taken > 0)
        PyBuffer_Release(&views[--taken]);
    return result;
}

static PyObject *names[3];

static PyObject *keywords(PyObject *module, PyObject *const *args, Py_ssize_t count, PyObject *given)
{
    PyObject *values[3] = {NULL, NULL, NULL};
    (void)module;
    if (count > 2) {
        PyErr_SetString(PyExc_TypeError, "too many arguments");
        return NULL;
    }
    for (Py_ssize_t k = 0; k < count; k++)
        values[k] = args[k];
    for (Py_ssize_t k = 0; given != NULL && k < PyTuple_GET_SIZE(given); k++) {
        int at = 0;
        while (at < 3 && PyTuple_GET_ITEM(given, k) != names[at])
            at++;
        if (at == 3 || values[at] != NULL) {
            PyErr_Format(PyExc_TypeError, "unexpected argument %R", PyTuple_GET_ITEM(given, k));
            return NULL;
        }
        values[at] = args[count + k];
    }
    double x, y = 1;
    int n = 0;
    if (values[0] == NULL) {
        PyErr_SetString(PyExc_TypeError, "x is missing");
        return NULL;
    }
    if (!as_double(values[0], &x) || (values[1] && !as_double(values[1], &y)) || (values[2] && !as_int(values[2], &n)))
        return NULL;
    return PyFloat_FromDouble(x + y + n);
}

static PyObject *product(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    double x, y;
    (void)module;
    if (!has_count(count, 2) || !as_double(args[0], &x) || !as_double(args[1], &y))
        return NULL;
    return PyFloat_FromDouble(x * y);
}

typedef struct {
    PyObject_HEAD
    double factor;
} scale;

static int scale_init(PyObject *self, PyObject *args, PyObject *given)
{
    (void)given;
    return PyArg_ParseTuple(args, "d", &((scale *)self)->factor) ? 0 : -1;
}

static PyObject *scale_scaled(PyObject *self, PyObject *x)
{
    double value;
    return as_double(x, &value) ? PyFloat_FromDouble(((scale *)self)->factor * value) : NULL;
}

static PyObject *scale_get(PyObject *self, void *none)
{
    (void)none;
    return PyFloat_FromDouble(((scale *)self)->factor);
}

static PyMethodDef scale_methods[] = {{"scaled", scale_scaled, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static PyGetSetDef scale_fields[] = {{"factor", scale_get, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};
static PyTypeObject scale_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "by_hand.Scale", .tp_basicsize = sizeof(scale), .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew,
    .tp_init = scale_init, .tp_methods = scale_methods, .tp_getset = scale_fields,
};

#define FAST(NAME) {#NAME, (PyCFunction)(void (*)(void))NAME, METH_FASTCALL, NULL}
static PyMethodDef methods[] = {
    {"nothing", nothing, METH_NOARGS, NULL},
    {"same", same, METH_O, NULL},
    FAST(scalars),
    {"one_view", one_view, METH_O, NULL},
    FAST(views_and_scalars),
    {"keywords", (PyCFunction)(void (*)(void))keywords, METH_FASTCALL | METH_KEYWORDS, NULL},
    FAST(product),
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "by_hand", .m_size = -1, .m_methods = methods};

PyMODINIT_FUNC PyInit_by_hand(void)
{
    static const char *const texts[] = {"x", "y", "n"};
    for (int k = 0; k < 3; k++)
        if ((names[k] = PyUnicode_InternFromString(texts[k])) == NULL)
            return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL || PyType_Ready(&scale_type) < 0 || PyModule_AddObjectRef(module, "Scale", (PyObject *)&scale_type) < 0)
        return NULL;
    return module;
}
