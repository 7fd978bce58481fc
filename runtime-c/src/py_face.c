/* What the Python package `offcy` asks the runtime: functions of the module that carries the shared state, which the
 * first module with regions adds to it. They are an interface between packages and modules of different versions:
 * python/offcy/_runtime.py.
 *
 *     devices()           the kind of each device, or 0: no loaded module has code for it
 *     default_device()    where a region of this thread runs: a device, -1: the host, or with no device where one
 *                         is mandatory OFFCY_DEFAULT_DEVICE; a RuntimeError in a child of a process that used devices
 *     lacks()             a list: why modules that are built for devices have none, if the offload runtime is missing
 *     use(thread, device) what a thread uses by default from now on; what it used before
 *     follow(variable)    from now on, what a ContextVar holds in the context that a thread runs Python's code in, in the place of that
 *     trace(change)       how many more want the trace, or fewer; the records since the last call, JSON in bytes
 */
#include "offcy_arrays.h"

#include <stdlib.h>

static PyObject *devices(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    int count = 0;
    unsigned char kinds[256] = {0};
    PyThreadState *nogil = PyEval_SaveThread(); /* a device may have to be started */
    for (offcy_offload *of = offcy_shared()->offload; of != NULL; of = of->next) {
        const int known = of->count();
        count = known > count ? known : count;
        for (int device = 0; device < known; device++)
            if (kinds[device] == 0)
                kinds[device] = (unsigned char)of->kind(device);
    }
    PyEval_RestoreThread(nogil);
    return PyBytes_FromStringAndSize((const char *)kinds, count);
}

static PyObject *default_device(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    int device = offcy_choose_device(OFFCY_DEFAULT_DEVICE, &error);
    for (offcy_offload *of = offcy_shared()->offload; of != NULL && device < 0; of = of->next) {
        error = (offcy_error){0};
        device = of->choose(OFFCY_DEFAULT_DEVICE, &error);
    }
    PyEval_RestoreThread(nogil);
    if (error.kind == OFFCY_FORKED) {
        offcy_set_recorded(&error, NULL, "", NULL, 0);
        return NULL;
    }
    return PyLong_FromLong(device);
}

static PyObject *lacks(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    PyObject *list = PyList_New(0);
    for (offcy_offload *of = offcy_shared()->offload; of != NULL && list != NULL; of = of->next) {
        const char *lack = of->lack();
        PyObject *text = lack != NULL ? PyUnicode_DecodeFSDefault(lack) : NULL;
        if (lack != NULL && (text == NULL || PyList_Append(list, text) < 0))
            Py_CLEAR(list);
        Py_XDECREF(text);
    }
    return list;
}

static PyObject *use(PyObject *self, PyObject *args)
{
    (void)self;
    unsigned long thread;
    int device, before = OFFCY_DEFAULT_DEVICE;
    if (!PyArg_ParseTuple(args, "ki", &thread, &device))
        return NULL;
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    int at = 0;
    while (at < state->choice_count && state->choices[at].thread != thread)
        at++;
    if (at < state->choice_count) {
        before = state->choices[at].device;
        state->choices[at].device = device;
        if (device == OFFCY_DEFAULT_DEVICE)
            state->choices[at] = state->choices[--state->choice_count];
    } else if (device != OFFCY_DEFAULT_DEVICE) {
        void *larger = realloc(state->choices, (size_t)(at + 1) * sizeof *state->choices);
        if (larger != NULL) {
            state->choices = larger;
            state->choices[at].thread = thread;
            state->choices[at].device = device;
            state->choice_count++;
        } else {
            PyErr_NoMemory();
        }
    }
    pthread_mutex_unlock(&state->lock);
    return PyErr_Occurred() ? NULL : PyLong_FromLong(before);
}

static PyObject *followed; /* a ContextVar; kept forever */

/* A task of asyncio has a context of its own, a thread runs many in turn, and nothing says when it goes over to another. So
 * regions ask as they begin. */
static int context_choice(void)
{
    if (!Py_IsInitialized())
        return OFFCY_DEFAULT_DEVICE;
    const PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *number = PyObject_CallMethod(followed, "get", NULL);
    const long device = number != NULL ? PyLong_AsLong(number) : OFFCY_DEFAULT_DEVICE;
    Py_XDECREF(number);
    PyErr_Clear();
    PyGILState_Release(gil);
    return (int)device;
}

static PyObject *follow(PyObject *self, PyObject *variable)
{
    (void)self;
    if (followed == NULL)
        followed = Py_NewRef(variable);
    __atomic_store_n(&offcy_shared()->context_choice, context_choice, __ATOMIC_RELEASE);
    return Py_NewRef(Py_None);
}

static PyObject *trace(PyObject *self, PyObject *change)
{
    (void)self;
    const long by = PyLong_AsLong(change);
    if (by == -1 && PyErr_Occurred())
        return NULL;
    size_t length;
    char *text = offcy_trace_take((int)by, &length);
    PyObject *records = PyBytes_FromStringAndSize(text, (Py_ssize_t)length);
    free(text);
    return records;
}

static PyMethodDef functions[] = {
    {"devices", devices, METH_NOARGS, NULL},
    {"default_device", default_device, METH_NOARGS, NULL},
    {"lacks", lacks, METH_NOARGS, NULL},
    {"use", use, METH_VARARGS, NULL},
    {"follow", follow, METH_O, NULL},
    {"trace", trace, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Informs the Python package, if it is loaded, that there is a runtime to ask. */
static int announce(PyObject *module)
{
    PyObject *package = PyDict_GetItemString(PyImport_GetModuleDict(), "offcy._runtime"); /* borrowed */
    if (package == NULL || !PyObject_HasAttrString(package, "joined"))
        return 0;
    PyObject *result = PyObject_CallMethod(package, "joined", "O", module);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

int offcy_offload_join(void)
{
    static bool joined;
    if (joined)
        return 0;
    offcy_offload_know();
    if (offcy_watch_python_interrupts() < 0)
        return -1;
    PyObject *module = offcy_runtime_module();
    if (module != NULL && offcy_add_array_functions(module) < 0)
        return -1;
    if (module != NULL && !PyObject_HasAttrString(module, functions[0].ml_name) &&
        (PyModule_AddFunctions(module, functions) < 0 || announce(module) < 0))
        return -1;
    joined = true;
    return 0;
}
