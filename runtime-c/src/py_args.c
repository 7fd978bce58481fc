/* The arguments of `def` functions. Messages and their order are Cython's. */
#include "offcy_py_state.h"

OFFCY_SELDOM static int fail_count(const offcy_signature *signature, Py_ssize_t given)
{
    const int required = signature->positional - signature->defaults;
    const bool exact = required == signature->positional && !signature->star;
    const bool few = given < required;
    const int wanted = few ? required : signature->positional;
    PyErr_Format(PyExc_TypeError, "%s() takes %s %d positional argument%s (%zd given)",
                 signature->function, exact ? "exactly" : few ? "at least" : "at most", wanted,
                 wanted == 1 ? "" : "s", given);
    return -1;
}

OFFCY_SELDOM static int fail_unexpected(const offcy_signature *signature, PyObject *keyword)
{
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'",
                 signature->function, keyword);
    return -1;
}

/* What a call names. */
#ifdef Py_LIMITED_API
#define NAME_COUNT PyTuple_Size
#define NAME_AT PyTuple_GetItem
#else
#define NAME_COUNT PyTuple_GET_SIZE
#define NAME_AT PyTuple_GET_ITEM
#endif

OFFCY_SELDOM static int intern_names(const offcy_signature *signature)
{
    const int count = signature->positional + signature->keyword_only;
    for (int k = 0; k < count; k++) {
        offcy_parameter *parameter = &signature->parameters[k];
        if (parameter->interned == NULL) {
            parameter->interned = PyUnicode_InternFromString(parameter->name);
            if (parameter->interned == NULL)
                return -1;
        }
    }
    return 0;
}

/* Whether the names of all parameters are there: the last one is made last. */
static bool has_names(const offcy_signature *signature)
{
#ifdef Py_GIL_DISABLED
    (void)signature;
    return false;
#else
    const int count = signature->positional + signature->keyword_only;
    return count > 0 && signature->parameters[count - 1].interned != NULL;
#endif
}

/* The first from `from` on whose interned name is `name`; `to` if none. */
static int place_of(const offcy_parameter *parameters, int from, int to, PyObject *name)
{
    while (from < to && parameters[from].interned != name)
        from++;
    return from;
}

/* The parameter that `keyword` names, among those that may be named; -1: none, -2: error. */
static int find_parameter(const offcy_signature *signature, PyObject *keyword)
{
    const int count = signature->positional + signature->keyword_only;
    const int place = place_of(signature->parameters, signature->positional_only, count, keyword);
    if (place < count)
        return place;
    for (int k = signature->positional_only; k < count; k++) {
        PyObject *name = signature->parameters[k].interned;
        /* A subclass of `str` may compare in its own way. */
        const int equal = PyUnicode_CheckExact(keyword) ? PyUnicode_Compare(name, keyword) == 0
                                                        : PyObject_RichCompareBool(name, keyword, Py_EQ);
        if (equal > 0)
            return k;
        if (equal < 0 || PyErr_Occurred())
            return -2;
    }
    return -1;
}

OFFCY_SMALL static int parse_keywords(const offcy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                          PyObject *keywords, PyObject **values, PyObject *rest)
{
    if (!has_names(signature) && intern_names(signature) < 0)
        return -1;
    const Py_ssize_t count = NAME_COUNT(keywords);
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *keyword = NAME_AT(keywords, k);
        const int parameter = find_parameter(signature, keyword);
        if (parameter == -2)
            return -1;
        if (parameter >= 0) {
            if (values[parameter] != NULL) {
                PyErr_Format(PyExc_TypeError, "%s() got multiple values for keyword argument '%U'",
                             signature->function, keyword);
                return -1;
            }
            values[parameter] = args[nargs + k];
        } else if (rest == NULL) {
            return fail_unexpected(signature, keyword);
        } else if (PyDict_SetItem(rest, keyword, args[nargs + k]) < 0) {
            return -1;
        }
    }
    return 0;
}

/* The first parameter that must be given and has no value, from `from` on; NULL if none. */
static const offcy_parameter *first_missing(const offcy_signature *signature, PyObject *const *values, int from)
{
    const offcy_parameter *parameters = signature->parameters;
    const int positional = signature->positional, count = positional + signature->keyword_only;
    for (int k = from; k < positional - signature->defaults; k++)
        if (values[k] == NULL)
            return &parameters[k];
    for (int k = signature->keyword_only > signature->keyword_defaults ? positional : count; k < count; k++)
        if (values[k] == NULL && !parameters[k].optional)
            return &parameters[k];
    return NULL;
}

static int check_missing(const offcy_signature *signature, PyObject *const *values)
{
    const offcy_parameter *missing = first_missing(signature, values, 0);
    if (missing == NULL)
        return 0;
    if (missing - signature->parameters < signature->positional)
        return fail_count(signature, missing - signature->parameters);
    PyErr_Format(PyExc_TypeError, "%s() needs keyword-only argument %s", signature->function, missing->name);
    return -1;
}

static PyObject *tuple_of_rest(PyObject *const *args, Py_ssize_t first, Py_ssize_t nargs)
{
    PyObject *tuple = PyTuple_New(nargs > first ? nargs - first : 0);
    if (tuple == NULL)
        return NULL;
    for (Py_ssize_t k = first; k < nargs; k++)
        PyTuple_SetItem(tuple, k - first, Py_NewRef(args[k]));
    return tuple;
}

/* Functions with no parameter and with one reject other arguments in the words of METH_NOARGS and METH_O. */
OFFCY_SELDOM static __attribute__((noinline)) int refuse(const offcy_signature *signature, Py_ssize_t nargs, bool is_named)
{
    if (is_named)
        PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments", signature->function);
    else
        PyErr_Format(PyExc_TypeError, "%s() takes %s (%zd given)", signature->function,
                     signature->positional == 0 ? "no arguments" : "exactly one argument", nargs);
    return -1;
}

OFFCY_SMALL static int parse(const offcy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                 PyObject *keywords, PyObject **values, PyObject *rest)
{
    const int count = signature->positional + signature->keyword_only;
    const bool is_named = keywords != NULL && NAME_COUNT(keywords) > 0;
    if (signature->no_keywords && (is_named || nargs != signature->positional))
        return refuse(signature, nargs, is_named);
    /* If nothing can be named, the first name is the error. */
    if (signature->positional_only == count && rest == NULL && is_named)
        return fail_unexpected(signature, PyTuple_GetItem(keywords, 0));
    if (nargs > signature->positional && !signature->star)
        return fail_count(signature, nargs);
    for (int k = 0; k < count; k++)
        values[k] = k < nargs && k < signature->positional ? args[k] : NULL;
    /* A missing positional-only argument is reported before keywords are looked at. */
    if (nargs < signature->positional_only && nargs < signature->positional - signature->defaults)
        return fail_count(signature, nargs);
    if (keywords != NULL && parse_keywords(signature, args, nargs, keywords, values, rest) < 0)
        return -1;
    return check_missing(signature, values);
}

/* What most calls with names pass: each names another parameter, by the interned string, and none is missing. Otherwise the
 * general case finds out what is wrong. */
static bool take_named(const offcy_signature *signature, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords,
                       PyObject **values)
{
    const offcy_parameter *parameters = signature->parameters;
    const int first = signature->positional_only, count = signature->positional + signature->keyword_only;
    if (!has_names(signature) || nargs > signature->positional || signature->star || signature->star_star)
        return false;
    for (int k = 0; k < count; k++)
        values[k] = k < nargs ? args[k] : NULL;
    /* Most calls name parameters in their order. */
    int next = nargs > first ? (int)nargs : first;
    const Py_ssize_t names = NAME_COUNT(keywords);
    for (Py_ssize_t k = 0; k < names; k++) {
        PyObject *keyword = NAME_AT(keywords, k);
        int place = place_of(parameters, next, count, keyword);
        if (place == count && (place = place_of(parameters, first, next, keyword)) == next)
            return false;
        if (values[place] != NULL)
            return false;
        values[place] = args[nargs + k];
        next = place + 1;
    }
    return first_missing(signature, values, (int)nargs) == NULL;
}

OFFCY_SMALL static __attribute__((noinline)) int parse_any(const offcy_signature *signature, PyObject *const *args,
                                                           Py_ssize_t nargs, PyObject *keywords, PyObject **values)
{
    const int count = signature->positional + signature->keyword_only;
    if (count == 0 && !signature->star && !signature->star_star && !signature->is_method) {
        const bool is_named = keywords != NULL && PyTuple_Size(keywords) > 0;
        return is_named || nargs > 0 ? refuse(signature, nargs, is_named) : 0;
    }

    PyObject *rest = NULL, *star = NULL;
    if (signature->star_star && (rest = PyDict_New()) == NULL)
        return -1;
    if (parse(signature, args, nargs, keywords, values, rest) < 0)
        goto failed;
    if (signature->star) {
        star = tuple_of_rest(args, signature->positional, nargs);
        if (star == NULL)
            goto failed;
        values[count] = star;
    }
    if (signature->star_star)
        values[count + signature->star] = rest;
    return 0;

failed:
    Py_XDECREF(rest);
    return -1;
}

int offcy_parse_any_arguments(const offcy_signature *signature, PyObject *const *args, Py_ssize_t nargs,
                              PyObject *keywords, PyObject **values)
{
    if (keywords != NULL && take_named(signature, args, nargs, keywords, values))
        return 0;
    return parse_any(signature, args, nargs, keywords, values);
}

/* What a tuple and a dict hold, as a call without them passes it. */
typedef struct row {
    PyObject *few[8], **values;
    Py_ssize_t nargs;
    PyObject *names; /* or NULL */
} row;

static int begin_row(row *row, PyObject *args, PyObject *keywords)
{
    const Py_ssize_t nkeywords = keywords == NULL ? 0 : PyDict_Size(keywords);
    row->nargs = PyTuple_Size(args);
    row->values = row->few;
    row->names = NULL;
    if (row->nargs + nkeywords > 8) {
        row->values = PyMem_Malloc((size_t)(row->nargs + nkeywords) * sizeof *row->values);
        if (row->values == NULL) {
            PyErr_NoMemory();
            return -1;
        }
    }
    for (Py_ssize_t k = 0; k < row->nargs; k++)
        row->values[k] = PyTuple_GetItem(args, k);
    if (nkeywords == 0)
        return 0;
    row->names = PyTuple_New(nkeywords);
    PyObject *name, *value;
    for (Py_ssize_t at = 0, k = 0; row->names != NULL && k < nkeywords && PyDict_Next(keywords, &at, &name, &value); k++) {
        PyTuple_SetItem(row->names, k, Py_NewRef(name));
        row->values[row->nargs + k] = value;
    }
    return row->names != NULL ? 0 : -1;
}

static void end_row(row *row)
{
    Py_XDECREF(row->names);
    if (row->values != row->few)
        PyMem_Free(row->values);
}

/* `*arguments, **keywords`. */
static int take_all(const offcy_signature *signature, PyObject *args, PyObject *keywords, PyObject **values)
{
    if (keywords != NULL && !offcy_has_names_alone(keywords)) {
        PyErr_Format(PyExc_TypeError, "%s() keywords must be strings", signature->function);
        return -1;
    }
    values[1] = keywords != NULL ? PyDict_Copy(keywords) : PyDict_New();
    values[0] = values[1] != NULL ? PyTuple_GetSlice(args, 0, PyTuple_Size(args)) : NULL;
    if (values[0] == NULL)
        Py_CLEAR(values[1]);
    return values[0] != NULL ? 0 : -1;
}

int offcy_parse_tuple(const offcy_signature *signature, PyObject *args, PyObject *keywords, PyObject **values)
{
    if (signature->star && signature->star_star && signature->positional + signature->keyword_only == 0)
        return take_all(signature, args, keywords, values);
    row row;
    int status = begin_row(&row, args, keywords);
    /* The new references are those that the tuple and the dict hold. */
    if (status == 0)
        status = offcy_parse_arguments(signature, row.values, row.nargs, row.names, values);
    end_row(&row);
    return status;
}

int offcy_init_by_tuple(offcy_init *init, PyObject *self, PyObject *args, PyObject *keywords)
{
    row row;
    int status = begin_row(&row, args, keywords);
    if (status == 0)
        status = init(self, row.values, row.nargs, row.names);
    end_row(&row);
    return status;
}

/* A TypeError of `offcy._exchange` says of which object it is. */
OFFCY_SELDOM static void name_argument(const offcy_signature *signature, PyObject *const *values)
{
    PyObject *error = offcy_fetch_exception();
    PyObject *refused = PyObject_GetAttrString(error, "_offcy_refused");
    const int count = signature->positional + signature->keyword_only;
    for (int k = 0; refused != NULL && k < count; k++)
        if (PyLong_AsSsize_t(refused) == (Py_ssize_t)(uintptr_t)values[k]) {
            Py_XDECREF(PyObject_CallMethod(error, "_name", "ss", signature->function, signature->parameters[k].name));
            break;
        }
    Py_XDECREF(refused);
    PyErr_Clear();
    offcy_restore_exception(error);
}

void offcy_argument_traceback(const offcy_signature *signature, PyObject *const *values, const char *file, int line)
{
    if (PyErr_ExceptionMatches(PyExc_TypeError))
        name_argument(signature, values);
    offcy_traceback(signature->function, file, line);
}

int offcy_check_type(PyObject *value, PyTypeObject *type, const char *name, bool allow_none,
                     bool exact)
{
    if (Py_TYPE(value) == type || (allow_none && value == Py_None))
        return 0;
    if (!exact && PyType_IsSubtype(Py_TYPE(value), type))
        return 0;
    PyObject *expected = offcy_type_name(type), *got = offcy_type_name(Py_TYPE(value));
    if (expected != NULL && got != NULL)
        PyErr_Format(PyExc_TypeError, "Argument '%s' has incorrect type (expected %U, got %U)", name,
                     expected, got);
    Py_XDECREF(expected);
    Py_XDECREF(got);
    return -1;
}

int offcy_check_number(PyObject *value, PyTypeObject *type, const char *name, bool allow_none)
{
    if (OFFCY_LIKELY(Py_IS_TYPE(value, type)) || PyNumber_Check(value))
        return 0;
    return offcy_check_type(value, type, name, allow_none, true);
}

int offcy_check_not_none(PyObject *value, const char *name)
{
    if (OFFCY_LIKELY(value != Py_None))
        return 0;
    PyErr_Format(PyExc_TypeError, "Argument '%s' must not be None", name);
    return -1;
}
