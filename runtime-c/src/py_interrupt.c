/* Python's half of rt_interrupt.c. */
#include "offcy_interrupt.h"
#include "offcy_py_state.h"

static int raise_pending(offcy_error *error)
{
    const PyGILState_STATE gil = PyGILState_Ensure();
    int status = PyErr_CheckSignals();
    if (status < 0) {
        PyObject *exception = offcy_fetch_exception();
        if (offcy_fail_first(error, OFFCY_CAUGHT))
            error->exception = exception;
        else
            Py_XDECREF(exception);
    }
    PyGILState_Release(gil);
    return status;
}

/* `_signal` is built in: the enumerations that `signal` makes of it would be half of the import time of a module with regions.
 * A handler other than Python's own may let the program go on: then nothing must be stopped. One
 * that is set later replaces ours. */
int offcy_watch_python_interrupts(void)
{
    PyObject *signals = PyImport_ImportModule("_signal");
    PyObject *handler = signals != NULL ? PyObject_CallMethod(signals, "getsignal", "i", 2) : NULL;
    PyObject *usual = handler != NULL ? PyObject_GetAttrString(signals, "default_int_handler") : NULL;
    const int status = usual != NULL ? 0 : -1;
    if (status == 0 && handler == usual)
        offcy_watch_interrupts(raise_pending);
    Py_XDECREF(usual);
    Py_XDECREF(handler);
    Py_XDECREF(signals);
    return status;
}
