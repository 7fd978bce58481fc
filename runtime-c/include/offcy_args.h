/* The arguments of `def` functions (METH_FASTCALL | METH_KEYWORDS), with Cython's error messages.
 *
 *     static offcy_parameter pairwise_parameters[] = {{"X"}, {"out"}};
 *     static const offcy_signature pairwise_signature = {
 *         .function = "pairwise", .parameters = pairwise_parameters, .positional = 2, .defaults = 1};
 *
 *     static PyObject *pairwise(PyObject *module, PyObject *const *args, Py_ssize_t nargs,
 *                               PyObject *keywords)
 *     {
 *         PyObject *values[2];
 *         if (offcy_parse_arguments(&pairwise_signature, args, nargs, keywords, values) < 0)
 *             return NULL;
 */
#ifndef OFFCY_ARGS_H
#define OFFCY_ARGS_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

typedef struct offcy_parameter {
    const char *name;   /* UTF-8 */
    bool optional;      /* has a default: of those after `*` */
    PyObject *interned; /* the runtime's; starts as NULL */
} offcy_parameter;

typedef struct offcy_signature {
    const char *function;        /* as messages name it: "pairwise" */
    offcy_parameter *parameters; /* positional ones, then keyword-only ones; not `*args`, `**kwargs` */
    int positional_only;         /* the first of the positional ones: those before `/` */
    int positional;              /* those that may be passed by position */
    int defaults;                /* the last of these: those with a default */
    int keyword_only;            /* those after `*` */
    int keyword_defaults;        /* those of them that are `optional` */
    bool star;                   /* has `*args` */
    bool star_star;              /* has `**kwargs` */
    bool no_keywords;            /* has one parameter, which is never passed by name */
    bool is_method;              /* of a class: without parameters it raises with another message */
} offcy_signature;

/* The general case of `offcy_parse_arguments`. */
OFFCY_HIDDEN int offcy_parse_any_arguments(const offcy_signature *signature, PyObject *const *args,
                                           Py_ssize_t nargs, PyObject *keywords, PyObject **values);

/* Fills `values`, one per parameter in the signature's order: borrowed references, NULL where an
 * optional argument is not given. With `star`, a tuple follows, with `star_star` then a dict: these
 * are new references, which the caller releases. `keywords` is the tuple of METH_KEYWORDS or NULL.
 * On failure -1 with TypeError set, and nothing to release. */
static inline int offcy_parse_arguments(const offcy_signature *signature, PyObject *const *args,
                                        Py_ssize_t nargs, PyObject *keywords, PyObject **values)
{
    if (OFFCY_LIKELY(keywords == NULL && nargs <= signature->positional &&
                     nargs >= signature->positional - signature->defaults &&
                     signature->keyword_only == signature->keyword_defaults && !signature->star &&
                     !signature->star_star)) {
        for (int k = 0; k < signature->positional; k++)
            values[k] = k < nargs ? args[k] : NULL;
        for (int k = 0; k < signature->keyword_only; k++)
            values[signature->positional + k] = NULL;
        return 0;
    }
    return offcy_parse_any_arguments(signature, args, nargs, keywords, values);
}

/* The same for a tuple and a dict (or NULL), as `__init__` gets them. */
OFFCY_HIDDEN int offcy_parse_tuple(const offcy_signature *signature, PyObject *args, PyObject *keywords,
                                   PyObject **values);

/* `offcy_traceback` after the conversion of an argument has failed. If an array could not be used where it lives, the exception
 * names the function and the argument. */
OFFCY_HIDDEN void offcy_argument_traceback(const offcy_signature *signature, PyObject *const *values, const char *file,
                                           int line);

/* Checks of one argument; `name` as the message names it.
 *
 * `offcy_check_type`: None or an instance of `type` passes, otherwise TypeError "Argument 'n' has
 * incorrect type (expected list, got int)". `exact`: subclasses don't pass (what Cython does for the
 * built-in types). `allow_none` is false for `not None` arguments. */
OFFCY_HIDDEN int offcy_check_type(PyObject *value, PyTypeObject *type, const char *name,
                                  bool allow_none, bool exact);

/* The same for an `int` or a `float` by its annotation: other numbers pass, since the function converts them. */
OFFCY_HIDDEN int offcy_check_number(PyObject *value, PyTypeObject *type, const char *name, bool allow_none);

/* TypeError "Argument 'v' must not be None" for None. */
OFFCY_HIDDEN int offcy_check_not_none(PyObject *value, const char *name);

#endif
