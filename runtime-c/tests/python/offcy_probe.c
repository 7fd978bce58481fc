/* The functions of cython_probe.pyx by hand on offcy's runtime, as emitted glue would have them. */
#include "offcy_py.h"

#define FILE_NAME "offcy_probe.pyx"

#define FUNCTION(NAME) \
    static PyObject *NAME(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords)

#define PARAMETERS(NAME, ...) static offcy_parameter NAME##_parameters[] = {__VA_ARGS__};

/* Parses into `values`; the rest of the signature as designated initialisers. */
#define PARSE(NAME, ...)                                                                           \
    static const offcy_signature signature = {                                                           \
        .function = #NAME, .parameters = NAME##_parameters, __VA_ARGS__};                          \
    PyObject *values[10];                                                                          \
    (void)module;                                                                                  \
    if (offcy_parse_arguments(&signature, args, nargs, keywords, values) < 0)                      \
    return NULL

/* One view argument; returns its first extent. */
#define VIEW(NAME, N, DTYPE, LAYOUT, WRITABLE, CHECK)                                              \
    PARAMETERS(NAME, {"v", false, NULL})                                                           \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        PARSE(NAME, .positional = 1);                                                              \
        offcy_view##N v = {0};                                                                     \
        if (CHECK || offcy_view##N##_from_object(&v, values[0], DTYPE, LAYOUT, WRITABLE) < 0)      \
            return NULL;                                                                           \
        PyObject *result = offcy_object_from_signed(v.shape[0]);                                   \
        offcy_view##N##_clear(&v);                                                                 \
        return result;                                                                             \
    }

static const offcy_dtype dtype_const_double = OFFCY_DTYPE_OF("const double", OFFCY_FLOATING, double, "d");
static const offcy_dtype dtype_int64_t = OFFCY_DTYPE_OF("int64_t", OFFCY_SIGNED, int64_t, "l");
static const offcy_dtype dtype_const_unsigned_char =
    OFFCY_DTYPE_OF("const unsigned char", OFFCY_UNSIGNED, unsigned char, "B");

VIEW(strided1, 1, &offcy_dtype_double, OFFCY_STRIDED, true, 0)
VIEW(strided2, 2, &offcy_dtype_double, OFFCY_STRIDED, true, 0)
VIEW(readonly1, 1, &dtype_const_double, OFFCY_STRIDED, false, 0)
VIEW(contiguous1, 1, &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true, 0)
VIEW(fortran2, 2, &offcy_dtype_double, OFFCY_F_CONTIGUOUS, true, 0)
VIEW(not_none, 1, &offcy_dtype_double, OFFCY_STRIDED, true, offcy_check_not_none(values[0], "v") < 0)
VIEW(view_float, 1, &offcy_dtype_float, OFFCY_STRIDED, true, 0)
VIEW(view_int, 1, &offcy_dtype_int, OFFCY_STRIDED, true, 0)
VIEW(view_unsigned_int, 1, &offcy_dtype_unsigned_int, OFFCY_STRIDED, true, 0)
VIEW(view_long, 1, &offcy_dtype_long, OFFCY_STRIDED, true, 0)
VIEW(view_int64_t, 1, &dtype_int64_t, OFFCY_STRIDED, true, 0)
VIEW(view_unsigned_char, 1, &offcy_dtype_unsigned_char, OFFCY_STRIDED, true, 0)
VIEW(view_char, 1, &offcy_dtype_char, OFFCY_STRIDED, true, 0)
VIEW(view_signed_char, 1, &offcy_dtype_signed_char, OFFCY_STRIDED, true, 0)
VIEW(view_double_complex, 1, &offcy_dtype_double_complex, OFFCY_STRIDED, true, 0)
VIEW(view_bint, 1, &offcy_dtype_bint, OFFCY_STRIDED, true, 0)
VIEW(view_size_t, 1, &offcy_dtype_size_t, OFFCY_STRIDED, true, 0)
VIEW(view_ssize_t, 1, &offcy_dtype_ssize_t, OFFCY_STRIDED, true, 0)
VIEW(view_readonly_char, 1, &dtype_const_unsigned_char, OFFCY_STRIDED, false, 0)

#include "struct_probe.h"

PARAMETERS(two, {"X", false, NULL}, {"Y", false, NULL})
FUNCTION(two)
{
    PARSE(two, .positional = 2);
    PyObject *result = NULL;
    offcy_view2 X = {0}, Y = {0};
    if (offcy_view2_from_object(&X, values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto done;
    if (offcy_view2_from_object(&Y, values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto done;
    result = offcy_object_from_signed(X.shape[0] + Y.shape[0]);
done:
    offcy_view2_clear(&X);
    offcy_view2_clear(&Y);
    return result;
}

/* One number. */
#define TAKE(NAME, TYPE, TO_OBJECT)                                                                \
    PARAMETERS(take_##NAME, {"n", false, NULL})                                                    \
    FUNCTION(take_##NAME)                                                                          \
    {                                                                                              \
        PARSE(take_##NAME, .positional = 1);                                                       \
        TYPE n;                                                                                    \
        if (offcy_##NAME##_from_object(&n, values[0]) < 0)                                         \
            return NULL;                                                                           \
        return offcy_object_from_##TO_OBJECT(n);                                                   \
    }

OFFCY_DEFINE_SIGNED_FROM_OBJECT(int32_t, int32_t, "int32_t")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(uint8_t, uint8_t, "uint8_t")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(uint64_t, uint64_t, "uint64_t")

TAKE(char, char, signed)
TAKE(signed_char, signed char, signed)
TAKE(unsigned_char, unsigned char, unsigned)
TAKE(short, short, signed)
TAKE(unsigned_short, unsigned short, unsigned)
TAKE(int, int, signed)
TAKE(unsigned_int, unsigned int, unsigned)
TAKE(long, long, signed)
TAKE(unsigned_long, unsigned long, unsigned)
TAKE(long_long, long long, signed)
TAKE(unsigned_long_long, unsigned long long, unsigned)
TAKE(size_t, size_t, unsigned)
TAKE(ssize_t, Py_ssize_t, signed)
TAKE(int32_t, int32_t, signed)
TAKE(uint8_t, uint8_t, unsigned)
TAKE(uint64_t, uint64_t, unsigned)
TAKE(double, double, double)
TAKE(float, float, double)
TAKE(bint, int, bint)
TAKE(double_complex, double _Complex, complex)

PARAMETERS(take_string, {"n", false, NULL})
FUNCTION(take_string)
{
    PARSE(take_string, .positional = 1);
    const char *n;
    if (offcy_string_from_object(&n, NULL, values[0]) < 0)
        return NULL;
    return offcy_bytes_of(n, 0, OFFCY_END);
}

PARAMETERS(take_list, {"n", false, NULL})
FUNCTION(take_list)
{
    PARSE(take_list, .positional = 1);
    if (offcy_check_type(values[0], &PyList_Type, "n", true, true) < 0)
        return NULL;
    return Py_NewRef(values[0]);
}

PARAMETERS(take_str, {"n", false, NULL})
FUNCTION(take_str)
{
    PARSE(take_str, .positional = 1);
    if (offcy_check_type(values[0], &PyUnicode_Type, "n", false, true) < 0)
        return NULL;
    return Py_NewRef(values[0]);
}

/* Signatures: return their arguments as a tuple, defaults filled in. */
static PyObject *give_back(PyObject **values, int count, int owned, const int *defaults)
{
    PyObject *tuple = PyTuple_New(count + owned);
    for (int k = 0; tuple != NULL && k < count + owned; k++) {
        PyObject *value = k >= count          ? values[k]
                          : values[k] != NULL ? Py_NewRef(values[k])
                                              : PyLong_FromLong(defaults[k]);
        PyTuple_SetItem(tuple, k, value);
    }
    return tuple;
}

#define NO {0}
#define GIVE(NAME, COUNT, OWNED, DEFAULTS, ...)                                                    \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        static const int defaults[] = DEFAULTS;                                                    \
        PARSE(NAME, __VA_ARGS__);                                                                  \
        return give_back(values, COUNT, OWNED, defaults);                                          \
    }
#define LIST(...) {__VA_ARGS__}

#define A {"a", false, NULL}
#define B {"b", false, NULL}
PARAMETERS(none, A)
GIVE(none, 0, 0, NO, .positional = 0)
PARAMETERS(one, A)
GIVE(one, 1, 0, NO, .positional = 1)
PARAMETERS(two_objects, A, B)
GIVE(two_objects, 2, 0, NO, .positional = 2)
PARAMETERS(optional, A, B)
GIVE(optional, 2, 0, LIST(0, 2), .positional = 2, .defaults = 1)
PARAMETERS(optional3, A, B, {"c", false, NULL})
GIVE(optional3, 3, 0, LIST(0, 2, 3), .positional = 3, .defaults = 2)
PARAMETERS(all_optional, A, B)
GIVE(all_optional, 2, 0, LIST(1, 2), .positional = 2, .defaults = 2)
PARAMETERS(positional, A, B, {"c", false, NULL})
GIVE(positional, 3, 0, NO, .positional = 3, .positional_only = 2)
PARAMETERS(positional_optional, A, B)
GIVE(positional_optional, 2, 0, LIST(0, 2), .positional = 2, .defaults = 1, .positional_only = 2)
PARAMETERS(keyword_only, A, {"c", false, NULL}, {"d", true, NULL})
GIVE(keyword_only, 3, 0, LIST(0, 0, 1), .positional = 1, .keyword_only = 2, .keyword_defaults = 1)
PARAMETERS(only_keywords, {"c", false, NULL}, {"d", true, NULL})
GIVE(only_keywords, 2, 0, LIST(0, 1), .keyword_only = 2, .keyword_defaults = 1)
PARAMETERS(required_keywords, A, {"c", false, NULL}, {"d", false, NULL})
GIVE(required_keywords, 3, 0, NO, .positional = 1, .keyword_only = 2)
PARAMETERS(star, A)
GIVE(star, 1, 1, NO, .positional = 1, .star = true)
PARAMETERS(star_star, A)
GIVE(star_star, 1, 1, NO, .positional = 1, .star_star = true)
PARAMETERS(both, A, B, {"c", true, NULL})
GIVE(both, 3, 2, LIST(0, 2, 3), .positional = 2, .defaults = 1, .keyword_only = 1, .keyword_defaults = 1, .star = true, .star_star = true)
PARAMETERS(only_star, A)
GIVE(only_star, 0, 1, NO, .star = true)
PARAMETERS(only_star_star, A)
GIVE(only_star_star, 0, 1, NO, .star_star = true)
PARAMETERS(positional_star_star, A)
GIVE(positional_star_star, 1, 1, NO, .positional = 1, .positional_only = 1, .star_star = true)

/* Elements and slices. */
static const offcy_site sites[] = {
    {.function = "element", .line = 67, .variable = "X"},
    {.function = "row", .line = 68, .variable = "X"},
    {.function = "stepped", .line = 69, .variable = "v"},
    {.function = "division", .line = 76},
};

static int fail(const offcy_error *error)
{
    return offcy_raise(error, sites, FILE_NAME, NULL, 0);
}

PARAMETERS(element, {"X", false, NULL}, {"i", false, NULL}, {"j", false, NULL})
FUNCTION(element)
{
    PARSE(element, .positional = 3);
    PyObject *result = NULL;
    offcy_error error = {0};
    offcy_view2 X = {0};
    Py_ssize_t index[2];
    if (offcy_view2_from_object(&X, values[0], &offcy_dtype_double, OFFCY_STRIDED, true) < 0 ||
        offcy_ssize_t_from_object(&index[0], values[1]) < 0 ||
        offcy_ssize_t_from_object(&index[1], values[2]) < 0)
        goto done;
    for (int axis = 1; axis >= 0; axis--) { /* if there are several axes, Cython blames the last */
        if (offcy_slice_index(&X.data, X.shape[axis], X.strides[axis], index[axis]) < 0) {
            offcy_fail_index(&error, 0, axis, index[axis], X.shape[axis]);
            const offcy_map maps[] = {OFFCY_MAP_VIEW("X", X, double, 2, OFFCY_TO)};
            offcy_raise(&error, sites, FILE_NAME, maps, 1);
            goto done;
        }
    }
    result = offcy_object_from_double(*(double *)X.data);
done:
    offcy_view2_clear(&X);
    return result;
}

static PyObject *list_of(offcy_view1 view)
{
    PyObject *object = offcy_view1_to_object(view, &offcy_dtype_double);
    PyObject *list = object != NULL ? PySequence_List(object) : NULL;
    Py_XDECREF(object);
    return list;
}

PARAMETERS(row, {"X", false, NULL}, {"i", false, NULL})
FUNCTION(row)
{
    PARSE(row, .positional = 2);
    PyObject *result = NULL;
    offcy_view2 X = {0};
    offcy_view1 row = {0};
    offcy_error error = {0};
    Py_ssize_t i;
    if (offcy_view2_from_object(&X, values[0], &offcy_dtype_double, OFFCY_STRIDED, true) < 0 ||
        offcy_ssize_t_from_object(&i, values[1]) < 0)
        goto done;
    PyThreadState *thread = PyEval_SaveThread(); /* as in `with nogil` */
    offcy_view1 part = {.owner = X.owner, .data = X.data};
    if (offcy_slice_index(&part.data, X.shape[0], X.strides[0], i) < 0)
        offcy_fail_axis(&error, OFFCY_SLICE_INDEX_ERROR, 1, 0, i, X.shape[0]);
    part.shape[0] = X.shape[1], part.strides[0] = X.strides[1];
    offcy_view1_assign(&row, part);
    offcy_view2_clear(&X);
    PyEval_RestoreThread(thread);
    if (offcy_failed(&error)) {
        fail(&error);
        goto done;
    }
    result = list_of(row);
done:
    offcy_view1_clear(&row);
    offcy_view2_clear(&X);
    return result;
}

static PyObject *slice(PyObject *object, PyObject *start, PyObject *stop, PyObject *step)
{
    PyObject *result = NULL;
    offcy_view1 v = {0};
    offcy_error error = {0};
    Py_ssize_t bounds[3] = {0};
    if (offcy_view1_from_object(&v, object, &offcy_dtype_double, OFFCY_STRIDED, true) < 0 ||
        (start != NULL && offcy_ssize_t_from_object(&bounds[0], start) < 0) ||
        (stop != NULL && offcy_ssize_t_from_object(&bounds[1], stop) < 0) ||
        (step != NULL && offcy_ssize_t_from_object(&bounds[2], step) < 0))
        goto done;
    const unsigned given = (start != NULL ? OFFCY_START : 0) | (stop != NULL ? OFFCY_STOP : 0) |
                           (step != NULL ? OFFCY_STEP : 0);
    offcy_view1 part = {.owner = v.owner, .data = v.data};
    if (offcy_slice_range(&part.data, &part.shape[0], &part.strides[0], v.shape[0], v.strides[0],
                          bounds[0], bounds[1], bounds[2], given) < 0) {
        offcy_fail_axis(&error, OFFCY_SLICE_STEP_ERROR, 2, 0, 0, v.shape[0]);
        fail(&error);
        goto done;
    }
    result = list_of(part);
done:
    offcy_view1_clear(&v);
    return result;
}

PARAMETERS(stepped, {"v", false, NULL}, A, B, {"c", false, NULL})
FUNCTION(stepped)
{
    PARSE(stepped, .positional = 4);
    return slice(values[0], values[1], values[2], values[3]);
}

PARAMETERS(stepped_to, {"v", false, NULL}, B)
FUNCTION(stepped_to)
{
    PARSE(stepped_to, .positional = 2);
    return slice(values[0], NULL, values[1], NULL);
}

PARAMETERS(stepped_from, {"v", false, NULL}, A)
FUNCTION(stepped_from)
{
    PARSE(stepped_from, .positional = 2);
    return slice(values[0], values[1], NULL, NULL);
}

PARAMETERS(stepped_by, {"v", false, NULL}, {"c", false, NULL})
FUNCTION(stepped_by)
{
    PARSE(stepped_by, .positional = 2);
    return slice(values[0], NULL, NULL, values[1]);
}

#define TO_OBJECT(NAME, N, DTYPE)                                                                  \
    PARAMETERS(NAME, {"v", false, NULL})                                                           \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        PARSE(NAME, .positional = 1);                                                              \
        offcy_view##N v = {0};                                                                     \
        if (offcy_view##N##_from_object(&v, values[0], DTYPE, OFFCY_STRIDED, true) < 0)            \
            return NULL;                                                                           \
        PyObject *result = offcy_view##N##_to_object(v, DTYPE);                                    \
        offcy_view##N##_clear(&v);                                                                 \
        return result;                                                                             \
    }
TO_OBJECT(to_object, 2, &offcy_dtype_double)
TO_OBJECT(to_object_int, 1, &offcy_dtype_int)

/* The map of a temporary, and of one that two views show, each as one view and as two: the result of
 * `allocate`, after `use` has seen it unless it is None. */
#define TEMPORARY(NAME, TO_OBJECT)                                                                 \
    PARAMETERS(NAME, {"allocate", false, NULL}, {"use", false, NULL})                              \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        PARSE(NAME, .positional = 2);                                                              \
        PyObject *array = PyObject_CallNoArgs(values[0]), *result = NULL, *used = NULL;            \
        offcy_view1 v = {0}, other = {0};                                                          \
        if (array == NULL ||                                                                       \
            offcy_view1_from_object(&v, array, &offcy_dtype_double, OFFCY_STRIDED, true) < 0)      \
            goto done;                                                                             \
        offcy_note_new_buffer(v.owner);                                                            \
        Py_CLEAR(array);                                                                           \
        if (values[1] != Py_None) {                                                                \
            array = TO_OBJECT(v, &offcy_dtype_double);                                             \
            used = array != NULL ? PyObject_CallFunctionObjArgs(values[1], array, NULL) : NULL;    \
            Py_CLEAR(array);                                                                       \
            if (used == NULL)                                                                      \
                goto done;                                                                         \
        }                                                                                          \
        const unsigned one = offcy_map_temporary(OFFCY_TOFROM, v.owner, 1);                        \
        const unsigned none = offcy_map_temporary(OFFCY_FROM, v.owner, 0);                         \
        offcy_view1_assign(&other, v);                                                             \
        const unsigned first = offcy_map_temporary(OFFCY_TOFROM, v.owner, 1);                      \
        const unsigned both = offcy_map_temporary(OFFCY_FROM, v.owner, 2);                         \
        result = Py_BuildValue("IIII", one, none, first, both);                                    \
    done:                                                                                          \
        Py_XDECREF(array);                                                                         \
        Py_XDECREF(used);                                                                          \
        offcy_view1_clear(&v);                                                                     \
        offcy_view1_clear(&other);                                                                 \
        return result;                                                                             \
    }
TEMPORARY(temporary, offcy_view1_to_object)
TEMPORARY(lent_temporary, offcy_view1_lend)

#define DIVIDE(NAME, TYPE_NAME, TYPE, TO, PROBLEM, RESULT)                                         \
    PARAMETERS(NAME, A, B)                                                                         \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        PARSE(NAME, .positional = 2);                                                              \
        offcy_error error = {0};                                                                   \
        TYPE a, b;                                                                                 \
        if (offcy_##TYPE_NAME##_from_object(&a, values[0]) < 0 ||                                  \
            offcy_##TYPE_NAME##_from_object(&b, values[1]) < 0)                                    \
            return NULL;                                                                           \
        const int problem = PROBLEM;                                                               \
        if (problem != OFFCY_NO_ERROR) {                                                           \
            offcy_fail(&error, problem, 3);                                                        \
            fail(&error);                                                                          \
            return NULL;                                                                           \
        }                                                                                          \
        return offcy_object_from_##TO(RESULT);                                                     \
    }
DIVIDE(floordiv_int, int, int, signed, offcy_division_problem_int(a, b), offcy_floordiv_int(a, b))
DIVIDE(mod_int, int, int, signed, offcy_division_problem_int(a, b), offcy_mod_int(a, b))
DIVIDE(floordiv_long, long, long, signed, offcy_division_problem_long(a, b), offcy_floordiv_long(a, b))
DIVIDE(mod_long, long, long, signed, offcy_division_problem_long(a, b), offcy_mod_long(a, b))
DIVIDE(floordiv_unsigned_int, unsigned_int, unsigned int, unsigned,
       offcy_division_problem_unsigned_int(a, b), offcy_floordiv_unsigned_int(a, b))
DIVIDE(truediv_double, double, double, double, b == 0 ? OFFCY_FLOAT_DIVISION_BY_ZERO : 0, a / b)
DIVIDE(floordiv_double, double, double, double, b == 0 ? OFFCY_FLOAT_DIVISION_BY_ZERO : 0,
       offcy_floordiv_double(a, b))
DIVIDE(mod_double, double, double, double, b == 0 ? OFFCY_FLOAT_MODULO_BY_ZERO : 0,
       offcy_mod_double(a, b))
DIVIDE(mod_float, float, float, double, b == 0 ? OFFCY_FLOAT_MODULO_BY_ZERO : 0,
       (double)offcy_mod_float(a, b))

/* Raises any error record, without the GIL: kind, site, device, index, extent. */
PARAMETERS(raise_kind, {"kind", false, NULL}, {"site", false, NULL}, {"device", false, NULL},
           {"index", false, NULL}, {"extent", false, NULL})
FUNCTION(raise_kind)
{
    static const offcy_site raising[] = {
        {.function = "f", .line = 5, .variable = "v"},
        {.function = "f", .line = 6, .exception = "KeyError", .message = "not there"},
        {.function = "f", .line = 7, .exception = "StopIteration"},
        {.function = "f", .line = 8, .exception = "print", .message = "no exception"},
    };
    PARSE(raise_kind, .positional = 5);
    int numbers[5];
    for (int k = 0; k < 5; k++)
        if (offcy_int_from_object(&numbers[k], values[k]) < 0)
            return NULL;
    const offcy_error error = {.kind = numbers[0], .site = numbers[1], .device = numbers[2],
                               .index = numbers[3], .extent = numbers[4], .name = "X", .other = "Y"};
    PyThreadState *thread = PyEval_SaveThread();
    offcy_raise(&error, raising, FILE_NAME, NULL, 0);
    PyEval_RestoreThread(thread);
    return NULL;
}

/* A data context that stays open: hold(v), drop(); is_present(v) asks the table. */
static offcy_scope held;
static offcy_view1 held_view;
static offcy_error held_error;

static int fail_held(void)
{
    offcy_raise(&held_error, NULL, FILE_NAME, NULL, 0);
    held_error = (offcy_error){0};
    return -1;
}

PARAMETERS(hold, {"v", false, NULL})
FUNCTION(hold)
{
    static const offcy_region context = {
        .function = "hold", .file = FILE_NAME, .line = 90, .kind = OFFCY_CONTEXT};
    PARSE(hold, .positional = 1);
    offcy_view1_clear(&held_view);
    if (offcy_view1_from_object(&held_view, values[0], &offcy_dtype_double, OFFCY_STRIDED, true) < 0)
        return NULL;
    const offcy_map maps[] = {OFFCY_MAP_VIEW("v", held_view, double, 1, OFFCY_TOFROM)};
    if (offcy_enter(&held, &context, OFFCY_DEFAULT_DEVICE, maps, 1, &held_error) < 0 && fail_held() < 0)
        return NULL;
    return PyLong_FromLong(held.device);
}

PARAMETERS(drop, A)
FUNCTION(drop)
{
    PARSE(drop, .positional = 0);
    if (offcy_leave(&held, false) < 0 && fail_held() < 0)
        return NULL;
    offcy_view1_clear(&held_view);
    return Py_NewRef(Py_None);
}

PARAMETERS(is_present, {"v", false, NULL})
FUNCTION(is_present)
{
    PARSE(is_present, .positional = 1);
    offcy_view1 v = {0};
    if (offcy_view1_from_object(&v, values[0], &offcy_dtype_double, OFFCY_STRIDED, true) < 0)
        return NULL;
    const bool found = offcy_device_pointer(v.data, 8 * v.shape[0], 0) != NULL;
    offcy_view1_clear(&v);
    return PyBool_FromLong(found);
}

/* The kinds' numbers, for the tests. */
static const struct { const char *name; int kind; } kinds[] = {
    {"INDEX_ERROR", OFFCY_INDEX_ERROR}, {"OVERFLOW", OFFCY_OVERFLOW},
    {"DIVISION_OVERFLOW", OFFCY_DIVISION_OVERFLOW}, {"NEGATIVE_POWER", OFFCY_NEGATIVE_POWER},
    {"NONE_ERROR", OFFCY_NONE_ERROR}, {"UNBOUND_ERROR", OFFCY_UNBOUND_ERROR},
    {"RAISED", OFFCY_RAISED}, {"OUT_OF_MEMORY", OFFCY_OUT_OF_MEMORY},
    {"OUT_OF_HOST_MEMORY", OFFCY_OUT_OF_HOST_MEMORY}, {"OVERLAP", OFFCY_OVERLAP},
    {"SHARED", OFFCY_SHARED},
    {"BAD_MAP", OFFCY_BAD_MAP}, {"NOT_PRESENT", OFFCY_NOT_PRESENT},
    {"BAD_DEVICE", OFFCY_BAD_DEVICE}, {"NO_DEVICE", OFFCY_NO_DEVICE}, {"FORKED", OFFCY_FORKED},
    {"TRANSFER_FAILED", OFFCY_TRANSFER_FAILED},
};

#include "fused_probe.h"

#define METHOD(NAME) \
    {#NAME, (PyCFunction)(void (*)(void))NAME, METH_FASTCALL | METH_KEYWORDS, NULL}

static PyMethodDef methods[] = {
    METHOD(two), METHOD(strided1), METHOD(strided2), METHOD(readonly1), METHOD(contiguous1),
    METHOD(fortran2), METHOD(not_none), METHOD(view_float), METHOD(view_int),
    METHOD(view_unsigned_int), METHOD(view_long), METHOD(view_int64_t), METHOD(view_unsigned_char),
    METHOD(view_char), METHOD(view_signed_char), METHOD(view_double_complex), METHOD(view_bint),
    METHOD(view_size_t), METHOD(view_ssize_t), METHOD(view_readonly_char), STRUCT_METHODS, METHOD(take_char),
    METHOD(take_signed_char), METHOD(take_unsigned_char), METHOD(take_short),
    METHOD(take_unsigned_short), METHOD(take_int), METHOD(take_unsigned_int), METHOD(take_long),
    METHOD(take_unsigned_long), METHOD(take_long_long), METHOD(take_unsigned_long_long),
    METHOD(take_size_t), METHOD(take_ssize_t), METHOD(take_int32_t), METHOD(take_uint8_t),
    METHOD(take_uint64_t), METHOD(take_double), METHOD(take_float), METHOD(take_bint), METHOD(take_double_complex),
    METHOD(take_string), METHOD(take_list), METHOD(take_str), METHOD(none), METHOD(one),
    METHOD(two_objects), METHOD(optional), METHOD(optional3), METHOD(all_optional),
    METHOD(positional), METHOD(positional_optional), METHOD(keyword_only), METHOD(only_keywords),
    METHOD(required_keywords), METHOD(star), METHOD(star_star), METHOD(both), METHOD(only_star),
    METHOD(only_star_star), METHOD(positional_star_star), METHOD(element), METHOD(row),
    METHOD(stepped), METHOD(stepped_to), METHOD(stepped_from), METHOD(stepped_by),
    METHOD(to_object), METHOD(to_object_int), METHOD(floordiv_int), METHOD(mod_int),
    METHOD(floordiv_long), METHOD(mod_long), METHOD(floordiv_unsigned_int), METHOD(truediv_double),
    METHOD(floordiv_double), METHOD(mod_double), METHOD(mod_float), METHOD(raise_kind), METHOD(hold),
    METHOD(drop), METHOD(is_present), METHOD(temporary),
    METHOD(lent_temporary), {NULL, NULL, 0, NULL},
};

#ifndef PROBE_NAME
#define PROBE_NAME offcy_probe
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

static PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = TEXT(PROBE_NAME), .m_size = -1,
                                 .m_methods = methods};

PyMODINIT_FUNC JOIN(PyInit_, PROBE_NAME)(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && offcy_runtime_join(module) < 0)
        Py_CLEAR(module);
    for (size_t k = 0; module != NULL && k < sizeof kinds / sizeof kinds[0]; k++)
        if (PyModule_AddIntConstant(module, kinds[k].name, kinds[k].kind) < 0)
            Py_CLEAR(module);
    if (module != NULL && offcy_add_fused(module, fused_functions, 2, FILE_NAME) < 0)
        Py_CLEAR(module);
    return module;
}
