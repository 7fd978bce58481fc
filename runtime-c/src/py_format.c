/* Whether a buffer's format string (PEP 3118) describes a type's elements. Rules and messages are Cython's.
 *
 * The string is read once. In parallel goes a place in the type: the next field that is not a struct, at any
 * depth. Letters of one kind that follow each other are processed together, when something else comes. */
#include "offcy_py_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One letter of a format string. */
typedef struct letter {
    char letter;
    char group;              /* an offcy_kind, or 'P' for a pointer */
    unsigned char native;    /* bytes with C's sizes (`@`, `^`) */
    unsigned char fixed;     /* bytes with the standard ones (`=`, `<`, `>`, `!`); 0: undefined */
    unsigned char alignment; /* with `@` */
    const char *described;
} letter;

static const letter letters[] = {
    {'c', 'H', 1, 1, 1, "'char'"},
    {'b', 'I', 1, 1, 1, "'signed char'"},
    {'B', 'U', 1, 1, 1, "'unsigned char'"},
    {'?', 'U', 1, 1, 1, "'bool'"},
    {'h', 'I', sizeof(short), 2, _Alignof(short), "'short'"},
    {'H', 'U', sizeof(short), 2, _Alignof(short), "'unsigned short'"},
    {'i', 'I', sizeof(int), 4, _Alignof(int), "'int'"},
    {'I', 'U', sizeof(int), 4, _Alignof(int), "'unsigned int'"},
    {'l', 'I', sizeof(long), 4, _Alignof(long), "'long'"},
    {'L', 'U', sizeof(long), 4, _Alignof(long), "'unsigned long'"},
    {'q', 'I', sizeof(long long), 8, _Alignof(long long), "'long long'"},
    {'Q', 'U', sizeof(long long), 8, _Alignof(long long), "'unsigned long long'"},
    {'f', 'R', sizeof(float), 4, _Alignof(float), "'float'"},
    {'d', 'R', sizeof(double), 8, _Alignof(double), "'double'"},
    {'g', 'R', sizeof(long double), 0, _Alignof(long double), "'long double'"},
    {'s', 'I', 1, 1, 1, "a string"},
    {'p', 'I', 1, 1, 1, "a string"},
    {'O', 'O', sizeof(void *), sizeof(void *), _Alignof(void *), "Python object"},
    {'P', 'P', sizeof(void *), sizeof(void *), _Alignof(void *), "a pointer"},
};

static const letter *find_letter(char which)
{
    for (size_t k = 0; k < sizeof letters / sizeof letters[0]; k++)
        if (letters[k].letter == which)
            return &letters[k];
    return NULL;
}

enum { DEEPEST = 32 };

/* A struct that is being read. */
typedef struct level {
    const offcy_dtype *type;
    const offcy_field *field; /* the one that is next */
    ptrdiff_t base;           /* of the struct, bytes */
    ptrdiff_t repeats;        /* elements that follow in an array of structs */
} level;

typedef struct matcher {
    offcy_field root;
    level levels[DEEPEST];
    int depth;         /* 0: `root` is next; -1: nothing is */
    ptrdiff_t offset;  /* where the string is, bytes */
    ptrdiff_t aligned; /* by the first member of the struct that is read; 0: none yet */
    char pack, next_pack;
    size_t next_count;   /* the number before what comes next */
    const letter *taken; /* letters that wait, or NULL; `count` of them */
    size_t count;
    bool is_complex, is_array;
} matcher;

static const offcy_field *next_field(const matcher *m)
{
    return m->depth == 0 ? &m->root : m->levels[m->depth].field;
}

static ptrdiff_t next_offset(const matcher *m)
{
    return m->depth == 0 ? 0 : m->levels[m->depth].base + m->levels[m->depth].field->offset;
}

static const char *describe(const letter *found, bool is_complex)
{
    if (found == NULL)
        return "end";
    if (!is_complex)
        return found->described;
    switch (found->letter) {
    case 'f': return "'complex float'";
    case 'd': return "'complex double'";
    default: return "'complex long double'";
    }
}

OFFCY_SELDOM static int fail_mismatch(const matcher *m)
{
    const char *got = describe(m->taken, m->is_complex);
    if (m->depth < 0)
        PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected end but got %s", got);
    else if (m->depth == 0)
        PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected '%s' but got %s",
                     m->root.dtype->name, got);
    else
        PyErr_Format(PyExc_ValueError, "Buffer dtype mismatch, expected '%s' but got %s in '%s.%s'",
                     next_field(m)->dtype->name, got, m->levels[m->depth].type->name,
                     next_field(m)->name);
    return -1;
}

static int fail_letter(char which)
{
    PyErr_Format(PyExc_ValueError, "Does not understand character buffer dtype format string ('%c')",
                 which);
    return -1;
}

static int fail_dimension(ptrdiff_t expected, size_t got)
{
    PyErr_Format(PyExc_ValueError, "Expected a dimension of size %zd, got %zu", (Py_ssize_t)expected,
                 got);
    return -1;
}

/* Enters the struct that comes next. */
static int enter(matcher *m, ptrdiff_t repeats)
{
    if (m->depth + 1 >= DEEPEST) {
        PyErr_SetString(PyExc_ValueError, "Buffer dtype is nested too deeply");
        return -1;
    }
    const offcy_dtype *type = next_field(m)->dtype;
    const ptrdiff_t base = next_offset(m);
    m->levels[++m->depth] = (level){type, type->fields, base, repeats};
    return 0;
}

/* A struct of two floats fits a complex number as well. */
static char group_of(const offcy_dtype *type)
{
    const offcy_field *fields = type->fields;
    if (type->kind == OFFCY_STRUCT && type->field_count == 2 && fields[0].ndim == 0 &&
        fields[1].ndim == 0 && fields[0].dtype->kind == OFFCY_FLOATING &&
        fields[1].dtype->kind == OFFCY_FLOATING && fields[0].dtype->size == fields[1].dtype->size)
        return OFFCY_COMPLEX;
    if (type->kind == OFFCY_TRUTH)
        return type->size == sizeof(bool) ? OFFCY_UNSIGNED : OFFCY_SIGNED;
    return (char)type->kind;
}

/* To the first field in the structs that come next; arrays of structs wait for their extents. */
static int descend(matcher *m)
{
    while (m->depth >= 0 && next_field(m)->ndim == 0 &&
           group_of(next_field(m)->dtype) == OFFCY_STRUCT && next_field(m)->dtype->field_count > 0)
        if (enter(m, 0) < 0)
            return -1;
    return 0;
}

/* To the field after the next one. */
static int advance(matcher *m)
{
    while (m->depth > 0) {
        level *top = &m->levels[m->depth];
        if (++top->field < top->type->fields + top->type->field_count)
            return descend(m);
        if (top->repeats > 0) {
            top->repeats--;
            top->base += top->type->size;
            top->field = top->type->fields;
            return descend(m);
        }
        m->depth--;
    }
    m->depth = -1;
    return 0;
}

static ptrdiff_t elements_of(const offcy_field *field)
{
    ptrdiff_t count = 1;
    for (int axis = 0; axis < field->ndim; axis++)
        count *= field->extents[axis];
    return count;
}

/* An array of numbers: its extents came before, or it is a string. */
static int check_array(matcher *m, const offcy_field *field)
{
    int ndim = 0;
    if (m->taken->letter == 's' || m->taken->letter == 'p') {
        ndim = 1;
        m->is_array = field->ndim == 1;
        if (m->count != (size_t)field->extents[0])
            return fail_dimension(field->extents[0], m->count);
    }
    if (!m->is_array) {
        PyErr_Format(PyExc_ValueError, "Expected %d dimensions, got %d", field->ndim, ndim);
        return -1;
    }
    m->is_array = false;
    m->count = 1;
    return 0;
}

/* `char` fits any one-byte integer type, and the letter 'c' too; a union fits what one of its fields of the
 * same size fits. */
static bool fits(const offcy_dtype *type, char group, ptrdiff_t size)
{
    const char wanted = group_of(type);
    bool found = wanted == group || wanted == OFFCY_CHARACTER || group == OFFCY_CHARACTER;
    if (type->kind == OFFCY_UNION) {
        found = false;
        for (int k = 0; k < type->field_count; k++)
            found |= type->fields[k].ndim == 0 && fits(type->fields[k].dtype, group, size);
    }
    return type->size == size && found;
}

/* Compares the letters that wait with the fields that come next. */
OFFCY_SELDOM OFFCY_SMALL static int take(matcher *m)
{
    if (m->taken == NULL)
        return 0;
    if (m->depth < 0)
        return fail_mismatch(m);
    const letter *taken = m->taken;
    const ptrdiff_t elements = elements_of(next_field(m));
    if (next_field(m)->ndim > 0 && check_array(m, next_field(m)) < 0)
        return -1;
    const char group = m->is_complex ? (char)OFFCY_COMPLEX : taken->group;
    const bool native = m->pack == '@' || m->pack == '^';
    const ptrdiff_t size = (native ? taken->native : taken->fixed) * (m->is_complex ? 2 : 1);
    while (m->count > 0) {
        const offcy_dtype *type = next_field(m)->dtype;
        if (m->pack == '@') {
            m->offset += (taken->alignment - m->offset % taken->alignment) % taken->alignment;
            if (m->aligned == 0)
                m->aligned = taken->alignment;
        }
        if (!fits(type, group, size)) {
            if (type->kind != OFFCY_STRUCT || group_of(type) != OFFCY_COMPLEX)
                return fail_mismatch(m);
            if (enter(m, 0) < 0)
                return -1;
            continue;
        }
        if (m->offset != next_offset(m)) {
            PyErr_Format(PyExc_ValueError,
                         "Buffer dtype mismatch; next field is at offset %zd but %zd expected",
                         (Py_ssize_t)m->offset, (Py_ssize_t)next_offset(m));
            return -1;
        }
        m->offset += size * elements;
        m->count--;
        if (advance(m) < 0)
            return -1;
        if (m->depth < 0 && m->count > 0)
            return fail_mismatch(m);
    }
    m->taken = NULL;
    m->is_complex = false;
    return 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t number(const char **format)
{
    size_t value = 0;
    for (; is_digit(**format); ++*format)
        value = value < 1000000000 ? value * 10 + (size_t)(**format - '0') : value;
    return value;
}

/* `(2,3)` before what is repeated. */
static int take_extents(matcher *m, const char **format)
{
    if (m->next_count != 1) {
        PyErr_SetString(PyExc_ValueError, "Cannot handle repeated arrays in format string");
        return -1;
    }
    if (take(m) < 0)
        return -1;
    if (m->depth < 0)
        return fail_mismatch(m);
    const offcy_field *field = next_field(m);
    const char *at = *format + 1;
    int axis = 0;
    while (*at != '\0' && *at != ')') {
        if (strchr(" \f\r\n\t\v", *at) != NULL) {
            at++;
            continue;
        }
        if (!is_digit(*at))
            return fail_letter(*at);
        const size_t extent = number(&at);
        if (axis < field->ndim && extent != (size_t)field->extents[axis])
            return fail_dimension(field->extents[axis], extent);
        if (*at != ',' && *at != ')') {
            PyErr_Format(PyExc_ValueError, "Expected a comma in format string, got '%c'", *at);
            return -1;
        }
        at += *at == ',';
        axis++;
    }
    if (axis != field->ndim) {
        PyErr_Format(PyExc_ValueError, "Expected %d dimension(s), got %d", field->ndim, axis);
        return -1;
    }
    if (*at == '\0') {
        PyErr_SetString(PyExc_ValueError, "Unexpected end of format string, expected ')'");
        return -1;
    }
    m->is_array = true;
    *format = at + 1;
    return 0;
}

OFFCY_SELDOM OFFCY_SMALL static int read_format(matcher *m, const char **format, int depth);

/* `T{...}`: the struct that comes next, `next_count` times, or as often as its array has elements. */
static int take_struct(matcher *m, const char **format, int depth)
{
    size_t count = m->next_count;
    m->next_count = 1;
    if ((*format)[1] != '{') {
        PyErr_SetString(PyExc_ValueError, "Buffer acquisition: Expected '{' after 'T'");
        return -1;
    }
    if (depth >= DEEPEST) {
        PyErr_SetString(PyExc_ValueError, "Buffer dtype is nested too deeply");
        return -1;
    }
    if (take(m) < 0)
        return -1;
    if (m->is_array && m->depth >= 0 && next_field(m)->dtype->kind == OFFCY_STRUCT) {
        m->is_array = false;
        count = (size_t)elements_of(next_field(m));
        if (enter(m, (ptrdiff_t)count - 1) < 0 || descend(m) < 0)
            return -1;
    }
    const ptrdiff_t aligned = m->aligned;
    const char *const begin = *format + 2;
    *format = begin;
    m->count = 0;
    m->aligned = 0;
    for (size_t k = 0; k < count; k++) {
        *format = begin;
        if (read_format(m, format, depth + 1) < 0)
            return -1;
    }
    if (aligned != 0)
        m->aligned = aligned;
    return 0;
}

static int end_struct(matcher *m)
{
    const ptrdiff_t aligned = m->aligned;
    if (take(m) < 0)
        return -1;
    if (aligned != 0)
        m->offset += (aligned - m->offset % aligned) % aligned;
    return 0;
}

static int set_byte_order(matcher *m, char order)
{
    const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    if (order == '<' && !is_little) {
        PyErr_SetString(PyExc_ValueError, "Little-endian buffer not supported on big-endian compiler");
        return -1;
    }
    if ((order == '>' || order == '!') && is_little) {
        PyErr_SetString(PyExc_ValueError, "Big-endian buffer not supported on little-endian compiler");
        return -1;
    }
    m->next_pack = order == '@' || order == '^' ? order : '=';
    return 0;
}

static int take_letter(matcher *m, const char **format)
{
    const bool is_complex = **format == 'Z';
    if (is_complex && ((*format)[1] == '\0' || strchr("fdg", (*format)[1]) == NULL)) {
        PyErr_SetString(PyExc_ValueError, "Unexpected format string character: 'Z'");
        return -1;
    }
    *format += is_complex;
    const letter *found = find_letter(**format);
    if (found == NULL || found->letter == 'P')
        return fail_letter(**format);
    ++*format;
    const bool continues = m->taken == found && m->is_complex == is_complex && found->letter != 's' &&
                           m->pack == m->next_pack && !m->is_array;
    if (continues) {
        m->count += m->next_count;
    } else {
        if (take(m) < 0)
            return -1;
        m->taken = found;
        m->is_complex = is_complex;
        m->pack = m->next_pack;
        m->count = m->next_count;
    }
    m->next_count = 1;
    return 0;
}

/* Bytes without a type are padding, or a union. */
static int take_raw(matcher *m)
{
    if (m->depth < 0 || next_field(m)->ndim > 0 || next_field(m)->dtype->kind != OFFCY_UNION)
        return 0;
    const bool is_it = m->offset == next_offset(m) && (ptrdiff_t)m->next_count == next_field(m)->dtype->size;
    return is_it ? advance(m) : 0;
}

/* To the end of the string, or of the struct. */
static int read_format(matcher *m, const char **format, int depth)
{
    for (;;) {
        switch (**format) {
        case '\0':
            if (take(m) < 0)
                return -1;
            return m->depth >= 0 ? fail_mismatch(m) : 0;
        case ' ': case '\r': case '\n':
            ++*format;
            break;
        case '@': case '^': case '=': case '<': case '>': case '!':
            if (set_byte_order(m, **format) < 0)
                return -1;
            ++*format;
            break;
        case 'T':
            if (take_struct(m, format, depth) < 0)
                return -1;
            break;
        case '}':
            if (depth == 0)
                return fail_letter('}');
            ++*format;
            return end_struct(m);
        case 'x':
            if (take(m) < 0 || take_raw(m) < 0)
                return -1;
            m->offset += (ptrdiff_t)m->next_count;
            m->next_count = 1;
            ++*format;
            break;
        case ':': {
            const char *end = strchr(*format + 1, ':');
            *format = end != NULL ? end + 1 : *format + strlen(*format);
            break;
        }
        case '(':
            if (take_extents(m, format) < 0)
                return -1;
            break;
        default:
            if (is_digit(**format))
                m->next_count = number(format);
            else if (take_letter(m, format) < 0)
                return -1;
        }
    }
}

int offcy_check_format(const char *format, const offcy_dtype *dtype)
{
    if (dtype->kind == OFFCY_ANY)
        return 0;
    if (format == NULL)
        format = "B";
    if (dtype->format != NULL && strcmp(format, dtype->format) == 0)
        return 0;
    matcher m = {.root = {.name = "buffer dtype", .dtype = dtype}, .pack = '@', .next_pack = '@', .next_count = 1};
    if (descend(&m) < 0)
        return -1;
    return read_format(&m, &format, 0);
}

int offcy_check_elements(const offcy_dtype *from, const offcy_dtype *to)
{
    if (from == to || to->kind == OFFCY_ANY)
        return 0;
    if (from->format != NULL)
        return offcy_check_format(from->format, to);
    char *format = offcy_struct_format(from);
    const int status = format != NULL ? offcy_check_format(format, to) : -1;
    free(format);
    return status;
}

/* Text that grows. */
typedef struct text {
    char *begin;
    size_t length, size;
    bool failed;
} text;

static void add(text *out, const char *more)
{
    const size_t length = strlen(more);
    if (out->length + length + 1 > out->size) {
        const size_t size = 2 * (out->length + length) + 64;
        char *begin = out->failed ? NULL : realloc(out->begin, size);
        if (begin == NULL) {
            out->failed = true;
            return;
        }
        out->begin = begin;
        out->size = size;
    }
    memcpy(out->begin + out->length, more, length + 1);
    out->length += length;
}

static void add_padding(text *out, ptrdiff_t bytes)
{
    char piece[32];
    if (bytes > 0) {
        snprintf(piece, sizeof piece, "%tdx", bytes);
        add(out, piece);
    }
}

/* `^`: C's sizes, and every gap is written. */
OFFCY_SELDOM static void add_struct(text *out, const offcy_dtype *dtype)
{
    ptrdiff_t at = 0;
    add(out, "T{^");
    for (int k = 0; k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        add_padding(out, field->offset - at);
        for (int axis = 0; axis < field->ndim; axis++) {
            char piece[32];
            snprintf(piece, sizeof piece, "%s%td", axis == 0 ? "(" : ",", field->extents[axis]);
            add(out, piece);
        }
        if (field->ndim > 0)
            add(out, ")");
        if (field->dtype->kind == OFFCY_UNION)
            add_padding(out, field->dtype->size);
        else if (field->dtype->fields != NULL)
            add_struct(out, field->dtype);
        else
            add(out, field->dtype->format);
        add(out, ":");
        add(out, field->name);
        add(out, ":");
        at = field->offset + elements_of(field) * field->dtype->size;
    }
    add_padding(out, dtype->size - at);
    add(out, "}");
}

char *offcy_struct_format(const offcy_dtype *dtype)
{
    text out = {0};
    if (dtype->kind == OFFCY_UNION)
        add_padding(&out, dtype->size);
    else
        add_struct(&out, dtype);
    if (out.failed) {
        free(out.begin);
        PyErr_NoMemory();
        return NULL;
    }
    return out.begin;
}
