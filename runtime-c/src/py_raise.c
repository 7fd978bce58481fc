/* Python exceptions from error records. */
#include "offcy_py_state.h"
#include "offcy_guard.h"

#include <stdlib.h>

/* What the record is about, gathered from the record and the module's tables. */
typedef struct context {
    const offcy_error *error;
    const offcy_site *site; /* NULL: none */
    const offcy_map *map;   /* the site's variable in the region's map list; NULL: unknown */
} context;

static PyObject *builtin_exception(const char *name)
{
    PyObject *builtins = PyEval_GetBuiltins();
    PyObject *found = builtins != NULL && name != NULL ? PyDict_GetItemString(builtins, name) : NULL;
    return found != NULL && PyExceptionClass_Check(found) ? found : PyExc_RuntimeError;
}

static void raise_of_site(const offcy_site *site, const char *otherwise)
{
    PyObject *type = builtin_exception(site->exception != NULL ? site->exception : otherwise);
    if (site->message != NULL)
        PyErr_SetString(type, site->message);
    else
        PyErr_SetNone(type);
}

/* Errors that kernels and `nogil` code record; false if `kind` is not one of them. */
static bool raise_from_code(const context *at)
{
    const offcy_error *error = at->error;
    static const offcy_site nowhere = {0};
    const offcy_site *site = at->site != NULL ? at->site : &nowhere;
    switch (error->kind) {
    case OFFCY_INDEX_ERROR:
        PyErr_Format(PyExc_IndexError, "Out of bounds on buffer access (axis %d)", error->axis);
        return true;
    case OFFCY_SLICE_INDEX_ERROR:
        PyErr_Format(PyExc_IndexError, "Index out of bounds (axis %d)", error->axis);
        return true;
    case OFFCY_SLICE_STEP_ERROR:
        PyErr_Format(PyExc_ValueError, "Step may not be zero (axis %d)", error->axis);
        return true;
    case OFFCY_EXTENT_ERROR:
        PyErr_Format(PyExc_ValueError, "got differing extents in dimension %d (got %lld and %lld)", error->axis,
                     (long long)error->extent, (long long)error->index);
        return true;
    case OFFCY_LENGTH_ERROR:
        PyErr_Format(PyExc_ValueError, "Assignment to slice of wrong length, expected %lld, got %lld",
                     (long long)error->index, (long long)error->extent);
        return true;
    case OFFCY_INTEGER_DIVISION_BY_ZERO:
        PyErr_SetString(PyExc_ZeroDivisionError, "integer division or modulo by zero");
        return true;
    case OFFCY_FLOAT_DIVISION_BY_ZERO:
        PyErr_SetString(PyExc_ZeroDivisionError, "float division");
        return true;
    case OFFCY_FLOAT_MODULO_BY_ZERO:
        PyErr_SetString(PyExc_ZeroDivisionError, "float divmod()");
        return true;
    case OFFCY_DIVISION_OVERFLOW:
        PyErr_SetString(PyExc_OverflowError, "value too large to perform division");
        return true;
    case OFFCY_OVERFLOW:
        PyErr_SetString(PyExc_OverflowError, "value too large");
        return true;
    case OFFCY_NEGATIVE_POWER:
        PyErr_SetString(PyExc_ValueError, "Integers to negative powers are not allowed");
        return true;
    case OFFCY_BAD_CLAUSE:
        PyErr_Format(PyExc_ValueError,
                     site->variable != NULL && strcmp(site->variable, "chunksize") == 0
                         ? "%s=%lld: a chunk has at least 1 iteration"
                         : "%s=%lld: this process cannot start so many threads",
                     site->variable != NULL ? site->variable : "?", (long long)error->index);
        return true;
    case OFFCY_NONE_ERROR:
        raise_of_site(site, "TypeError");
        return true;
    case OFFCY_UNBOUND_ERROR:
        PyErr_Format(PyExc_UnboundLocalError, "local variable '%s' referenced before assignment",
                     site->variable != NULL ? site->variable : "?");
        return true;
    case OFFCY_RAISED:
        raise_of_site(site, "RuntimeError");
        return true;
    default:
        return false;
    }
}

/* Errors of the data environment; false if `kind` is not one of them. */
static bool raise_from_data(const offcy_error *error)
{
    const char *name = error->name != NULL ? error->name : "?";
    const char *other = error->other != NULL ? error->other : "?";
    const char *words = offcy_cause_words(error->extent);
    const char *colon = words != NULL ? ": " : "", *cause = words != NULL ? words : "";
    const long long bytes = (long long)error->index;
    switch (error->kind) {
    case OFFCY_OUT_OF_MEMORY:
        PyErr_Format(PyExc_MemoryError, "device %d is out of memory: no room for '%s' (%lld bytes)",
                     error->device, name, bytes);
        return true;
    case OFFCY_OUT_OF_HOST_MEMORY:
        PyErr_Format(PyExc_MemoryError, "the host is out of memory: no room to move '%s' (%lld bytes)",
                     name, bytes);
        return true;
    case OFFCY_OVERLAP:
        PyErr_Format(PyExc_ValueError,
                     error->device == OFFCY_HOST
                         ? "'%s' and '%s' overlap in part, and one of them is written"
                         : "'%s' and '%s' overlap in part: they cannot be on a device at the same time",
                     name, other);
        return true;
    case OFFCY_SHARED:
        PyErr_Format(PyExc_ValueError,
                     "'%s' and '%s' share memory, which is not supported where threads add up what they "
                     "have: pass a copy of one",
                     name, other);
        return true;
    case OFFCY_BAD_MAP:
        PyErr_Format(PyExc_ValueError, "cannot map '%s': %s", name, other);
        return true;
    case OFFCY_NOT_PRESENT:
        PyErr_Format(PyExc_ValueError, "cannot update '%s': it is not on device %d", name,
                     error->device);
        return true;
    case OFFCY_BAD_DEVICE:
        PyErr_Format(PyExc_ValueError, "there is no device %d (number of devices: %lld)",
                     error->device, (long long)error->extent);
        return true;
    case OFFCY_TWO_HOMES:
        PyErr_Format(PyExc_ValueError,
                     "%s lives on device %d, and %s on device %lld: move one of them, as with %s.to_device(%d)", name,
                     error->device, other, (long long)error->index, other, error->device);
        return true;
    case OFFCY_ELSEWHERE:
        if (error->index == OFFCY_HOST)
            PyErr_Format(PyExc_ValueError, "%s lives on device %d, which cannot run this module's code", name,
                         error->device);
        else
            PyErr_Format(PyExc_ValueError,
                         "%s lives on device %d, but the region asks for device %lld: move it there, as with "
                         "%s.to_device(%lld)",
                         name, error->device, (long long)error->index, name, (long long)error->index);
        return true;
    case OFFCY_NO_DEVICE:
        PyErr_Format(PyExc_RuntimeError, "OMP_TARGET_OFFLOAD=MANDATORY, but %s", other);
        return true;
    case OFFCY_FORKED:
        PyErr_SetString(PyExc_RuntimeError,
                        "a forked child cannot use the devices that its parent has used: start it with "
                        "the 'spawn' or 'forkserver' method");
        return true;
    case OFFCY_INTERRUPTED:
        if (PyErr_CheckSignals() == 0)
            PyErr_SetNone(PyExc_KeyboardInterrupt);
        return true;
    case OFFCY_TRANSFER_FAILED:
        PyErr_Format(PyExc_RuntimeError, "device %d failed to %s '%s' (%lld bytes)%s%s", error->device,
                     other, name, bytes, colon, cause);
        return true;
    case OFFCY_DEVICE_FAILED:
        if (error->name != NULL)
            PyErr_Format(error->axis ? PyExc_MemoryError : PyExc_RuntimeError,
                         "device %d failed to run the region of '%s' at %s:%lld%s%s", error->device, name, other, bytes, colon, cause);
        else
            PyErr_Format(error->axis ? PyExc_MemoryError : PyExc_RuntimeError, "device %d failed to load this module's code%s%s",
                         error->device, colon, cause);
        return true;
    default:
        return false;
    }
}

static PyObject *shape_text(const offcy_map *map)
{
    PyObject *shape = PyTuple_New(map->ndim);
    for (int axis = 0; shape != NULL && axis < map->ndim; axis++) {
        PyObject *extent = PyLong_FromSsize_t(map->shape[axis]);
        if (extent == NULL || PyTuple_SetItem(shape, axis, extent) < 0)
            Py_CLEAR(shape);
    }
    return shape;
}

/* "X: index 5 on axis 0, where the shape is (3, 4)"; NULL: nothing to note. */
static PyObject *note_of(const context *at)
{
    const offcy_error *error = at->error;
    if (at->site == NULL || at->site->variable == NULL)
        return NULL;
    if (error->kind != OFFCY_INDEX_ERROR && error->kind != OFFCY_SLICE_INDEX_ERROR)
        return NULL;
    if (at->map == NULL || at->map->ndim == 0)
        return PyUnicode_FromFormat("%s: index %lld on axis %d, which has %lld element%s",
                                    at->site->variable, (long long)error->index, error->axis,
                                    (long long)error->extent, error->extent == 1 ? "" : "s");
    PyObject *shape = shape_text(at->map);
    if (shape == NULL)
        return NULL;
    PyObject *note = PyUnicode_FromFormat("%s: index %lld on axis %d, where the shape is %S",
                                          at->site->variable, (long long)error->index, error->axis,
                                          shape);
    Py_DECREF(shape);
    return note;
}

/* Adds `note` (stolen; NULL: none) to the exception that is set. Never fails. */
static void add_note(PyObject *note)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (note != NULL && value != NULL) {
        PyObject *done = PyObject_CallMethod(value, "add_note", "O", note);
        if (done == NULL)
            PyErr_Clear(); /* Python before 3.11 has no notes */
        Py_XDECREF(done);
    }
    Py_XDECREF(note);
    PyErr_Restore(type, value, traceback);
}

static bool is_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

/* Whether a region had a variable `name` that the error fits; a function that it called may have others
 * of that name. */
static bool find_shape(const offcy_shapes *shapes, const char *name, const offcy_error *error,
                       offcy_map *found)
{
    for (int k = 0; name != NULL && k < shapes->count; k++) {
        const struct offcy_shape *shape = &shapes->of[k];
        if (!is_same(shape->name, name) || error->axis >= shape->ndim ||
            shape->shape[error->axis] != error->extent)
            continue;
        *found = (offcy_map){.name = shape->name, .ndim = shape->ndim, .shape = shape->shape};
        return true;
    }
    return false;
}

static const offcy_map *find_map(const offcy_map *maps, int count, const char *name)
{
    for (int k = 0; name != NULL && k < count; k++)
        if (is_same(maps[k].name, name))
            return &maps[k];
    return NULL;
}

void offcy_set_recorded(const offcy_error *error, const offcy_site *sites, const char *file, const offcy_map *maps,
                        int count)
{
    if (error->kind == OFFCY_CAUGHT) {
        PyObject *exception = error->exception;
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        Py_DECREF(exception);
        return;
    }
    context at = {.error = error};
    if (sites != NULL && error->site >= 0)
        at.site = &sites[error->site];
    if (at.site != NULL)
        at.map = find_map(maps, count, at.site->variable);
    const bool is_index =
        error->kind == OFFCY_INDEX_ERROR || error->kind == OFFCY_SLICE_INDEX_ERROR;
    offcy_shapes *shapes = is_index ? error->exception : NULL;
    offcy_map found = {0};
    if (shapes != NULL && at.site != NULL && find_shape(shapes, at.site->variable, error, &found))
        at.map = &found;

    PyObject *note = note_of(&at); /* first: it must not be made with an exception set */
    free(shapes);
    PyErr_Clear();
    if (raise_from_code(&at)) {
        if (note != NULL)
            add_note(note);
        if (at.site != NULL)
            offcy_traceback(at.site->function, at.site->file != NULL ? at.site->file : file, at.site->line);
    } else if (!raise_from_data(error)) {
        PyErr_Format(PyExc_SystemError, "offcy: no error was recorded (kind %d)", error->kind);
    }
}
