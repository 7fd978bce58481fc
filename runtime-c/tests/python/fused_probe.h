/* The fused functions of cython_probe.pyx by hand, as emitted glue would have them. */

#define ONE_VIEW(NAME, TEXT, N, DTYPE, LAYOUT)                                                     \
    PARAMETERS(NAME, {"v", false, NULL})                                                           \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        static const offcy_signature signature = {                                                       \
            .function = "fused_view", .parameters = NAME##_parameters, .positional = 1};           \
        PyObject *values[1];                                                                       \
        offcy_view##N v = {0};                                                                     \
        (void)module;                                                                              \
        if (offcy_parse_arguments(&signature, args, nargs, keywords, values) < 0 ||                \
            offcy_view##N##_from_object(&v, values[0], &offcy_dtype_##DTYPE, OFFCY_##LAYOUT,       \
                                        true) < 0)                                                 \
            return NULL;                                                                           \
        offcy_view##N##_clear(&v);                                                                 \
        return PyUnicode_FromString(TEXT);                                                         \
    }

#define TWO(NAME, TEXT)                                                                            \
    PARAMETERS(NAME, {"v", false, NULL}, {"n", false, NULL})                                       \
    FUNCTION(NAME)                                                                                 \
    {                                                                                              \
        static const offcy_signature signature = {                                                       \
            .function = "fused_two", .parameters = NAME##_parameters, .positional = 2, .defaults = 1};           \
        PyObject *values[2];                                                                       \
        (void)module;                                                                              \
        if (offcy_parse_arguments(&signature, args, nargs, keywords, values) < 0)                  \
            return NULL;                                                                           \
        return PyUnicode_FromString(TEXT);                                                         \
    }

ONE_VIEW(fused_char, "char[:]", 1, char, STRIDED)
ONE_VIEW(fused_int, "int[:]", 1, int, STRIDED)
ONE_VIEW(fused_double, "double[:]", 1, double, STRIDED)
ONE_VIEW(fused_complex, "double complex[:]", 1, double_complex, STRIDED)
ONE_VIEW(fused_grid, "double[:, ::1]", 2, double, C_CONTIGUOUS)
ONE_VIEW(fused_fortran, "double[::1, :]", 2, double, F_CONTIGUOUS)
TWO(fused_float_int, "float int")
TWO(fused_float_object, "float Python object")
TWO(fused_list_int, "list object int")
TWO(fused_list_object, "list object Python object")

#define SPECIALISATION(KEY, NAME) \
    {KEY, {KEY, (PyCFunction)(void (*)(void))NAME, METH_FASTCALL | METH_KEYWORDS, NULL}}

#define BUFFER(NUMBER, DTYPE, NDIM, LAYOUT) \
    {.number = NUMBER, .dtype = &offcy_dtype_##DTYPE, .ndim = NDIM, .layout = OFFCY_##LAYOUT}

static const offcy_choice view_choices[] = {
    BUFFER(0, char, 1, STRIDED), BUFFER(1, int, 1, STRIDED), BUFFER(2, double, 1, STRIDED),
    BUFFER(3, double_complex, 1, STRIDED), BUFFER(4, double, 2, C_CONTIGUOUS),
    BUFFER(5, double, 2, F_CONTIGUOUS)};
static const offcy_choice first_choices[] = {{.number = 0, .type = &PyFloat_Type},
                                             {.number = 1, .type = &PyList_Type}};
static const offcy_choice second_choices[] = {{.number = 0, .type = &PyLong_Type},
                                              {.number = 1, .type = &PyBaseObject_Type}};

static offcy_fused_type view_types[] = {{.name = "v", .width = 6, .takes_none = true,
                                         .unset = OFFCY_REQUIRED, .choices = view_choices,
                                         .choice_count = 6}};
static offcy_fused_type two_types[] = {
    {.name = "v", .width = 2, .unset = OFFCY_REQUIRED, .choices = first_choices, .choice_count = 2},
    {.name = "n", .position = 1, .width = 2, .unset = 0, .choices = second_choices,
     .choice_count = 2}};

static offcy_specialisation view_specialisations[] = {
    SPECIALISATION("char[:]", fused_char), SPECIALISATION("int[:]", fused_int),
    SPECIALISATION("double[:]", fused_double), SPECIALISATION("double complex[:]", fused_complex),
    SPECIALISATION("double[:, ::1]", fused_grid), SPECIALISATION("double[::1, :]", fused_fortran)};
static offcy_specialisation two_specialisations[] = {
    SPECIALISATION("float|int", fused_float_int), SPECIALISATION("float|object", fused_float_object),
    SPECIALISATION("list|int", fused_list_int), SPECIALISATION("list|object", fused_list_object)};

static offcy_fused fused_functions[] = {
    {.name = "fused_view", .doc = "Views.", .required = 1, .type_count = 1, .types = view_types,
     .count = 6, .specialisations = view_specialisations},
    {.name = "fused_two", .required = 1, .type_count = 2, .types = two_types, .count = 4,
     .specialisations = two_specialisations}};
