/* What ends with an error in C becomes Python's: raised, or reported where nobody can raise it. */
#include "offcy_py_state.h"

#include <string.h>

int offcy_raise(const offcy_error *error, const offcy_site *sites, const char *file,
                const offcy_map *maps, int count)
{
    const PyGILState_STATE gil = PyGILState_Ensure();
    offcy_drop_noted(error->dropped, sites, file);
    offcy_set_recorded(error, sites, file, maps, count);
    PyGILState_Release(gil);
    return -1;
}

void offcy_report(const offcy_error *error, const offcy_site *sites, const char *function,
                  const char *file, int line)
{
    const bool recorded = offcy_failed(error);
    if (recorded) {
        offcy_drop_noted(error->dropped, sites, file);
        offcy_set_recorded(error, sites, file, NULL, 0);
    }
    const char *innermost = NULL;
    if (recorded)
        innermost = error->kind == OFFCY_CAUGHT ? error->name
                    : error->site >= 0          ? sites[error->site].function
                                                : NULL;
    const bool is_own = innermost != NULL && strcmp(innermost, function) == 0;
    if (!is_own)
        offcy_traceback(function, file, line);
}

int offcy_back_to_python(const offcy_region *place, int status)
{
    offcy_error error = {0};
    if (offcy_host_access_any(place, OFFCY_READ | OFFCY_WRITTEN, &error) == 0 || status < 0)
        return status;
    offcy_raise(&error, NULL, place->file, NULL, 0);
    offcy_traceback(place->function, place->file, place->line);
    return -1;
}

PyObject *offcy_result_to_python(const offcy_region *place, PyObject *result)
{
    if (offcy_back_to_python(place, result == NULL ? -1 : 0) < 0)
        Py_CLEAR(result);
    return result;
}

void offcy_catch(offcy_error *error, const char *function, const char *file, int line)
{
    if (!PyErr_Occurred())
        return;
    offcy_traceback(function, file, line);
    PyObject *value = offcy_fetch_exception();
    if (offcy_fail_first(error, OFFCY_CAUGHT)) {
        error->site = -1;
        error->name = function;
        error->exception = value;
    } else {
        Py_XDECREF(value);
    }
}

/* Prints what is set without its traceback, as Cython does before what is ignored and where. */
static void print_exception(void)
{
    PyObject *value = offcy_fetch_exception();
    PyObject *hook = PySys_GetObject("excepthook"); /* borrowed */
    if (value == NULL)
        return;
    PyObject *traceback = PyException_GetTraceback(value);
    PyException_SetTraceback(value, Py_None);
    Py_XINCREF(hook);
    PyObject *done = NULL;
    if (hook != NULL)
        done = PyObject_CallFunctionObjArgs(hook, (PyObject *)Py_TYPE(value), value, Py_None, NULL);
    PyErr_Clear();
    Py_XDECREF(done);
    Py_XDECREF(hook);
    if (traceback != NULL)
        PyException_SetTraceback(value, traceback);
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(value)), value, traceback);
}

void offcy_drop_error(const offcy_error *error, const offcy_site *sites, const char *function,
                      const char *file, int line)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    if (error != NULL)
        offcy_report(error, sites, function, file, line);
    else
        offcy_traceback(function, file, line);
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) {
        /* Not lost: Python raises it when it continues. */
        PyErr_Clear();
        PyErr_SetInterrupt();
        PyGILState_Release(state);
        return;
    }
    print_exception();
    PyObject *name = PyUnicode_FromString(function);
    PyErr_WriteUnraisable(name);
    Py_XDECREF(name);
    PyGILState_Release(state);
}

void offcy_drop_noted(int64_t dropped, const offcy_site *sites, const char *file)
{
    const offcy_error own = {
        .kind = dropped & 0xff, .axis = dropped >> 8 & 0xff, .site = (int32_t)(dropped >> 32)};
    if (dropped != 0)
        offcy_drop_error(&own, sites, own.site >= 0 ? sites[own.site].function : "?", file, 0);
}
