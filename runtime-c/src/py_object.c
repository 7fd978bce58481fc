/* Operations on objects for the glue. */
#include "offcy_py_state.h"

#include <stdarg.h>
#include <string.h>

void offcy_make_thread_state(void)
{
    PyGILState_Ensure(); /* never released: the state lives as long as the thread */
    PyEval_SaveThread();
}

void offcy_require_exception(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_SystemError, "a C function has reported an exception without setting one");
}

int offcy_double_complex_from_object(double _Complex *value, PyObject *object)
{
#ifndef Py_LIMITED_API
    const Py_complex number = PyComplex_AsCComplex(object);
    if (number.real == -1.0 && PyErr_Occurred())
        return -1;
    __real__ *value = number.real;
    __imag__ *value = number.imag;
    return 0;
#else
    /* `complex(object)` would read text as well. */
    if (!PyComplex_Check(object) && !PyObject_HasAttrString(object, "__complex__")) {
        double real;
        if (offcy_double_from_object(&real, object) < 0)
            return -1;
        *value = real;
        return 0;
    }
    PyObject *number = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, object, NULL);
    if (number == NULL)
        return -1;
    __real__ *value = PyComplex_RealAsDouble(number);
    __imag__ *value = PyComplex_ImagAsDouble(number);
    Py_DECREF(number);
    return 0;
#endif
}

int offcy_float_complex_from_object(float _Complex *value, PyObject *object)
{
    double _Complex wide;
    if (offcy_double_complex_from_object(&wide, object) < 0)
        return -1;
    *value = (float _Complex)wide;
    return 0;
}

PyObject *offcy_object_from_complex(double _Complex value)
{
    return PyComplex_FromDoubles(__real__ value, __imag__ value);
}

int offcy_intern(PyObject **strings, const char *const *texts, int count)
{
    for (int k = 0; k < count; k++) {
        strings[k] = PyUnicode_InternFromString(texts[k]);
        if (strings[k] == NULL)
            return -1;
    }
    return 0;
}

/* Builtins of the dialect that Python keeps elsewhere, or does not have yet. */
static PyObject *builtin_elsewhere(PyObject *name)
{
    static const struct { const char *name, *module, *attribute; } elsewhere[] = {
        {"frozendict", "builtins", "dict"},
        {"intern", "sys", "intern"},
        {"reload", "importlib", "reload"},
    };
    for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++) {
        if (PyUnicode_CompareWithASCIIString(name, elsewhere[k].name) != 0)
            continue;
        PyObject *module = PyImport_ImportModule(elsewhere[k].module);
        PyObject *found = module != NULL ? PyObject_GetAttrString(module, elsewhere[k].attribute) : NULL;
        Py_XDECREF(module);
        return found;
    }
    PyErr_Format(PyExc_NameError, "name '%U' is not defined", name);
    return NULL;
}

PyObject *offcy_load_builtin(PyObject *name)
{
    PyObject *found = offcy_find(PyEval_GetBuiltins(), name);
    return found != NULL || PyErr_Occurred() ? found : builtin_elsewhere(name);
}

#if PY_VERSION_HEX >= 0x030f0000 && !defined(Py_LIMITED_API)
PyTypeObject *offcy_frozendict_class = &PyFrozenDict_Type;
#else
PyTypeObject *offcy_frozendict_class = &PyDict_Type;
#endif

int offcy_find_frozendict(void)
{
#ifdef Py_LIMITED_API
    if (Py_Version < 0x030f0000 || offcy_frozendict_class != &PyDict_Type)
        return 0;
    PyObject *name = PyUnicode_InternFromString("frozendict");
    PyObject *found = name != NULL ? offcy_load_builtin(name) : NULL;
    Py_XDECREF(name);
    if (found == NULL)
        return -1;
    offcy_frozendict_class = (PyTypeObject *)found; /* kept for good */
#endif
    return 0;
}

int offcy_keep_builtins(PyObject **kept, PyObject *const *names, int count)
{
    PyObject *builtins = PyEval_GetBuiltins();
    for (int k = 0; k < count; k++) {
        kept[k] = offcy_find(builtins, names[k]);
        if (kept[k] == NULL && PyErr_Occurred())
            return -1;
    }
    return 0;
}

PyObject *offcy_load_name(PyObject *globals, PyObject *name)
{
    PyObject *found = offcy_find(globals, name);
    return found != NULL || PyErr_Occurred() ? found : offcy_load_builtin(name);
}

PyObject *offcy_list(int count, ...)
{
    PyObject *list = PyList_New(count);
    va_list items;
    va_start(items, count);
    for (int k = 0; list != NULL && k < count; k++)
        OFFCY_FILL_LIST(list, k, Py_NewRef(va_arg(items, PyObject *)));
    va_end(items);
    return list;
}

#ifndef Py_LIMITED_API
/* A text for as many characters as others have, and as wide; NULL without an exception if they are not texts. */
static PyObject *room_for(va_list items, int count)
{
    Py_ssize_t length = 0;
    Py_UCS4 widest = 0;
    for (int k = 0; k < count; k++) {
        PyObject *item = va_arg(items, PyObject *);
        if (!PyUnicode_CheckExact(item) || PyUnicode_GET_LENGTH(item) > PY_SSIZE_T_MAX / 8 - length)
            return NULL;
        const Py_UCS4 own = PyUnicode_MAX_CHAR_VALUE(item);
        widest = own > widest ? own : widest;
        length += PyUnicode_GET_LENGTH(item);
    }
    return PyUnicode_New(length, widest);
}

static bool copy_texts(PyObject *text, va_list items, int count)
{
    Py_ssize_t at = 0;
    const unsigned kind = PyUnicode_KIND(text);
    for (int k = 0; k < count; k++) {
        PyObject *item = va_arg(items, PyObject *);
        const Py_ssize_t length = PyUnicode_GET_LENGTH(item);
        if (PyUnicode_KIND(item) == kind)
            memcpy((char *)PyUnicode_DATA(text) + at * kind, PyUnicode_DATA(item), (size_t)length * kind);
        else if (PyUnicode_CopyCharacters(text, at, item, 0, length) < 0)
            return false;
        at += length;
    }
    return true;
}
#endif

PyObject *offcy_join(int count, ...)
{
#ifndef Py_LIMITED_API
    va_list texts;
    va_start(texts, count);
    PyObject *joined = room_for(texts, count);
    va_end(texts);
    if (joined == NULL && PyErr_Occurred())
        return NULL;
    if (joined != NULL) {
        va_start(texts, count);
        const bool is_there = PyUnicode_GET_LENGTH(joined) == 0 || copy_texts(joined, texts, count);
        va_end(texts);
        if (!is_there)
            Py_CLEAR(joined);
        return joined;
    }
#endif
    PyObject *parts = PyTuple_New(count), *between = PyUnicode_FromStringAndSize("", 0), *text = NULL;
    va_list items;
    va_start(items, count);
    for (int k = 0; parts != NULL && k < count; k++)
        PyTuple_SetItem(parts, k, Py_NewRef(va_arg(items, PyObject *)));
    va_end(items);
    if (parts != NULL && between != NULL)
        text = PyUnicode_Join(between, parts);
    Py_XDECREF(parts);
    Py_XDECREF(between);
    return text;
}

PyObject *offcy_dict(int count, ...)
{
    PyObject *dict = PyDict_New();
    va_list items;
    va_start(items, count);
    for (int k = 0; dict != NULL && k < count; k++) {
        PyObject *key = va_arg(items, PyObject *);
        PyObject *value = va_arg(items, PyObject *);
        if (PyDict_SetItem(dict, key, value) < 0)
            Py_CLEAR(dict);
    }
    va_end(items);
    return dict;
}

PyObject *offcy_joined(PyObject *list)
{
    PyObject *between = PyUnicode_FromStringAndSize("", 0);
    PyObject *text = between != NULL ? PyUnicode_Join(between, list) : NULL;
    Py_XDECREF(between);
    return text;
}

/* Takes the items one by one; returns how many there were, up to one more than requested; -1 on
 * failure. */
static int take_items(PyObject *iterator, int count, PyObject **taken)
{
    for (int k = 0; k <= count; k++) {
        PyObject *item = PyIter_Next(iterator);
        if (item == NULL)
            return PyErr_Occurred() ? -1 : k;
        if (k < count)
            taken[k] = item;
        else
            Py_DECREF(item);
    }
    return count + 1;
}

static void wrong_count(int found, int count)
{
    if (found > count)
        PyErr_Format(PyExc_ValueError, "too many values to unpack (expected %d)", count);
    else if (found >= 0)
        PyErr_Format(PyExc_ValueError, "need more than %d value%s to unpack", found,
                     found == 1 ? "" : "s");
}

int offcy_unpack(PyObject *sequence, int count, ...)
{
    PyObject **items = offcy_items_of(sequence, count);
    if (items != NULL) {
        va_list targets;
        va_start(targets, count);
        for (int k = 0; k < count; k++)
            *va_arg(targets, PyObject **) = Py_NewRef(items[k]);
        va_end(targets);
        return 0;
    }
    PyObject *iterator = PyObject_GetIter(sequence);
    if (iterator == NULL)
        return -1;
    PyObject **taken = PyMem_Calloc((size_t)count + 1, sizeof *taken);
    if (taken == NULL) {
        Py_DECREF(iterator);
        PyErr_NoMemory();
        return -1;
    }
    const int found = take_items(iterator, count, taken);
    Py_DECREF(iterator);
    va_list targets;
    va_start(targets, count);
    for (int k = 0; k < count; k++) {
        PyObject **target = va_arg(targets, PyObject **);
        if (found == count)
            *target = taken[k];
        else
            Py_XDECREF(taken[k]);
    }
    va_end(targets);
    PyMem_Free(taken);
    if (found == count)
        return 0;
    wrong_count(found, count);
    return -1;
}

void offcy_release_all(PyObject **const *variables, int count)
{
    for (int k = 0; k < count; k++)
        Py_XDECREF(*variables[k]);
}

OFFCY_SELDOM PyTypeObject *offcy_keep_sequence_type(PyTypeObject **kept, PyType_Spec *spec)
{
    PyObject *made = PyType_FromSpec(spec), *sequence = NULL, *done = NULL;
    /* As `collections.abc`, without all of `collections`: Python itself has it from the beginning. */
    PyObject *module = made != NULL ? PyImport_ImportModule("_collections_abc") : NULL;
    if (module != NULL)
        sequence = PyObject_GetAttrString(module, "Sequence");
    if (sequence != NULL)
        done = PyObject_CallMethod(sequence, "register", "O", made);
    const char *const methods[] = {"count", "index"};
    for (int k = 0; k < 2 && done != NULL; k++) {
        PyObject *method = PyObject_GetAttrString(sequence, methods[k]);
        if (method == NULL || PyObject_SetAttrString(made, methods[k], method) < 0)
            Py_CLEAR(done);
        Py_XDECREF(method);
    }
    if (done == NULL)
        Py_CLEAR(made);
    Py_XDECREF(done);
    Py_XDECREF(sequence);
    Py_XDECREF(module);
    return (PyTypeObject *)offcy_keep((PyObject **)kept, made);
}

bool offcy_type_has(PyObject *object, const char *name)
{
    PyObject *found = PyObject_GetAttrString((PyObject *)Py_TYPE(object), name);
    PyErr_Clear();
    Py_XDECREF(found);
    return found != NULL;
}
