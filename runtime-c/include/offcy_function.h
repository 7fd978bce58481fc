/* Functions whose objects are made where they are defined: methods of Python classes, functions inside
 * functions, arguments of decorators. They bind to objects as Python's own functions do.
 *
 *     static PyObject *scale_py(PyObject *_function, PyObject *const *_args, Py_ssize_t _nargs,
 *                               PyObject *_keywords);
 *     static const offcy_definition scale_definition = {
 *         .name = "scale", .qualname = "Shape.scale", .file = "shapes.pyx", .line = 3, .signature = "(self, by)",
 *         .call = scale_py};
 *
 *     offcy_make_function(&scale_definition, offcy_globals, NULL, defaults)
 */
#ifndef OFFCY_FUNCTION_H
#define OFFCY_FUNCTION_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Of generators and of `async def`, as `inspect` has them. */
enum { OFFCY_CODE_YIELDS = 0x20, OFFCY_CODE_AWAITS = 0x80 };

typedef struct offcy_definition {
    const char *name;
    const char *qualname;
    const char *doc;       /* or NULL */
    const char *file;      /* where it is defined, and its line there: for `__code__` */
    int line;
    int kind;              /* flags of its `__code__`: OFFCY_CODE_YIELDS, OFFCY_CODE_AWAITS */
    const char *signature; /* "(self, x=1, y={...})", for `inspect`; `{...}` is a default that was evaluated */
    const char *const *annotations; /* pairs of a name and what is written there, up to NULL; or NULL */
    PyObject **const *kept; /* the variables that hold such defaults, if the function's object does not */
    /* Called with the function's object as the first argument; one of the two. */
    PyObject *(*call)(PyObject *function, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords);
    PyObject *(*call_by_tuple)(PyObject *function, PyObject *args, PyObject *keywords); /* a dict, or NULL */
} offcy_definition;

/* A function. `scope` holds the variables that it shares with the function around it, or is NULL;
 * `defaults` is a tuple of the values of its parameters' defaults, or NULL. */
OFFCY_HIDDEN PyObject *offcy_make_function(const offcy_definition *definition, PyObject *globals,
                                           PyObject *scope, PyObject *defaults);

/* Whether an object is such a function, of this module. */
OFFCY_HIDDEN bool offcy_is_function(PyObject *object);

/* Borrowed: what `offcy_make_function` was given. */
OFFCY_HIDDEN PyObject *offcy_function_scope(PyObject *function);
OFFCY_HIDDEN PyObject *offcy_function_default(PyObject *function, Py_ssize_t index);

/* `class name(*bases, **keywords):`, before its body: finds the metaclass and asks it for the namespace,
 * which `offcy_class_namespace` returns. `keywords` may be None. */
OFFCY_HIDDEN PyObject *offcy_begin_class(PyObject *globals, PyObject *name, PyObject *qualname,
                                         PyObject *bases, PyObject *keywords);
OFFCY_HIDDEN PyObject *offcy_class_namespace(PyObject *begun);

/* After the body: the class. */
OFFCY_HIDDEN PyObject *offcy_end_class(PyObject *begun);

/* A name that a class' body binds: in its namespace, otherwise as `offcy_load_name`. */
OFFCY_HIDDEN PyObject *offcy_load_class_name(PyObject *globals, PyObject *space, PyObject *name);

#endif
