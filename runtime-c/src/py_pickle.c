/* Pickling of objects of extension types. What is pickled, and the messages, are Cython's, so that either compiler's modules read
 * what the other's have written. */
#include "offcy_py_state.h"

#include <string.h>

#define REDUCE "__reduce_cython__"
#define SET_STATE "__setstate_cython__"

#ifdef Py_LIMITED_API
/* There the methods cannot have Cython's names and be found by Python: this text marks them. */
static const char DOC[] = "Made by the compiler.";
#else
static const char *const DOC = NULL;
#endif

/* An attribute that may be missing (`*found` is NULL then): 0, or -1 with an exception. */
static int find(PyObject *object, const char *name, PyObject **found)
{
    *found = PyObject_GetAttrString(object, name);
    if (*found != NULL)
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    PyErr_Clear();
    return 0;
}

/* Whether a type has the attribute of `object`, or none where that has none: 1, 0, or -1 with an exception. */
static int is_pythons(PyObject *type, const char *name)
{
    PyObject *own, *pythons = NULL;
    int result = -1;
    if (find(type, name, &own) == 0 && find((PyObject *)&PyBaseObject_Type, name, &pythons) == 0)
        result = own == pythons;
    Py_XDECREF(own);
    Py_XDECREF(pythons);
    return result;
}

static int has_text(PyObject *method, const char *name, const char *expected)
{
    PyObject *text;
    if (find(method, name, &text) < 0)
        return -1;
    const int result = text != NULL && PyUnicode_Check(text) && PyUnicode_CompareWithASCIIString(text, expected) == 0;
    Py_XDECREF(text);
    return result;
}

/* Whether a type has a method of this name that a compiler has made, or `otherwise` if it has none. */
static int is_made(PyObject *type, const char *name, const char *made, int otherwise)
{
    PyObject *method;
    if (find(type, name, &method) < 0)
        return -1;
    if (method == NULL)
        return otherwise;
    int result = has_text(method, "__name__", made);
#ifdef Py_LIMITED_API
    if (result == 0)
        result = has_text(method, "__doc__", DOC);
#endif
    Py_DECREF(method);
    return result;
}

int offcy_prepare_pickling(PyMethodDef *methods, PyTypeObject *base, bool has_getstate, bool has_setstate)
{
    PyMethodDef *reduce = methods;
    while (reduce[2].ml_name != NULL)
        reduce++;
    PyMethodDef *set_state = reduce + 1;
    reduce->ml_name = REDUCE;
    set_state->ml_name = SET_STATE;
    reduce->ml_doc = set_state->ml_doc = NULL;
    PyObject *type = (PyObject *)(base != NULL ? base : &PyBaseObject_Type);
    int is_free = has_getstate ? 0 : is_pythons(type, "__getstate__");
    if (is_free > 0)
        is_free = is_pythons(type, "__reduce_ex__");
    if (is_free > 0) {
        is_free = is_pythons(type, "__reduce__");
        if (is_free == 0)
            is_free = is_made(type, "__reduce__", REDUCE, 0);
    }
    if (is_free <= 0)
        return is_free;
    reduce->ml_name = "__reduce__";
    reduce->ml_doc = DOC;
    const int sets_state = has_setstate ? 0 : is_made(type, "__setstate__", SET_STATE, 1);
    if (sets_state > 0) {
        set_state->ml_name = "__setstate__";
        set_state->ml_doc = DOC;
    }
    return sets_state < 0 ? -1 : 0;
}

#ifndef Py_LIMITED_API
/* The name by which modules that inherit from the type recognise the method. */
static int name_as_cython(PyTypeObject *type, const char *name, const char *made)
{
    PyObject *method = PyDict_GetItemString(type->tp_dict, name);
    if (method == NULL || !Py_IS_TYPE(method, &PyMethodDescr_Type))
        return 0;
    PyMethodDescrObject *descriptor = (PyMethodDescrObject *)method;
    if (descriptor->d_method->ml_flags != METH_NOARGS && descriptor->d_method->ml_flags != METH_O)
        return 0;
    PyObject *text = PyUnicode_InternFromString(made);
    if (text == NULL)
        return -1;
    Py_SETREF(descriptor->d_common.d_name, text);
    return 0;
}
#endif

/* Puts the fields of the base among those of the type, in the order of their names. The base has been here before. */
static int add_inherited(offcy_pickling *pickling)
{
    const offcy_pickling *base = pickling->base;
    if (base == NULL || base->count == 0)
        return 0;
    if (pickling->count == 0) {
        pickling->fields = base->fields;
        pickling->count = base->count;
        return 0;
    }
    offcy_pickled *all = PyMem_Malloc((size_t)(pickling->count + base->count) * sizeof *all); /* kept forever, as the type */
    if (all == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t own = 0, inherited = 0, count = 0;
    while (own < pickling->count || inherited < base->count) {
        const bool is_own = inherited == base->count ||
                            (own < pickling->count && strcmp(pickling->fields[own].name, base->fields[inherited].name) <= 0);
        all[count++] = is_own ? pickling->fields[own++] : base->fields[inherited++];
    }
    pickling->fields = all;
    pickling->count = count;
    pickling->base = NULL;
    return 0;
}

int offcy_add_pickling(PyObject *module, PyTypeObject *type, offcy_pickling *pickling, PyMethodDef *unpickler)
{
#ifndef Py_LIMITED_API
    if (name_as_cython(type, "__reduce__", REDUCE) < 0 || name_as_cython(type, "__setstate__", SET_STATE) < 0)
        return -1;
#endif
    if (unpickler == NULL)
        return 0;
    if (add_inherited(pickling) < 0)
        return -1;
    /* Pickles have the name of the module once if the type and the function have the same object for it. */
    PyObject *name = PyObject_GetAttrString((PyObject *)type, "__module__");
    PyObject *function = name != NULL ? PyCFunction_NewEx(unpickler, module, name) : NULL;
    Py_XDECREF(name);
    if (function == NULL || PyObject_SetAttrString(module, unpickler->ml_name, function) < 0) {
        Py_XDECREF(function);
        return -1;
    }
    PyObject *old = pickling->unpickler;
    pickling->unpickler = function;
    Py_XDECREF(old);
    return 0;
}

/* The names of the fields with `separator` between them. */
static PyObject *names(const offcy_pickling *pickling, const char *separator)
{
    PyObject *all = PyList_New(0), *result = NULL;
    PyObject *between = PyUnicode_FromString(separator);
    for (Py_ssize_t k = 0; all != NULL && k < pickling->count; k++) {
        PyObject *name = PyUnicode_FromString(pickling->fields[k].name);
        if (name == NULL || PyList_Append(all, name) < 0)
            Py_CLEAR(all);
        Py_XDECREF(name);
    }
    if (all != NULL && between != NULL)
        result = PyUnicode_Join(between, all);
    Py_XDECREF(between);
    Py_XDECREF(all);
    return result;
}

/* The first digits of a digest of the fields' names: 1, 0 if Python does not have it, or -1 with an exception. */
static int checksum(PyObject *hashlib, const char *algorithm, PyObject *text, long *value)
{
    PyObject *function, *digest = NULL, *digits = NULL;
    int status = find(hashlib, algorithm, &function) < 0 ? -1 : function != NULL;
    if (status > 0) {
        PyObject *arguments = PyTuple_Pack(1, text), *keywords = Py_BuildValue("{s:O}", "usedforsecurity", Py_False);
        if (arguments != NULL && keywords != NULL)
            digest = PyObject_Call(function, arguments, keywords);
        if (digest != NULL)
            digits = PyObject_CallMethod(digest, "hexdigest", NULL);
        Py_XDECREF(arguments);
        Py_XDECREF(keywords);
        const char *characters = digits != NULL ? PyUnicode_AsUTF8AndSize(digits, NULL) : NULL;
        if (characters != NULL) {
            char first[8] = {0};
            strncpy(first, characters, 7);
            *value = strtol(first, NULL, 16);
        } else if (PyErr_ExceptionMatches(PyExc_ValueError)) {
            PyErr_Clear();
            status = 0;
        } else {
            status = -1;
        }
    }
    Py_XDECREF(digits);
    Py_XDECREF(digest);
    Py_XDECREF(function);
    return status;
}

/* Computes the checksums, once: that of today, and those of Cython's earlier versions. */
static int know_checksums(offcy_pickling *pickling)
{
    static const char *const ALGORITHMS[] = {"sha256", "sha1", "md5"};
    if (__atomic_load_n(&pickling->checksums[0], __ATOMIC_ACQUIRE) != 0)
        return 0;
    PyObject *all = names(pickling, " ");
    PyObject *text = all != NULL ? PyUnicode_AsUTF8String(all) : NULL;
    PyObject *hashlib = text != NULL ? PyImport_ImportModule("hashlib") : NULL;
    long found[3] = {0};
    int count = 0;
    bool failed = hashlib == NULL;
    for (int k = 0; !failed && k < 3; k++) {
        const int status = checksum(hashlib, ALGORITHMS[k], text, &found[count]);
        failed = status < 0;
        count += status > 0;
    }
    for (int k = count; !failed && k < 3; k++)
        found[k] = count > 0 ? found[count - 1] : -1;
    Py_XDECREF(hashlib);
    Py_XDECREF(text);
    Py_XDECREF(all);
    if (failed)
        return -1;
    /* The first says that they are known: without a GIL several threads may be here. */
    __atomic_store_n(&pickling->checksums[1], found[1], __ATOMIC_RELAXED);
    __atomic_store_n(&pickling->checksums[2], found[2], __ATOMIC_RELAXED);
    __atomic_store_n(&pickling->checksums[0], found[0], __ATOMIC_RELEASE);
    return 0;
}

static PyObject *values(const offcy_pickling *pickling, PyObject *self, PyObject *dictionary, bool *has_objects)
{
    PyObject *state = PyTuple_New(pickling->count + (dictionary != NULL));
    for (Py_ssize_t k = 0; state != NULL && k < pickling->count; k++) {
        PyObject *value = pickling->fields[k].get(self, NULL);
        *has_objects |= pickling->fields[k].is_object && value != Py_None;
        if (value == NULL || PyTuple_SetItem(state, k, value) < 0)
            Py_CLEAR(state);
    }
    if (state != NULL && dictionary != NULL && PyTuple_SetItem(state, pickling->count, Py_NewRef(dictionary)) < 0)
        Py_CLEAR(state);
    return state;
}

/* What Python keeps in the object itself, or NULL where there is nothing: 0, or -1 with an exception. */
static int attributes(PyObject *self, PyObject **found)
{
    if (find(self, "__dict__", found) < 0)
        return -1;
    const int is_used = *found == NULL || *found == Py_None ? 0 : PyObject_IsTrue(*found);
    if (is_used <= 0)
        Py_CLEAR(*found);
    return is_used < 0 ? -1 : 0;
}

PyObject *offcy_reduce(offcy_pickling *pickling, PyObject *self)
{
    if (pickling->refused != NULL) {
        PyErr_SetString(PyExc_TypeError, pickling->refused);
        return NULL;
    }
    PyObject *dictionary;
    if (know_checksums(pickling) < 0 || attributes(self, &dictionary) < 0)
        return NULL;
    bool is_set_later = dictionary != NULL;
    PyObject *result = NULL, *state = values(pickling, self, dictionary, &is_set_later);
    PyObject *type = (PyObject *)Py_TYPE(self);
    /* What may lead back to the object comes after it. */
    if (state != NULL && is_set_later)
        result = Py_BuildValue("O(OlO)O", pickling->unpickler, type, pickling->checksums[0], Py_None, state);
    else if (state != NULL)
        result = Py_BuildValue("O(OlO)", pickling->unpickler, type, pickling->checksums[0], state);
    Py_XDECREF(state);
    Py_XDECREF(dictionary);
    return result;
}

/* Puts what Python had kept in the object back into it. */
static int update(PyObject *self, PyObject *state, Py_ssize_t at)
{
    if (PyTuple_Size(state) <= at)
        return 0;
    PyObject *known = PyTuple_GetItem(state, at);
    const int is_used = PyObject_IsTrue(known);
    if (is_used <= 0)
        return is_used;
    PyObject *dictionary = PyObject_GenericGetDict(self, NULL);
    PyObject *done = dictionary != NULL ? PyObject_CallMethod(dictionary, "update", "O", known) : NULL;
    Py_XDECREF(dictionary);
    Py_XDECREF(done);
    return done != NULL ? 0 : -1;
}

static int set_state(const offcy_pickling *pickling, PyObject *self, PyObject *state)
{
    for (Py_ssize_t k = 0; k < pickling->count; k++) {
        PyObject *value = PyTuple_GetItem(state, k);
        if (value == NULL) {
            PyErr_SetString(PyExc_IndexError, "tuple index out of range");
            return -1;
        }
        if (pickling->fields[k].set(self, value, NULL) < 0)
            return -1;
    }
    return update(self, state, pickling->count);
}

PyObject *offcy_set_state(offcy_pickling *pickling, PyObject *self, PyObject *state)
{
    if (pickling->refused != NULL) {
        PyErr_SetString(PyExc_TypeError, pickling->refused);
        return NULL;
    }
    if (state == Py_None) {
        PyErr_SetString(PyExc_TypeError, "cannot pass None into a C function argument that is declared 'not None'");
        return NULL;
    }
    if (offcy_check_class(state, &PyTuple_Type, false) < 0 || set_state(pickling, self, state) < 0)
        return NULL;
    return Py_NewRef(Py_None);
}

static void refuse_checksum(const offcy_pickling *pickling, long given)
{
    const long *known = pickling->checksums;
    PyObject *module = PyImport_ImportModule("pickle"), *all = names(pickling, ", ");
    PyObject *error = module != NULL && all != NULL ? PyObject_GetAttrString(module, "PickleError") : NULL;
    if (error == NULL)
        ; /* Another exception is set. */
    else if (known[1] == known[0])
        PyErr_Format(error, "Incompatible checksums (0x%x vs (0x%x) = (%U))", given, known[0], all);
    else if (known[2] == known[1])
        PyErr_Format(error, "Incompatible checksums (0x%x vs (0x%x, 0x%x) = (%U))", given, known[0], known[1], all);
    else
        PyErr_Format(error, "Incompatible checksums (0x%x vs (0x%x, 0x%x, 0x%x) = (%U))", given, known[0], known[1],
                     known[2], all);
    Py_XDECREF(error);
    Py_XDECREF(all);
    Py_XDECREF(module);
}

PyObject *offcy_unpickle(offcy_pickling *pickling, PyObject *const *args, Py_ssize_t count)
{
    PyObject *name = PyObject_GetAttrString(pickling->unpickler, "__name__");
    if (name == NULL)
        return NULL;
    if (count != 3)
        PyErr_Format(PyExc_TypeError, "%U() takes exactly 3 positional arguments (%zd given)", name, count);
    Py_DECREF(name);
    long given;
    if (count != 3 || offcy_long_from_object(&given, args[1]) < 0)
        return NULL;
    PyObject *state = args[2];
    if (state != Py_None && !Py_IS_TYPE(state, &PyTuple_Type)) {
        PyObject *type = offcy_type_name(Py_TYPE(state));
        if (type != NULL)
            PyErr_Format(PyExc_TypeError, "Argument '__pyx_state' has incorrect type (expected tuple, got %U)", type);
        Py_XDECREF(type);
        return NULL;
    }
    if (know_checksums(pickling) < 0)
        return NULL;
    const long *known = pickling->checksums;
    if (given != known[0] && given != known[1] && given != known[2]) {
        refuse_checksum(pickling, given);
        return NULL;
    }
    PyObject *result = PyObject_CallMethod((PyObject *)*pickling->type, "__new__", "O", args[0]);
    if (result != NULL && state != Py_None && set_state(pickling, result, state) < 0)
        Py_CLEAR(result);
    return result;
}
