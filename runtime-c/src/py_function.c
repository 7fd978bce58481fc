/* Functions that are separate objects: see offcy_function.h. */
#include "offcy_py_state.h"

#include <string.h>
#include <structmember.h>

typedef struct function_object {
    PyObject_HEAD
#ifndef Py_LIMITED_API
    vectorcallfunc vectorcall;
#endif
    const offcy_definition *definition;
    PyObject *scope;    /* or NULL, like all that follows */
    PyObject *defaults; /* a tuple */
    PyObject *name, *qualname, *doc; /* NULL: that of the definition */
    PyObject *module; /* NULL: that of the globals */
    PyObject *annotations;
    PyObject *globals;
    PyObject *code;
    PyObject *dict;
    PyObject *weakrefs;
} function_object;

#define FIELD(self, name) ((function_object *)(self))->name

PyObject *offcy_function_scope(PyObject *function)
{
    return ((function_object *)function)->scope;
}

PyObject *offcy_function_default(PyObject *function, Py_ssize_t index)
{
    return PyTuple_GetItem(((function_object *)function)->defaults, index);
}

static PyObject *call_fast(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords)
{
    return ((function_object *)self)->definition->call(self, args, nargs, keywords);
}

#ifndef Py_LIMITED_API

static PyObject *vectorcall(PyObject *self, PyObject *const *args, size_t nargs, PyObject *keywords)
{
    return call_fast(self, args, PyVectorcall_NARGS(nargs), keywords);
}

#endif

static PyObject *call(PyObject *self, PyObject *args, PyObject *given)
{
    const offcy_definition *definition = FIELD(self, definition);
    if (definition->call_by_tuple != NULL)
        return definition->call_by_tuple(self, args, given);
#ifndef Py_LIMITED_API
    return PyVectorcall_Call(self, args, given);
#else
    return offcy_call_unpacked(call_fast, self, args, given);
#endif
}

/* Bound to the object that it is found through; a class finds the function itself. */
static PyObject *bind(PyObject *self, PyObject *object, PyObject *type)
{
    (void)type;
    if (object == NULL || object == Py_None)
        return Py_NewRef(self);
#ifndef Py_LIMITED_API
    return PyMethod_New(self, object);
#else
    static PyObject *method_type; /* kept forever */
    if (offcy_kept(&method_type) == NULL) {
        PyObject *types = PyImport_ImportModule("types");
        if (types == NULL)
            return NULL;
        PyObject *found = offcy_keep(&method_type, PyObject_GetAttrString(types, "MethodType"));
        Py_DECREF(types);
        if (found == NULL)
            return NULL;
    }
    return PyObject_CallFunctionObjArgs(method_type, self, object, NULL);
#endif
}

static PyObject *or_none(PyObject *value)
{
    return Py_NewRef(value != NULL ? value : Py_None);
}

static int set(PyObject **place, PyObject *value)
{
    PyObject *old = *place;
    *place = Py_XNewRef(value);
    Py_XDECREF(old);
    return 0;
}

static int set_text(PyObject **place, PyObject *value, const char *what)
{
    if (value == NULL || !PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be set to a string object", what);
        return -1;
    }
    return set(place, value);
}

/* An attribute that is an object from its first use on: most functions inside functions are called, and that is all. */
static PyObject *of_definition(PyObject **place, const char *text)
{
    PyObject *known = offcy_kept(place);
    return Py_XNewRef(known != NULL ? known : offcy_keep(place, PyUnicode_InternFromString(text)));
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    return of_definition(&FIELD(self, name), FIELD(self, definition)->name);
}

static int set_name(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&FIELD(self, name), value, "__name__");
}

static PyObject *get_qualname(PyObject *self, void *unused)
{
    (void)unused;
    return of_definition(&FIELD(self, qualname), FIELD(self, definition)->qualname);
}

static int set_qualname(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&FIELD(self, qualname), value, "__qualname__");
}

static PyObject *get_doc(PyObject *self, void *unused)
{
    (void)unused;
    const char *doc = FIELD(self, definition)->doc;
    return doc == NULL ? or_none(FIELD(self, doc)) : of_definition(&FIELD(self, doc), doc);
}

static int set_doc(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set(&FIELD(self, doc), value != NULL ? value : Py_None);
}

static PyObject *get_module(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *known = offcy_kept(&FIELD(self, module));
    if (known == NULL)
        known = offcy_keep(&FIELD(self, module), or_none(PyDict_GetItemString(FIELD(self, globals), "__name__")));
    return Py_NewRef(known);
}

static int set_module(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set(&FIELD(self, module), value != NULL ? value : Py_None);
}

static PyObject *get_dict(PyObject *self, void *unused)
{
    (void)unused;
    if (FIELD(self, dict) == NULL)
        FIELD(self, dict) = PyDict_New();
    return Py_XNewRef(FIELD(self, dict));
}

static int set_dict(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (value == NULL || !PyDict_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "function's dictionary may not be deleted, and must be a dict");
        return -1;
    }
    return set(&FIELD(self, dict), value);
}

static PyObject *written_annotations(const char *const *pairs)
{
    PyObject *all = PyDict_New();
    for (; all != NULL && pairs != NULL && *pairs != NULL; pairs += 2) {
        PyObject *text = PyUnicode_FromString(pairs[1]);
        if (text == NULL || PyDict_SetItemString(all, pairs[0], text) < 0)
            Py_CLEAR(all);
        Py_XDECREF(text);
    }
    return all;
}

static PyObject *get_annotations(PyObject *self, void *unused)
{
    (void)unused;
    if (FIELD(self, annotations) == NULL)
        FIELD(self, annotations) = written_annotations(FIELD(self, definition)->annotations);
    return Py_XNewRef(FIELD(self, annotations));
}

static int set_annotations(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    if (value == Py_None)
        value = NULL;
    if (value != NULL && !PyDict_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "__annotations__ must be set to a dict object");
        return -1;
    }
    return set(&FIELD(self, annotations), value);
}

static PyObject *get_globals(PyObject *self, void *unused)
{
    (void)unused;
    return or_none(FIELD(self, globals));
}

/* The signature, what Python's functions say of their defaults, and a code object that is never run, for those that look at names
 * and numbers of parameters, places and kinds. A default that was evaluated is `{...}` in the text. */
static const char describing[] =
    "import inspect\n"
    "def code(function, parameters, file, line, flags):\n"
    "    by_kind = [[p.name for p in parameters if p.kind == kind] for kind in inspect._ParameterKind]\n"
    "    only, both, star, named, stars = by_kind\n"
    "    names = (*only, *both, *named, *star, *stars)\n"
    "    flags |= inspect.CO_OPTIMIZED | inspect.CO_NEWLOCALS\n"
    "    flags |= inspect.CO_VARARGS * len(star) | inspect.CO_VARKEYWORDS * len(stars)\n"
    "    return compile('', file, 'exec').replace(\n"
    "        co_name=function.__name__, co_qualname=function.__qualname__, co_firstlineno=line, co_flags=flags,\n"
    "        co_argcount=len(only) + len(both), co_posonlyargcount=len(only), co_kwonlyargcount=len(named),\n"
    "        co_varnames=names, co_nlocals=len(names))\n"
    "def described(function, text, kept, *place):\n"
    "    signature = inspect._signature_fromstr(inspect.Signature, function, text)\n"
    "    values = iter(kept)\n"
    "    all = [p.replace(default=next(values)) if p.default == {...} else p for p in signature.parameters.values()]\n"
    "    given = [p for p in all if p.default is not p.empty]\n"
    "    defaults = tuple(p.default for p in given if p.kind != p.KEYWORD_ONLY)\n"
    "    named = {p.name: p.default for p in given if p.kind == p.KEYWORD_ONLY}\n"
    "    return signature.replace(parameters=all), defaults or None, named or None, place and code(function, all, *place)\n";

enum { SIGNATURE, DEFAULTS, NAMED_DEFAULTS, CODE };

/* The values of the defaults that were evaluated, in order. */
static PyObject *kept_defaults(PyObject *self)
{
    if (FIELD(self, defaults) != NULL)
        return Py_NewRef(FIELD(self, defaults));
    const offcy_definition *definition = FIELD(self, definition);
    PyObject *found = PyList_New(0);
    const char *place = definition->kept != NULL ? definition->signature : "";
    for (Py_ssize_t k = 0; found != NULL && (place = strstr(place, "={...}")) != NULL; k++, place++)
        if (PyList_Append(found, *definition->kept[k]) < 0)
            Py_CLEAR(found);
    return found;
}

static PyObject *described(PyObject *self, Py_ssize_t which)
{
    static PyObject *function; /* kept forever */
    if (offcy_kept(&function) == NULL) {
        PyObject *code = Py_CompileString(describing, "<offcy>", Py_file_input);
        PyObject *names = code != NULL ? PyDict_New() : NULL, *done = NULL;
        if (names != NULL && PyDict_SetItemString(names, "__builtins__", PyEval_GetBuiltins()) == 0)
            done = PyEval_EvalCode(code, names, names);
        if (done != NULL)
            offcy_keep(&function, Py_XNewRef(PyDict_GetItemString(names, "described")));
        Py_XDECREF(done);
        Py_XDECREF(names);
        Py_XDECREF(code);
        if (offcy_kept(&function) == NULL)
            return NULL;
    }
    PyObject *defaults = kept_defaults(self), *all = NULL, *part = NULL;
    const offcy_definition *definition = FIELD(self, definition);
    PyObject *const describe = offcy_kept(&function);
    if (defaults != NULL && which == CODE)
        all = PyObject_CallFunction(describe, "OsOsii", self, definition->signature, defaults, definition->file, definition->line,
                                    definition->kind);
    else if (defaults != NULL)
        all = PyObject_CallFunction(describe, "OsO", self, definition->signature, defaults);
    if (all != NULL)
        part = Py_XNewRef(PyTuple_GetItem(all, which));
    Py_XDECREF(all);
    Py_XDECREF(defaults);
    return part;
}

static PyObject *get_signature(PyObject *self, void *unused)
{
    (void)unused;
    return described(self, SIGNATURE);
}

static PyObject *get_defaults(PyObject *self, void *unused)
{
    (void)unused;
    return described(self, DEFAULTS);
}

static PyObject *get_named_defaults(PyObject *self, void *unused)
{
    (void)unused;
    return described(self, NAMED_DEFAULTS);
}

/* Compared by identity and used as a key, as Python's are: made once. */
static PyObject *get_code(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *known = offcy_kept(&FIELD(self, code));
    return Py_XNewRef(known != NULL ? known : offcy_keep(&FIELD(self, code), described(self, CODE)));
}

static PyObject *get_closure(PyObject *self, void *unused)
{
    (void)self;
    (void)unused;
    return Py_NewRef(Py_None);
}

static PyObject *repr(PyObject *self)
{
    PyObject *name = get_qualname(self, NULL);
    PyObject *text = name != NULL ? PyUnicode_FromFormat("<cyfunction %U at %p>", name, (void *)self) : NULL;
    Py_XDECREF(name);
    return text;
}

/* Pickled by name, like any function. */
static PyObject *reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    return get_qualname(self, NULL);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    function_object *function = (function_object *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(function->scope);
    Py_VISIT(function->defaults);
    Py_VISIT(function->name);
    Py_VISIT(function->qualname);
    Py_VISIT(function->module);
    Py_VISIT(function->doc);
    Py_VISIT(function->annotations);
    Py_VISIT(function->globals);
    Py_VISIT(function->code);
    Py_VISIT(function->dict);
    return 0;
}

/* What code that still runs uses is kept until the end: the scope and the defaults. */
static int clear(PyObject *self)
{
    function_object *function = (function_object *)self;
    Py_CLEAR(function->module);
    Py_CLEAR(function->doc);
    Py_CLEAR(function->annotations);
    Py_CLEAR(function->code);
    Py_CLEAR(function->dict);
    return 0;
}

static void dealloc(PyObject *self)
{
    function_object *function = (function_object *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (function->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    clear(self);
    Py_CLEAR(function->scope);
    Py_CLEAR(function->defaults);
    Py_CLEAR(function->name);
    Py_CLEAR(function->qualname);
    Py_CLEAR(function->globals);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyGetSetDef attributes[] = {
    {"__name__", get_name, set_name, NULL, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL, NULL},
    {"__module__", get_module, set_module, NULL, NULL},
    {"__doc__", get_doc, set_doc, NULL, NULL},
    {"__dict__", get_dict, set_dict, NULL, NULL},
    {"__annotations__", get_annotations, set_annotations, NULL, NULL},
    {"__globals__", get_globals, NULL, NULL, NULL},
    {"__signature__", get_signature, NULL, NULL, NULL},
    {"__defaults__", get_defaults, NULL, NULL, NULL},
    {"__kwdefaults__", get_named_defaults, NULL, NULL, NULL},
    {"__closure__", get_closure, NULL, NULL, NULL},
    {"__code__", get_code, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *kept_type; /* kept forever; NULL: none was made */

bool offcy_is_function(PyObject *object)
{
    PyTypeObject *own = offcy_kept_type(&kept_type);
    return own != NULL && Py_TYPE(object) == own;
}

static PyTypeObject *function_type(void)
{
    if (offcy_kept_type(&kept_type) != NULL)
        return kept_type;
    static PyMemberDef members[] = {
#ifndef Py_LIMITED_API
        {"__vectorcalloffset__", T_PYSSIZET, offsetof(function_object, vectorcall), READONLY, NULL},
#endif
        {"__dictoffset__", T_PYSSIZET, offsetof(function_object, dict), READONLY, NULL},
        {"__weaklistoffset__", T_PYSSIZET, offsetof(function_object, weakrefs), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    PyType_Slot slots[] = {
        SLOT(Py_tp_call, call),
        SLOT(Py_tp_members, members),
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
        SLOT(Py_tp_repr, repr),
        SLOT(Py_tp_getset, attributes),
        SLOT(Py_tp_methods, methods),
        SLOT(Py_tp_descr_get, bind),
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.cyfunction",
        .basicsize = sizeof(function_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC
#ifndef Py_LIMITED_API
                 | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR
#endif
        ,
        .slots = slots,
    };
    return offcy_keep_type(&kept_type, &spec);
}

PyObject *offcy_make_function(const offcy_definition *definition, PyObject *globals, PyObject *scope,
                              PyObject *defaults)
{
    PyTypeObject *type = function_type();
    if (type == NULL)
        return NULL;
    function_object *self = PyObject_GC_New(function_object, type);
    if (self == NULL)
        return NULL;
#ifndef Py_LIMITED_API
    self->vectorcall = definition->call != NULL ? vectorcall : NULL;
#endif
    self->definition = definition;
    self->scope = Py_XNewRef(scope);
    self->defaults = Py_XNewRef(defaults);
    self->name = self->qualname = self->doc = self->module = NULL;
    self->annotations = NULL;
    self->globals = Py_NewRef(globals);
    self->code = NULL;
    self->dict = NULL;
    self->weakrefs = NULL;
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}
