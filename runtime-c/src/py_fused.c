/* Fused functions: choosing the specialisation, and the Python object that does. What chooses what,
 * and the messages, are Cython's. */
#include "offcy_py_state.h"

#include <limits.h>
#include <string.h>
#include <structmember.h>

typedef struct fused_object {
    PyObject_HEAD
#ifndef Py_LIMITED_API
    vectorcallfunc vectorcall;
#endif
    offcy_fused *function;
    const char *file;
    PyObject *module;
    PyObject *self;       /* what a method is bound to, or NULL */
    PyObject *signatures; /* dict: key to specialisation */
    PyObject *doc;        /* what it has been set to, or NULL */
} fused_object;

/* How many parameters a bound method leaves out. */
static int hidden_parameters(const offcy_fused *function)
{
    return function->owner != NULL && function->binding != METH_STATIC;
}

/* Whether the memory is NumPy's: of an array, or of a memoryview of one. NumPy's arrays choose only
 * by the kind and size of their elements, whatever their layout and byte order. */
static bool is_of_numpy(PyObject *value)
{
    static PyTypeObject *array_type; /* kept forever */
    if (array_type == NULL) {
        PyObject *numpy = PyDict_GetItemString(PyImport_GetModuleDict(), "numpy");
        PyObject *type = numpy != NULL ? PyObject_GetAttrString(numpy, "ndarray") : NULL;
        if (type == NULL || !PyType_Check(type)) {
            PyErr_Clear();
            Py_XDECREF(type);
            return false;
        }
        array_type = (PyTypeObject *)type;
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

/* The first of the buffers among the choices that `value` fits: examines it once. */
static int choose_buffer(const offcy_choice *choices, const offcy_choice *end, PyObject *value)
{
    Py_buffer buffer;
    if (!PyObject_CheckBuffer(value))
        return OFFCY_NO_TYPE;
    if (PyObject_GetBuffer(value, &buffer, PyBUF_FULL_RO) < 0) {
        if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear();
        return OFFCY_NO_TYPE;
    }
    int number = OFFCY_NO_TYPE;
    const int kind = is_of_numpy(value) ? kind_of(buffer.format) : 0;
    for (const offcy_choice *choice = choices; kind != 0 && choice < end; choice++)
        if (choice->dtype != NULL && buffer.itemsize == choice->dtype->size &&
            buffer.ndim == choice->ndim && is_of_kind(choice->dtype, kind)) {
            number = choice->number;
            goto done;
        }
    for (const offcy_choice *choice = choices; choice < end; choice++)
        if (choice->dtype != NULL && fits_exactly(&buffer, choice)) {
            number = choice->number;
            break;
        }
done:
    PyBuffer_Release(&buffer);
    return number;
}

/* The number of the type that `value` chooses; OFFCY_NO_TYPE, or -1 with an exception. */
static int choose(const offcy_fused_type *type, PyObject *value)
{
    const offcy_choice *end = type->choices + type->choice_count;
    bool looked = false;
    for (const offcy_choice *choice = type->choices; choice < end; choice++) {
        if (choice->type != NULL) {
            if (PyObject_TypeCheck(value, choice->type))
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

/* The argument of a parameter, or NULL. */
static PyObject *argument(const offcy_fused_type *type, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *keywords)
{
    if (type->position < nargs)
        return args[type->position];
    const Py_ssize_t count = keywords != NULL ? PyTuple_Size(keywords) : 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *keyword = PyTuple_GetItem(keywords, k);
        if (keyword == type->interned || PyUnicode_Compare(keyword, type->interned) == 0)
            return args[nargs + k];
    }
    return NULL;
}

static int fail_missing(const offcy_fused *function, const offcy_fused_type *type, Py_ssize_t given)
{
    const int hidden = hidden_parameters(function);
    given += hidden;
    if (type->position + hidden < function->required)
        PyErr_Format(PyExc_TypeError, "Expected at least %d argument%s, got %zd", function->required,
                     function->required == 1 ? "" : "s", given);
    else
        PyErr_Format(PyExc_TypeError, "Missing keyword-only argument: '%s'", type->name);
    return -1;
}

/* Which specialisation the arguments mean; -1 with TypeError if none, or more than one. */
static int find(const offcy_fused *function, PyObject *const *args, Py_ssize_t nargs,
                PyObject *keywords)
{
    int place = 0;
    bool unknown = false, ambiguous = false;
    for (int k = 0; k < function->type_count; k++) {
        const offcy_fused_type *type = &function->types[k];
        PyObject *value = argument(type, args, nargs, keywords);
        if (value == NULL && type->unset == OFFCY_REQUIRED)
            return fail_missing(function, type, nargs);
        int number = value != NULL ? choose(type, value) : type->unset;
        if (number == -1)
            return -1;
        if (number == OFFCY_NO_TYPE) {
            unknown = true;
            ambiguous |= type->width > 1;
            number = 0;
        }
        place = place * type->width + number;
    }
    if (OFFCY_LIKELY(!unknown))
        return place;
    if (function->type_count == 1)
        PyErr_SetString(PyExc_TypeError, "No matching signature found");
    else if (ambiguous)
        PyErr_SetString(PyExc_TypeError, "Function call with ambiguous argument types");
    else
        return place;
    return -1;
}

static int fail_unbound(const offcy_fused *function)
{
    PyErr_Format(PyExc_TypeError, "Expected at least %d argument%s, got 0", function->required,
                 function->required == 1 ? "" : "s");
    return -1;
}

static int check_object(const offcy_fused *function, PyObject *object)
{
    if (PyObject_TypeCheck(object, *function->owner))
        return 0;
    PyObject *expected = offcy_type_name(*function->owner), *given = offcy_type_name(Py_TYPE(object));
    if (expected != NULL && given != NULL)
        PyErr_Format(PyExc_TypeError, "First argument should be of type %U, got %U.", expected, given);
    Py_XDECREF(expected);
    Py_XDECREF(given);
    return -1;
}

static PyObject *make(PyTypeObject *type, const fused_object *parts, PyObject *bound);

static PyObject *call_fast(PyObject *object, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *keywords);

/* A function of the module that a Python class has made a method: the object comes first. */
static PyObject *call_with_object(const fused_object *self, PyObject *const *args, Py_ssize_t nargs,
                                  PyObject *keywords)
{
    const Py_ssize_t count = nargs + (keywords != NULL ? PyTuple_Size(keywords) : 0);
    PyObject **all = PyMem_Malloc((size_t)(count + 1) * sizeof *all);
    PyObject *function = all != NULL ? make(Py_TYPE((PyObject *)self), self, NULL) : PyErr_NoMemory();
    PyObject *result = NULL;
    if (function != NULL) {
        all[0] = self->self;
        for (Py_ssize_t k = 0; k < count; k++)
            all[k + 1] = args[k];
        result = call_fast(function, all, nargs + 1, keywords);
    }
    Py_XDECREF(function);
    PyMem_Free(all);
    return result;
}

static PyObject *call_fast(PyObject *object, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *keywords)
{
    const fused_object *self = (fused_object *)object;
    const offcy_fused *function = self->function;
    if (self->self != NULL && function->owner == NULL)
        return call_with_object(self, args, nargs, keywords);
    PyObject *first = self->self != NULL ? self->self : self->module;
    const bool is_unbound = self->self == NULL && hidden_parameters(function);
    if (is_unbound && nargs > 0) {
        first = *args++;
        nargs--;
    } else if (is_unbound) {
        /* As if the object were there, and nothing else. */
        nargs = -1;
    }
    const int place = nargs < 0 ? fail_unbound(function) : find(function, args, nargs, keywords);
    if (OFFCY_UNLIKELY(place < 0 || (is_unbound && check_object(function, first) < 0))) {
        offcy_traceback(function->name, self->file, function->line);
        return NULL;
    }
    offcy_fast_call *call =
        (offcy_fast_call *)(void (*)(void))function->specialisations[place].method.ml_meth;
    return call(first, args, nargs, keywords);
}

#ifndef Py_LIMITED_API

static PyObject *vectorcall(PyObject *self, PyObject *const *args, size_t nargs, PyObject *keywords)
{
    return call_fast(self, args, PyVectorcall_NARGS(nargs), keywords);
}

#else

static PyObject *call(PyObject *self, PyObject *args, PyObject *given)
{
    return offcy_call_unpacked(call_fast, self, args, given);
}

#endif

/* What names a type in `f[...]`: a string is used itself, a class by its name. */
static PyObject *key_part(PyObject *item)
{
    if (PyUnicode_CheckExact(item))
        return Py_NewRef(item);
    return PyType_Check(item) ? PyObject_GetAttrString(item, "__name__") : PyObject_Str(item);
}

static PyObject *key_of(PyObject *index)
{
    if (!PyTuple_Check(index))
        return key_part(index);
    const Py_ssize_t count = PyTuple_Size(index);
    PyObject *parts = PyList_New(count);
    for (Py_ssize_t k = 0; parts != NULL && k < count; k++) {
        PyObject *part = key_part(PyTuple_GetItem(index, k));
        if (part == NULL || PyList_SetItem(parts, k, part) < 0)
            Py_CLEAR(parts);
    }
    PyObject *bar = parts != NULL ? PyUnicode_FromString("|") : NULL;
    PyObject *key = bar != NULL ? PyUnicode_Join(bar, parts) : NULL;
    Py_XDECREF(bar);
    Py_XDECREF(parts);
    return key;
}

/* A specialisation of a function of the module as a method. */
static PyObject *as_method(const fused_object *self, PyObject *key)
{
    PyObject *one = PyObject_GetItem(self->signatures, key), *types = PyImport_ImportModule("types");
    PyObject *method = one != NULL && types != NULL
                           ? PyObject_CallMethod(types, "MethodType", "OO", one, self->self)
                           : NULL;
    Py_XDECREF(one);
    Py_XDECREF(types);
    return method;
}

/* A specialisation of a bound method. */
static PyObject *bound_one(const fused_object *self, PyObject *key)
{
    const offcy_fused *function = self->function;
    if (function->owner == NULL)
        return as_method(self, key);
    int at = 0;
    while (at < function->count - 1 &&
           PyUnicode_CompareWithASCIIString(key, function->specialisations[at].key) != 0)
        at++;
    PyObject *name = PyModule_GetNameObject(self->module);
    PyObject *one =
        name != NULL ? PyCFunction_NewEx(&function->specialisations[at].method, self->self, name) : NULL;
    Py_XDECREF(name);
    return one;
}

static PyObject *subscript(PyObject *self, PyObject *index)
{
    PyObject *key = key_of(index);
    const fused_object *fused = (fused_object *)self;
    PyObject *found = key != NULL ? PyObject_GetItem(fused->signatures, key) : NULL;
    if (found != NULL && fused->self != NULL) {
        Py_DECREF(found);
        found = bound_one(fused, key);
    }
    Py_XDECREF(key);
    return found;
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(((fused_object *)self)->function->name);
}

static PyObject *get_qualname(PyObject *self, void *unused)
{
    const char *qualname = ((fused_object *)self)->function->qualname;
    return qualname != NULL ? PyUnicode_FromString(qualname) : get_name(self, unused);
}

static PyObject *get_module(PyObject *self, void *unused)
{
    (void)unused;
    return PyModule_GetNameObject(((fused_object *)self)->module);
}

static PyObject *get_doc(PyObject *self, void *unused)
{
    (void)unused;
    const fused_object *fused = (fused_object *)self;
    const char *doc = fused->function->doc;
    if (fused->doc != NULL)
        return Py_NewRef(fused->doc);
    return doc != NULL ? PyUnicode_FromString(doc) : Py_NewRef(Py_None);
}

static int set_doc(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    PyObject *old = ((fused_object *)self)->doc;
    ((fused_object *)self)->doc = Py_NewRef(value != NULL ? value : Py_None);
    Py_XDECREF(old);
    return 0;
}

static PyObject *get_signatures(PyObject *self, void *unused)
{
    (void)unused;
    return PyDictProxy_New(((fused_object *)self)->signatures);
}

/* For `inspect`: the parameters are those of any specialisation. */
static PyObject *get_signature(PyObject *self, void *unused)
{
    (void)unused;
    const fused_object *fused = (fused_object *)self;
    PyObject *key = PyUnicode_FromString(fused->function->specialisations[0].key);
    PyObject *one = key != NULL ? subscript(self, key) : NULL;
    Py_XDECREF(key);
    PyObject *inspect = PyImport_ImportModule("inspect");
    PyObject *signature =
        inspect != NULL && one != NULL ? PyObject_CallMethod(inspect, "signature", "O", one) : NULL;
    Py_XDECREF(inspect);
    Py_XDECREF(one);
    return signature;
}

static PyObject *repr(PyObject *self)
{
    return PyUnicode_FromFormat("<built-in fused function %s>",
                                ((fused_object *)self)->function->name);
}

/* Pickled by name, like any function. */
static PyObject *reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return get_qualname(self, NULL);
}

/* The module clears what refers back to the function. */
static int traverse(PyObject *self, visitproc visit, void *arg)
{
    fused_object *fused = (fused_object *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(fused->module);
    Py_VISIT(fused->self);
    Py_VISIT(fused->signatures);
    Py_VISIT(fused->doc);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((fused_object *)self)->module);
    Py_XDECREF(((fused_object *)self)->self);
    Py_XDECREF(((fused_object *)self)->signatures);
    Py_XDECREF(((fused_object *)self)->doc);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

/* Another function with the same parts, bound to an object. */
static PyObject *make(PyTypeObject *type, const fused_object *parts, PyObject *bound)
{
    fused_object *self = PyObject_GC_New(fused_object, type);
    if (self == NULL)
        return NULL;
#ifndef Py_LIMITED_API
    self->vectorcall = vectorcall;
#endif
    self->function = parts->function;
    self->file = parts->file;
    self->module = Py_NewRef(parts->module);
    self->self = Py_XNewRef(bound);
    self->signatures = Py_NewRef(parts->signatures);
    self->doc = Py_XNewRef(parts->doc);
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}

static PyObject *bind(PyObject *self, PyObject *object, PyObject *type)
{
    const fused_object *fused = (fused_object *)self;
    if (fused->self != NULL || fused->function->binding == METH_STATIC)
        return Py_NewRef(self);
    if (fused->function->binding == METH_CLASS)
        object = type != NULL ? type : (PyObject *)Py_TYPE(object);
    return object != NULL ? make(Py_TYPE(self), fused, object) : Py_NewRef(self);
}

static PyGetSetDef attributes[] = {
    {"__name__", get_name, NULL, NULL, NULL},
    {"__qualname__", get_qualname, NULL, NULL, NULL},
    {"__module__", get_module, NULL, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL, NULL},
    {"__signatures__", get_signatures, NULL, "The specialisations, by what indexes them.", NULL},
    {"__signature__", get_signature, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *fused_type(void)
{
    static PyTypeObject *type;
    if (type != NULL)
        return type;
#ifndef Py_LIMITED_API
    static PyMemberDef members[] = {
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(fused_object, vectorcall), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
#endif
    PyType_Slot slots[] = {
#ifndef Py_LIMITED_API
        SLOT(Py_tp_members, members),
        SLOT(Py_tp_call, PyVectorcall_Call),
#else
        SLOT(Py_tp_call, call),
#endif
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_descr_get, bind),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_repr, repr),
        SLOT(Py_tp_getset, attributes),
        SLOT(Py_tp_methods, methods),
        SLOT(Py_mp_subscript, subscript),
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.fused_function",
        .basicsize = sizeof(fused_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC
#ifndef Py_LIMITED_API
                 | Py_TPFLAGS_HAVE_VECTORCALL
#endif
        ,
        .slots = slots,
    };
    type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type;
}

/* The specialisations as separate functions, by key. */
static PyObject *make_signatures(PyObject *module, const offcy_fused *function)
{
    PyObject *signatures = PyDict_New(), *name = PyModule_GetNameObject(module);
    for (int k = 0; signatures != NULL && name != NULL && k < function->count; k++) {
        offcy_specialisation *one = &function->specialisations[k];
        PyObject *value;
        if (function->owner != NULL && function->binding == 0)
            value = PyDescr_NewMethod(*function->owner, &one->method);
        else if (function->owner != NULL && function->binding == METH_CLASS)
            value = PyCFunction_NewEx(&one->method, (PyObject *)*function->owner, name);
        else
            value = PyCFunction_NewEx(&one->method, module, name);
        if (value == NULL || PyDict_SetItemString(signatures, one->key, value) < 0)
            Py_CLEAR(signatures);
        Py_XDECREF(value);
    }
    if (name == NULL)
        Py_CLEAR(signatures);
    Py_XDECREF(name);
    return signatures;
}

static int add(PyObject *module, offcy_fused *function, const char *file)
{
    PyTypeObject *type = fused_type();
    if (type == NULL)
        return -1;
    for (int k = 0; k < function->type_count; k++) {
        offcy_fused_type *one = &function->types[k];
        if (one->interned == NULL && (one->interned = PyUnicode_InternFromString(one->name)) == NULL)
            return -1;
    }
    PyObject *signatures = make_signatures(module, function);
    const fused_object parts = {
        .function = function, .file = file, .module = module, .signatures = signatures};
    PyObject *self = signatures != NULL ? make(type, &parts, NULL) : NULL;
    Py_XDECREF(signatures);
    if (self == NULL)
        return -1;
    PyObject *owner = function->owner != NULL ? (PyObject *)*function->owner : module;
    const int status = PyObject_SetAttrString(owner, function->name, self);
    Py_DECREF(self);
    return status;
}

int offcy_add_fused(PyObject *module, offcy_fused *functions, int count, const char *file)
{
    for (int k = 0; k < count; k++)
        if (add(module, &functions[k], file) < 0)
            return -1;
    return 0;
}
