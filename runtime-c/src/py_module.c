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

static int publish(PyObject *modules)
{
    int status = -1;
    PyObject *module = PyModule_New(module_name);
    PyObject *capsule = PyCapsule_New(offcy_shared(), capsule_name, NULL);
    if (module != NULL && capsule != NULL && PyModule_AddObjectRef(module, "state", capsule) == 0)
        status = PyDict_SetItemString(modules, module_name, module);
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return status;
}

int offcy_runtime_join(void)
{
    if (joined)
        return 0;
    if (offcy_check_openmp() < 0)
        return -1;
    PyObject *modules = PyImport_GetModuleDict(); /* borrowed */
    PyObject *module = PyDict_GetItemString(modules, module_name);
    if (module != NULL) {
        offcy_state *state = published_state(module);
        if (state == NULL) {
            PyErr_Format(PyExc_ImportError, "sys.modules['%s'] is not offcy's runtime", module_name);
            return -1;
        }
        offcy_adopt(state);
    } else if (publish(modules) < 0) {
        return -1;
    }
    if (offcy_memoryview_type() == NULL)
        return -1;
    joined = true;
    return 0;
}
