/* The structs of cython_probe.pyx, as emitted glue would describe them. */

struct Point { double u; double v; };
struct Mixed { double a; int b; short c[3]; struct Point d; char e; long f; };
struct Packed { char a; double b; int c[2][2]; unsigned char d; } __attribute__((packed));
struct Letters { char a[5]; signed char b; unsigned char c; float _Complex d; float e; };
struct Head { struct Point a; int b; };

#define FIELD(TYPE, NAME, DTYPE) OFFCY_FIELD(#NAME, struct TYPE, NAME, DTYPE)
#define ARRAY(TYPE, NAME, DTYPE, ...) OFFCY_ARRAY_FIELD(#NAME, struct TYPE, NAME, DTYPE, __VA_ARGS__)
#define STRUCT(NAME, TEXT, TYPE, FIELDS)                                                            \
    static const offcy_dtype dtype_##NAME = {TEXT,   OFFCY_STRUCT, sizeof(struct TYPE), NULL, \
                                             FIELDS, sizeof FIELDS / sizeof FIELDS[0], NULL, NULL};

static const offcy_field point_fields[] = {FIELD(Point, u, offcy_dtype_double),
                                           FIELD(Point, v, offcy_dtype_double)};
STRUCT(point, "Point", Point, point_fields)
STRUCT(const_point, "const Point", Point, point_fields)

static const offcy_field mixed_fields[] = {
    FIELD(Mixed, a, offcy_dtype_double), FIELD(Mixed, b, offcy_dtype_int),
    ARRAY(Mixed, c, offcy_dtype_short, 1, 3), FIELD(Mixed, d, dtype_point),
    FIELD(Mixed, e, offcy_dtype_char), FIELD(Mixed, f, offcy_dtype_long)};
STRUCT(mixed, "Mixed", Mixed, mixed_fields)

static const offcy_field packed_fields[] = {
    FIELD(Packed, a, offcy_dtype_char), FIELD(Packed, b, offcy_dtype_double),
    ARRAY(Packed, c, offcy_dtype_int, 2, 2, 2), FIELD(Packed, d, offcy_dtype_unsigned_char)};
STRUCT(packed, "Packed", Packed, packed_fields)

static const offcy_field letters_fields[] = {
    ARRAY(Letters, a, offcy_dtype_char, 1, 5), FIELD(Letters, b, offcy_dtype_signed_char),
    FIELD(Letters, c, offcy_dtype_unsigned_char), FIELD(Letters, d, offcy_dtype_float_complex),
    FIELD(Letters, e, offcy_dtype_float)};
STRUCT(letters, "Letters", Letters, letters_fields)

static const offcy_field head_fields[] = {FIELD(Head, a, dtype_point), FIELD(Head, b, offcy_dtype_int)};
STRUCT(head, "Head", Head, head_fields)

VIEW(view_point, 1, &dtype_point, OFFCY_STRIDED, true, 0)
VIEW(view_const_point, 1, &dtype_const_point, OFFCY_STRIDED, false, 0)
VIEW(view_mixed, 1, &dtype_mixed, OFFCY_STRIDED, true, 0)
VIEW(view_packed, 1, &dtype_packed, OFFCY_STRIDED, true, 0)
VIEW(view_letters, 1, &dtype_letters, OFFCY_STRIDED, true, 0)
VIEW(view_head, 1, &dtype_head, OFFCY_STRIDED, true, 0)

#define TAKE_STRUCT(NAME, TYPE)                                                                            \
    PARAMETERS(take_##NAME, {"n", false, NULL})                                                    \
    FUNCTION(take_##NAME)                                                                          \
    {                                                                                              \
        PARSE(take_##NAME, .positional = 1);                                                       \
        TYPE n = {0};                                                                              \
        if (offcy_struct_from_object(&n, values[0], &dtype_##NAME) < 0)                            \
            return NULL;                                                                           \
        return offcy_object_from_struct(&n, &dtype_##NAME);                                        \
    }

union Either { int a; double b; };
static const offcy_field either_fields[] = {OFFCY_FIELD("a", union Either, a, offcy_dtype_int),
                                            OFFCY_FIELD("b", union Either, b, offcy_dtype_double)};
static const offcy_dtype dtype_either = {"Either", OFFCY_UNION, sizeof(union Either), NULL, either_fields, 2, NULL, NULL};

struct Flags { int on; long many[2][2]; unsigned char low; Py_ssize_t size; };
static const offcy_field flags_fields[] = {
    FIELD(Flags, on, offcy_dtype_bint), ARRAY(Flags, many, offcy_dtype_long, 2, 2, 2),
    FIELD(Flags, low, offcy_dtype_unsigned_char), FIELD(Flags, size, offcy_dtype_ssize_t)};
STRUCT(flags, "Flags", Flags, flags_fields)

TAKE_STRUCT(point, struct Point)
TAKE_STRUCT(mixed, struct Mixed)
TAKE_STRUCT(packed, struct Packed)
TAKE_STRUCT(head, struct Head)
TAKE_STRUCT(flags, struct Flags)
TAKE_STRUCT(either, union Either)

VIEW(view_either, 1, &dtype_either, OFFCY_STRIDED, true, 0)
struct Tagged { int tag; union Either of; };
static const offcy_field tagged_fields[] = {FIELD(Tagged, tag, offcy_dtype_int), FIELD(Tagged, of, dtype_either)};
STRUCT(tagged, "Tagged", Tagged, tagged_fields)
VIEW(view_tagged, 1, &dtype_tagged, OFFCY_STRIDED, true, 0)
PARAMETERS(to_object_tagged, {"v", false, NULL})
FUNCTION(to_object_tagged)
{
    PARSE(to_object_tagged, .positional = 1);
    offcy_view1 v = {0};
    if (offcy_view1_from_object(&v, values[0], &dtype_tagged, OFFCY_STRIDED, true) < 0)
        return NULL;
    PyObject *result = offcy_view1_to_object(v, &dtype_tagged);
    offcy_view1_clear(&v);
    return result;
}

#define STRUCT_METHODS                                                                              \
    METHOD(view_point), METHOD(view_const_point), METHOD(view_mixed), METHOD(view_packed),          \
        METHOD(view_letters), METHOD(view_head), METHOD(take_point), METHOD(take_mixed),            \
        METHOD(take_packed), METHOD(take_head), METHOD(take_flags), METHOD(take_either),             \
        METHOD(view_either), METHOD(view_tagged), METHOD(to_object_tagged)
