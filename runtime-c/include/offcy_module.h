/* Joining the runtime: all of offcy's modules in a process share one present table, one pool of
 * device blocks, one trace and one memoryview type, whoever was imported first. */
#ifndef OFFCY_MODULE_H
#define OFFCY_MODULE_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* A module's slot Py_mod_create. A module is imported once: whoever imports it again, as after `del sys.modules[name]`, gets the one
 * that is there, as with Cython. Its code would store over what functions of the first one use. */
OFFCY_HIDDEN PyObject *offcy_create_module(PyObject *spec, PyModuleDef *definition);

OFFCY_HIDDEN_DATA PyObject *offcy_imported_module; /* kept forever; NULL: none was */

/* Whether the module's exec function has nothing to do; and its end, with the result of its code, which is returned. */
static inline bool offcy_is_imported(PyObject *module)
{
    return module == offcy_imported_module;
}

static inline int offcy_imported(PyObject *module, int status)
{
    if (status == 0)
        offcy_imported_module = Py_NewRef(module);
    return status;
}

/* Call it once, first in a module's exec function. Returns 0, or -1 with an exception set: ImportError if another
 * module brought a runtime that doesn't fit, another interpreter of the process has imported this module, or it was built for
 * Pythons with other objects. */
OFFCY_HIDDEN int offcy_runtime_join(PyObject *module);

/* A row of a module's slots: before 3.12, and in a module for several versions, only `offcy_runtime_join` says so. */
#ifdef Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED /* Python 3.15 has the slot in any limited API */
#define OFFCY_ONE_INTERPRETER {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#else
#define OFFCY_ONE_INTERPRETER
#endif

/* Another row, in modules that say so: Python leaves its GIL off when it imports them, where it has none by default. Without it, and in
 * a module for several versions, Python takes the GIL and warns. */
#ifdef Py_MOD_GIL_NOT_USED
#define OFFCY_WITHOUT_GIL {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#else
#define OFFCY_WITHOUT_GIL
#endif

/* The module's `slots`: what runs when Python imports it, and `OFFCY_WITHOUT_GIL` or nothing. */
#define OFFCY_SLOTS(EXECUTE, GIL)                           \
    static PyModuleDef_Slot slots[] = {                     \
        {Py_mod_create, (void *)offcy_create_module},       \
        {Py_mod_exec, (void *)EXECUTE},                     \
        OFFCY_ONE_INTERPRETER GIL {0, NULL},                \
    };

/* What Python calls to import the module, at the end of its file, which has its `slots`: its name in C and in Python, and
 * `OFFCY_MODULE_DOC(text)` or nothing. */
#ifdef Py_TARGET_ABI3T
#define OFFCY_MODULE_DOC(TEXT) PySlot_STATIC_DATA(Py_mod_doc, TEXT),
#define OFFCY_DEFINE_MODULE(STEM, NAME, DOC)                \
    PyABIInfo_VAR(abi);                                     \
    static PySlot definition[] = {                          \
        PySlot_STATIC_DATA(Py_mod_abi, &abi),               \
        PySlot_STATIC_DATA(Py_mod_name, NAME),              \
        PySlot_STATIC_DATA(Py_mod_slots, slots),            \
        DOC                                                 \
        PySlot_END                                          \
    };                                                      \
    PyMODEXPORT_FUNC PyModExport_##STEM(void)               \
    {                                                       \
        return definition;                                  \
    }
#else
#define OFFCY_MODULE_DOC(TEXT) .m_doc = TEXT,
#define OFFCY_DEFINE_MODULE(STEM, NAME, DOC)                \
    static PyModuleDef definition = {                       \
        PyModuleDef_HEAD_INIT,                              \
        .m_name = NAME,                                     \
        .m_slots = slots,                                   \
        DOC                                                 \
    };                                                      \
    PyMODINIT_FUNC PyInit_##STEM(void)                      \
    {                                                       \
        return PyModuleDef_Init(&definition);               \
    }
#endif

/* A line at file level in a module with parallel code: takes away environment variables at which the OpenMP runtime would end the
 * process, as early as py_openmp.c: the module's own constructors may start that runtime. */
OFFCY_HIDDEN void offcy_guard_environment(void);
#define OFFCY_GUARD_ENVIRONMENT                             \
    __attribute__((section(".init_array.00050"), used))     \
    static void (*const offcy_first_of_all)(void) = offcy_guard_environment;

/* Call it next in a module with parallel code: warns of environment variables that make no sense, of offcy's own once
 * per process. Returns 0, or -1 with an exception set if warnings are errors. */
OFFCY_HIDDEN int offcy_check_environment(void);

/* Call it next in a module that has regions: Python can ask for devices and traces (the package `offcy`), and what this
 * module knows of devices counts. Returns 0, or -1 with an exception set. */
OFFCY_HIDDEN int offcy_offload_join(void);

/* C functions and variables that modules pass to one another, as Cython's do: capsules in the module's `__pyx_capi__`,
 * named by the C type. */
typedef struct offcy_export_row {
    const char *name;
    const char *signature;
    void (*function)(void);
    void *variable; /* its address; NULL for a function */
} offcy_export_row;

/* Each returns 0, or -1 with an exception set: ImportError if there is no such function or variable, TypeError if it
 * has another type. */
OFFCY_HIDDEN int offcy_export(PyObject *module, const offcy_export_row *rows, int count);
OFFCY_HIDDEN int offcy_import_module(const char *name);
OFFCY_HIDDEN int offcy_import_variable(const char *module, const char *name, const char *signature, void **variable);
OFFCY_HIDDEN int offcy_import_function(const char *module, const char *name, const char *signature,
                                       void (**function)(void));

/* Whether a module exports something of that name; -1 with an exception. */
OFFCY_HIDDEN int offcy_does_export(const char *module, const char *name);

/* Functions with memoryviews have two rows: their own name is that of Cython's kind, this is added to the name of ours. */
#define OFFCY_WITH_VIEWS " (offcy)"

#endif
