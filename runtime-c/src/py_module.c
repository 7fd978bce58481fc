/* Joining the process-wide runtime: a module in sys.modules carries the shared state. */
#include "offcy_py_state.h"

#define STRING_OF(x) #x
#define VERSIONED(prefix, version) prefix STRING_OF(version)

static const char module_name[] = VERSIONED("_offcy_runtime_", OFFCY_STATE_VERSION);
static const char capsule_name[] = VERSIONED("offcy.state.", OFFCY_STATE_VERSION);

static bool joined;

/* The state that an earlier module left; NULL with an exception set if it is something else. */
static offcy_state *published_state(PyObject *module)
{
    PyObject *capsule = PyObject_GetAttrString(module, "state");
    if (capsule == NULL)
        return NULL;
    offcy_state *state = PyCapsule_GetPointer(capsule, capsule_name);
    Py_DECREF(capsule); /* the module keeps it */
    return state;
}

/* The module of that name in `sys.modules`, by this call one with this module's state if there was none. New reference. */
static PyObject *published(void)
{
    PyObject *found = NULL;
    PyObject *module = PyModule_New(module_name);
    PyObject *capsule = PyCapsule_New(offcy_shared(), capsule_name, NULL);
    if (module != NULL && capsule != NULL && PyModule_AddObjectRef(module, "state", capsule) == 0)
        found = PyObject_CallMethod(PyImport_GetModuleDict(), "setdefault", "sO", module_name, module);
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return found;
}

/* A module's state is in C variables, of which a process has one set: whether they are this interpreter's, which they become by the
 * first call; -1 with an exception set. */
OFFCY_SMALL static __attribute__((noinline)) int is_own_interpreter(void)
{
    static int64_t first = -1;
    int64_t none = -1;
    const int64_t own = PyInterpreterState_GetID(PyInterpreterState_Get());
    if (own < 0)
        return -1;
    return __atomic_compare_exchange_n(&first, &none, own, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) || none == own;
}

PyObject *offcy_imported_module;

OFFCY_SMALL PyObject *offcy_create_module(PyObject *spec, PyModuleDef *definition)
{
    (void)definition;
    const int is_own = is_own_interpreter();
    if (is_own < 0)
        return NULL;
    if (is_own && offcy_imported_module != NULL)
        return Py_NewRef(offcy_imported_module);
    PyObject *name = PyObject_GetAttrString(spec, "name");
    PyObject *module = name != NULL ? PyModule_NewObject(name) : NULL;
    Py_XDECREF(name);
    return module;
}

OFFCY_SELDOM static int check_interpreter(PyObject *module)
{
    const int is_own = is_own_interpreter();
    if (is_own != 0)
        return is_own > 0 ? 0 : -1;
    PyObject *name = PyModule_GetNameObject(module);
    if (name != NULL)
        PyErr_Format(PyExc_ImportError,
                     "module '%U' can be imported in one interpreter of a process only, and another one has imported "
                     "it: use processes instead of several interpreters",
                     name);
    Py_XDECREF(name);
    return -1;
}

#ifdef Py_TARGET_ABI3T
/* Whether objects of this Python begin as the module expects. Pythons with a GIL load such modules, too, and have other objects. */
OFFCY_SELDOM static int check_head(PyObject *module)
{
    PyObject *number = PyObject_GetAttrString((PyObject *)&PyBaseObject_Type, "__basicsize__");
    const Py_ssize_t size = number != NULL ? PyLong_AsSsize_t(number) : -1;
    Py_XDECREF(number);
    if (size < 0 || (size_t)size == sizeof(offcy_head))
        return size < 0 ? -1 : 0;
    PyObject *name = PyModule_GetNameObject(module);
    if (name != NULL)
        PyErr_Format(PyExc_ImportError,
                     "module '%U' was built for free-threaded Pythons (.abi3t.so), whose objects begin with %zu bytes, and those of "
                     "this Python with %zd: build it with a Python that has a GIL, too",
                     name, sizeof(offcy_head), size);
    Py_XDECREF(name);
    return -1;
}
#endif

OFFCY_SELDOM int offcy_runtime_join(PyObject *module)
{
#ifdef Py_TARGET_ABI3T
    if (check_head(module) < 0)
        return -1;
#endif
    if (check_interpreter(module) < 0)
        return -1;
    if (joined)
        return 0;
    if (offcy_check_openmp() < 0 || offcy_find_frozendict() < 0)
        return -1;
    PyObject *carrier = published();
    if (carrier == NULL)
        return -1;
    offcy_state *state = published_state(carrier);
    Py_DECREF(carrier);
    if (state == NULL) {
        PyErr_Format(PyExc_ImportError, "sys.modules['%s'] is not offcy's runtime", module_name);
        return -1;
    }
    offcy_adopt(state);
    if (offcy_memoryview_type() == NULL)
        return -1;
    offcy_share_driver();
    joined = true;
    return 0;
}

PyObject *offcy_runtime_module(void)
{
    return PyDict_GetItemString(PyImport_GetModuleDict(), module_name);
}
