/* Fused functions: the Python object that chooses the specialisation (see py_choice.c). What chooses what,
 * and the messages, are Cython's. */
#include "offcy_py_state.h"

#include <structmember.h>

typedef struct fused_object {
    PyObject_HEAD
#ifndef Py_LIMITED_API
    vectorcallfunc vectorcall;
#endif
    offcy_fused *function;
    const char *file;
    PyObject *module;     /* NULL for one with definitions */
    PyObject *made;       /* of one with definitions: a tuple of the specialisations; otherwise NULL */
    PyObject *self;       /* what a method is bound to, or NULL */
    PyObject *signatures; /* dict: key to specialisation */
    PyObject *dict;       /* or NULL */
    PyObject *doc;        /* what it has been set to, or NULL */
} fused_object;

/* How many parameters a bound method leaves out. */
static int hidden_parameters(const offcy_fused *function)
{
    return function->owner != NULL && function->binding != METH_STATIC;
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
        int number = value != NULL ? offcy_choose(type, value) : type->unset;
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
    if (self->made != NULL)
        first = PyTuple_GetItem(self->made, place);
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
    const fused_object *fused = (fused_object *)self;
    return fused->made != NULL ? PyObject_GetAttrString(PyTuple_GetItem(fused->made, 0), "__module__")
                               : PyModule_GetNameObject(fused->module);
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
    const offcy_fused *function = ((fused_object *)self)->function;
    return PyUnicode_FromFormat("<cyfunction %s at %p>",
                                function->qualname != NULL ? function->qualname : function->name, (void *)self);
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
    Py_VISIT(fused->made);
    Py_VISIT(fused->self);
    Py_VISIT(fused->signatures);
    Py_VISIT(fused->dict);
    Py_VISIT(fused->doc);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(((fused_object *)self)->dict);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear(self);
    Py_XDECREF(((fused_object *)self)->module);
    Py_XDECREF(((fused_object *)self)->made);
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
    self->module = Py_XNewRef(parts->module);
    self->made = Py_XNewRef(parts->made);
    self->self = Py_XNewRef(bound);
    self->signatures = Py_NewRef(parts->signatures);
    self->dict = NULL;
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

static PyObject *get_dict(PyObject *self, void *unused)
{
    (void)unused;
    fused_object *fused = (fused_object *)self;
    if (fused->dict == NULL)
        fused->dict = PyDict_New();
    return Py_XNewRef(fused->dict);
}

static PyObject *get_self(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *bound = ((fused_object *)self)->self;
    if (bound == NULL)
        PyErr_SetString(PyExc_AttributeError, "'fused_function' object has no attribute '__self__'");
    return Py_XNewRef(bound);
}

static PyGetSetDef attributes[] = {
    {"__dict__", get_dict, NULL, NULL, NULL},
    {"__self__", get_self, NULL, NULL, NULL},
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
    if (offcy_kept_type(&type) != NULL)
        return type;
    static PyMemberDef members[] = {
#ifndef Py_LIMITED_API
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(fused_object, vectorcall), READONLY, NULL},
#endif
        {"__dictoffset__", T_PYSSIZET, offsetof(fused_object, dict), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        SLOT(Py_tp_members, members),
#ifndef Py_LIMITED_API
        SLOT(Py_tp_call, PyVectorcall_Call),
#else
        SLOT(Py_tp_call, call),
#endif
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_descr_get, bind),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
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
    return offcy_keep_type(&type, &spec);
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

/* The type of their objects, once the names by which this one finds its arguments are there; NULL with an exception. */
static PyTypeObject *type_for(offcy_fused *function)
{
    for (int k = 0; k < function->type_count; k++) {
        offcy_fused_type *one = &function->types[k];
        if (one->interned == NULL && (one->interned = PyUnicode_InternFromString(one->name)) == NULL)
            return NULL;
    }
    return fused_type();
}

PyObject *offcy_make_fused(offcy_fused *function, const char *file, PyObject *globals, PyObject *scope,
                           PyObject *defaults)
{
    PyTypeObject *type = type_for(function);
    PyObject *made = PyTuple_New(function->count), *signatures = PyDict_New(), *self = NULL;
    bool done = type != NULL && made != NULL && signatures != NULL;
    for (int k = 0; done && k < function->count; k++) {
        PyObject *one = offcy_make_function(function->definitions[k], globals, scope, defaults);
        done = one != NULL && PyDict_SetItemString(signatures, function->specialisations[k].key, one) == 0;
        if (done)
            PyTuple_SetItem(made, k, one);
        else
            Py_XDECREF(one);
    }
    if (done) {
        const fused_object parts = {.function = function, .file = file, .made = made, .signatures = signatures};
        self = make(type, &parts, NULL);
    }
    Py_XDECREF(made);
    Py_XDECREF(signatures);
    return self;
}

static int add(PyObject *module, offcy_fused *function, const char *file)
{
    PyTypeObject *type = type_for(function);
    if (type == NULL)
        return -1;
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
        if (functions[k].definitions == NULL && add(module, &functions[k], file) < 0)
            return -1;
    return 0;
}
