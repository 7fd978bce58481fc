/* Functions of one name with several specialisations: which one runs is decided by the classes and
 * buffers of the arguments, as in Cython.
 *
 *     static const offcy_choice scale_x[] = {
 *         {.number = 0, .dtype = &offcy_dtype_float, .ndim = 1, .layout = OFFCY_STRIDED},
 *         {.number = 1, .dtype = &offcy_dtype_double, .ndim = 1, .layout = OFFCY_STRIDED}};
 *     static offcy_fused_type scale_types[] = {
 *         {.name = "x", .width = 2, .choices = scale_x, .choice_count = 2, .unset = OFFCY_REQUIRED}};
 *     static offcy_specialisation scale_specialisations[] = {
 *         {"float", {"scale[float]", scale_float_py, METH_FASTCALL | METH_KEYWORDS, NULL}},
 *         {"double", {"scale[double]", scale_double_py, METH_FASTCALL | METH_KEYWORDS, NULL}}};
 */
#ifndef OFFCY_FUSED_H
#define OFFCY_FUSED_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* What an argument must be to choose one of a fused type's types. */
typedef struct offcy_choice {
    int number;               /* which of the types */
    PyTypeObject *type;       /* an instance of it */
    PyTypeObject **extension; /* an instance of an extension type; both NULL: a buffer */
    const offcy_dtype *dtype; /* a buffer of such elements */
    int ndim;
    offcy_layout layout;
} offcy_choice;

enum {
    OFFCY_REQUIRED = -1, /* the argument must be given */
    OFFCY_NO_TYPE = -2,  /* its default has none of the types */
};

/* A fused type of a signature. */
typedef struct offcy_fused_type {
    const char *name;            /* the first parameter of the type: its argument decides */
    int position;                /* its position among the parameters, not counting what a method is bound to */
    bool takes_none;             /* None chooses the first buffer */
    int width;                   /* how many types it stands for */
    int unset;                   /* the type that its default chooses, or one of the above */
    int choice_count;
    const offcy_choice *choices; /* in the order of attempts: classes, buffers, then any object */
    PyObject *interned;          /* the runtime's; starts as NULL */
} offcy_fused_type;

typedef struct offcy_specialisation {
    const char *key; /* as `f[key]` names it: "float|int" */
    PyMethodDef method; /* METH_FASTCALL | METH_KEYWORDS */
} offcy_specialisation;

typedef struct offcy_fused {
    const char *name;
    const char *doc;       /* NULL: none */
    PyTypeObject **owner;  /* the class of a method; NULL: a function of the module */
    const offcy_definition *const *definitions; /* of one whose object is made at its definition, one for each
                                                   specialisation; otherwise NULL */
    const char *qualname;  /* of a method */
    int binding;           /* of a method: METH_STATIC, METH_CLASS, or 0: to an object */
    int required;          /* arguments that a call gives at least, with what it is bound to */
    int line;              /* of its definition */
    int type_count;
    offcy_fused_type *types;
    int count;             /* the product of the types' widths */
    offcy_specialisation *specialisations; /* the last type varies fastest */
} offcy_fused;

/* Adds functions to a module or to their classes, but for those with `definitions`, called by name, indexed by types (`f[float]`), with `__signatures__`.
 * `file` is the source's name for tracebacks. Everything must live as long as the process. */
OFFCY_HIDDEN int offcy_add_fused(PyObject *module, offcy_fused *functions, int count,
                                 const char *file);

/* The object of a function that has `definitions`. `scope` and `defaults` are those of `offcy_make_function`. */
OFFCY_HIDDEN PyObject *offcy_make_fused(offcy_fused *function, const char *file, PyObject *globals,
                                        PyObject *scope, PyObject *defaults);

#endif
