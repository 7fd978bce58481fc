/* Environment variables that make no sense. libomp ends the process on some of them when it starts: these are
 * removed before it reads them. Python warns of each by name. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_py_state.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

static int warn(const char *name, const char *value, const char *expected)
{
    return PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%s='%.200s' is ignored: expected %s", name, value, expected);
}

#if defined(__linux__)

/* See py_openmp.c. NULL where this module needs no OpenMP runtime. */
extern void __kmpc_fork_call(void) __attribute__((weak));

/* "4" or "4, 2": threads for each level of teams. */
OFFCY_SELDOM static bool is_thread_list(const char *text)
{
    for (;; text++) {
        char *end;
        while (isspace((unsigned char)*text))
            text++;
        if (!isdigit((unsigned char)*text))
            return false;
        const unsigned long long count = strtoull(text, &end, 10);
        if (count > INT_MAX || !offcy_can_start((int)count))
            return false;
        for (text = end; isspace((unsigned char)*text);)
            text++;
        if (*text != ',')
            return *text == '\0';
    }
}

/* libomp itself reports what is not a size. */
OFFCY_SELDOM static bool is_stack(const char *text)
{
    static const char units[] = "bkmgt";
    char *end;
    const unsigned long long size = strtoull(text, &end, 10);
    while (isspace((unsigned char)*end))
        end++;
    const char *unit = *end != '\0' ? strchr(units, tolower((unsigned char)*end)) : &units[1];
    if (end == text || unit == NULL)
        return true;
    const int shift = 10 * (int)(unit - units);
    if (size > (ULLONG_MAX >> 1) >> shift)
        return false;
    const size_t bytes = (size_t)size << shift;
    if (bytes == 0)
        return true;
    void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (room == MAP_FAILED)
        return false;
    const bool fits = mprotect(room, bytes, PROT_READ | PROT_WRITE) == 0;
    munmap(room, bytes);
    return fits;
}

static bool is_number(const char *text)
{
    char *end;
    strtol(text, &end, 0);
    return end != text;
}

static struct dangerous {
    const char *name;
    bool (*is_right)(const char *value);
    const char *expected;
    char *wrong; /* the value that was removed */
} dangerous[] = {
    {"OMP_NUM_THREADS", is_thread_list, "how many threads, not more than can be started", NULL},
    {"OMP_STACKSIZE", is_stack, "a stack size for which there is room", NULL},
    {"KMP_STACKSIZE", is_stack, "a stack size for which there is room", NULL},
    {"LIBOMPTARGET_INFO", is_number, "a number", NULL},
};
enum { DANGEROUS = sizeof dangerous / sizeof dangerous[0] };

OFFCY_SELDOM void offcy_guard_environment(void)
{
    if (__kmpc_fork_call == NULL)
        return;
    for (int k = 0; k < DANGEROUS; k++) {
        const char *value = getenv(dangerous[k].name);
        if (value == NULL || dangerous[k].is_right(value))
            continue;
        dangerous[k].wrong = strdup(value);
        unsetenv(dangerous[k].name);
    }
}

static int warn_of_openmp(void)
{
    for (int k = 0; k < DANGEROUS; k++) {
        char *wrong = dangerous[k].wrong;
        dangerous[k].wrong = NULL;
        const int status = wrong != NULL ? warn(dangerous[k].name, wrong, dangerous[k].expected) : 0;
        free(wrong);
        if (status < 0)
            return -1;
    }
    return 0;
}

#else

static int warn_of_openmp(void)
{
    return 0;
}

#endif

static bool is_trace(const char *value)
{
    return strcmp(value, "0") == 0 || strcmp(value, "1") == 0 || strcmp(value, "json") == 0;
}

static bool is_limit(const char *value)
{
    char *end;
    return strtoll(value, &end, 10) >= 0 && end != value && *end == '\0';
}

static bool is_way(const char *value)
{
    return strcasecmp(value, "never") == 0 || strcasecmp(value, "always") == 0;
}

static bool is_bits(const char *value)
{
    return strcmp(value, "128") == 0 || strcmp(value, "256") == 0 || strcmp(value, "512") == 0;
}

static const struct own {
    const char *name;
    bool (*is_right)(const char *value); /* NULL: read elsewhere, and any will do */
    const char *expected;
} own[] = {
    {"OFFCY_TRACE", is_trace, "1, json or 0"},
    {"OFFCY_POOL_LIMIT", is_limit, "a number of bytes"},
    {"OFFCY_STAGING", is_way, "never or always"},
    {"OFFCY_VECTOR_BITS", is_bits, "128, 256 or 512"},
    {"OFFCY_DEVICE_BLAS", NULL, NULL},
    {"OFFCY_PYTHON", NULL, NULL},
    {"OFFCY_OFFLOAD_ARCH", NULL, NULL},
    {"OFFCY_OPT_LEVEL", NULL, NULL},
    {"OFFCY_DIRECTIVES", NULL, NULL},
};
enum { OWN = sizeof own / sizeof own[0] };

/* The number of letters in which two words differ: inserted, omitted, replaced, or two swapped. For long words,
 * many. */
static int distance(const char *a, size_t a_length, const char *b)
{
    enum { LONG = 32 };
    const size_t b_length = strlen(b);
    int rows[3][LONG + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    if (a_length > LONG || b_length > LONG)
        return LONG;
    for (size_t j = 0; j <= b_length; j++)
        last[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            const int other = last[j - 1] + (a[i - 1] != b[j - 1]);
            int least = last[j] < row[j - 1] ? last[j] + 1 : row[j - 1] + 1;
            least = other < least ? other : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < least)
                least = before[j - 2] + 1;
            row[j] = least;
        }
        int *const oldest = before;
        before = last, last = row, row = oldest;
    }
    return last[b_length];
}

/* A variable whose name is close to one of offcy's. */
static int check_name(const char *variable)
{
    const size_t length = strcspn(variable, "=");
    const struct own *nearest = NULL;
    for (int k = 0; k < OWN; k++) {
        const int differ = distance(variable, length, own[k].name);
        if (differ == 0)
            return 0;
        if (differ <= 2 && nearest == NULL)
            nearest = &own[k];
    }
    if (nearest == NULL)
        return 0;
    PyObject *name = PyUnicode_DecodeUTF8(variable, (Py_ssize_t)length, "replace");
    const int status = name == NULL ? -1
                                    : PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "offcy reads no variable %U: is %s meant?",
                                                       name, nearest->name);
    Py_XDECREF(name);
    return status;
}

extern char **environ;

int offcy_check_environment(void)
{
    static const char checked[] = "environment_is_checked";
    offcy_keep_openmp_apart();
    PyObject *carrier = offcy_runtime_module();
    const bool is_first = carrier != NULL && !PyObject_HasAttrString(carrier, checked);
    if (warn_of_openmp() < 0 || (is_first && PyObject_SetAttrString(carrier, checked, Py_True) < 0))
        return -1;
    for (int k = 0; is_first && k < OWN; k++) {
        const char *value = own[k].is_right != NULL ? getenv(own[k].name) : NULL;
        if (value != NULL && *value != '\0' && !own[k].is_right(value) && warn(own[k].name, value, own[k].expected) < 0)
            return -1;
    }
    for (char **one = environ; is_first && one != NULL && *one != NULL; one++)
        if (strncmp(*one, "OFFCY_", 6) == 0 && check_name(*one) < 0)
            return -1;
    return 0;
}
