/* Python exceptions from error records. */
#include "offcy_py_state.h"
#include "offcy_guard.h"

#include <stdlib.h>
#include <string.h>

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

/* `words` end with the axis, in place of the one that is meant, of less than 10. */
static void set_index_error(const char *words, int axis)
{
    char text[48];
    const size_t length = strlen(words);
    memcpy(text, words, length + 1);
    text[length - 2] = (char)('0' + axis);
    PyErr_SetString(PyExc_IndexError, text);
}

/* Errors that kernels and `nogil` code record; false if `kind` is not one of them. */
static bool raise_from_code(const context *at)
{
    const offcy_error *error = at->error;
    static const offcy_site nowhere = {0};
    const offcy_site *site = at->site != NULL ? at->site : &nowhere;
    switch (error->kind) {
    case OFFCY_INDEX_ERROR:
        set_index_error("Out of bounds on buffer access (axis 0)", error->axis);
        return true;
    case OFFCY_SLICE_INDEX_ERROR:
        set_index_error("Index out of bounds (axis 0)", error->axis);
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
                     "'%s' and '%s' share memory, which is not supported in a data context where threads add up what they "
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

/* Words in the course of being written. */
typedef struct sentence {
    char *text;
    size_t length;
} sentence;

static void add_words(sentence *to, const char *words)
{
    const size_t length = strlen(words);
    memcpy(to->text + to->length, words, length);
    to->length += length;
}

static void add_number(sentence *to, int64_t number)
{
    char digits[20];
    int count = 0;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        to->text[to->length++] = '-';
    while (count > 0)
        to->text[to->length++] = digits[--count];
}

static void add_shape(sentence *to, const offcy_map *map)
{
    add_words(to, "(");
    for (int axis = 0; axis < map->ndim; axis++) {
        if (axis > 0)
            add_words(to, ", ");
        add_number(to, map->shape[axis]);
    }
    add_words(to, map->ndim == 1 ? ",)" : ")");
}

/* "X: index 5 on axis 0, where the shape is (3, 4)"; NULL: nothing to note. */
static PyObject *note_of(const context *at)
{
    const offcy_error *error = at->error;
    if (at->site == NULL || at->site->variable == NULL)
        return NULL;
    if (error->kind != OFFCY_INDEX_ERROR && error->kind != OFFCY_SLICE_INDEX_ERROR)
        return NULL;
    const bool has_shape = at->map != NULL && at->map->ndim > 0;
    /* A number has 20 characters, and ", " after it. */
    const size_t room = strlen(at->site->variable) + (has_shape ? (size_t)at->map->ndim : 1) * 22 + 100;
    char few[400];
    sentence note = {.text = room <= sizeof few ? few : PyMem_Malloc(room)};
    if (note.text == NULL)
        return NULL;
    add_words(&note, at->site->variable);
    add_words(&note, ": index ");
    add_number(&note, error->index);
    add_words(&note, " on axis ");
    add_number(&note, error->axis);
    add_words(&note, has_shape ? ", where the shape is " : ", which has ");
    if (has_shape) {
        add_shape(&note, at->map);
    } else {
        add_number(&note, error->extent);
        add_words(&note, error->extent == 1 ? " element" : " elements");
    }
    PyObject *made = PyUnicode_FromStringAndSize(note.text, (Py_ssize_t)note.length);
    if (note.text != few)
        PyMem_Free(note.text);
    return made;
}

/* Adds `note` (stolen) to the exception that is set, which is new and has none. Never fails. */
static void add_note(PyObject *note)
{
    static PyObject *kept;
    PyObject *value = offcy_fetch_exception(), *name = offcy_kept(&kept), *notes = PyList_New(1);
    if (name == NULL)
        name = offcy_keep(&kept, PyUnicode_InternFromString("__notes__"));
    if (notes != NULL)
        PyList_SetItem(notes, 0, note);
    else
        Py_DECREF(note);
    if (notes == NULL || name == NULL || PyObject_SetAttr(value, name, notes) < 0)
        PyErr_Clear();
    Py_XDECREF(notes);
    offcy_restore_exception(value);
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
