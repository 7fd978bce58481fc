/* Guards: offcy_guard.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_guard.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef OFFCY_OFFLOAD

enum { CAUSE_ROOM = 300 };

static _Thread_local offcy_guard *innermost;
static _Thread_local char printed[200]; /* the last line that the runtime has printed */

/* The runtime's first line, without its name and addresses: "Failure to load binary image on device 0: ...". */
static void first_line(const char *words, char *line, size_t room)
{
    const char *end = strchr(words, '\n'), *name = strstr(words, "error: ");
    const char *from = name != NULL && (end == NULL || name < end) ? name + strlen("error: ") : words;
    size_t length = 0;
    for (; *from != '\0' && from != end && length + 1 < room; from++) {
        if (strncmp(from, " 0x", 3) == 0)
            from += 3 + strspn(from + 3, "0123456789abcdef");
        if (*from == '\0' || from == end)
            break;
        line[length++] = *from;
    }
    line[length] = '\0';
}

static const struct offcy_driver *driver(void)
{
    return __atomic_load_n(&offcy_shared()->driver, __ATOMIC_ACQUIRE);
}

void offcy_guard_begin(offcy_guard *guard, offcy_asked asked)
{
    guard->outer = innermost;
    guard->ended = false;
    guard->length = 0;
    innermost = guard;
    offcy_forget_cause();
    if (driver() != NULL)
        driver()->begin(asked);
}

static void keep_cause(const offcy_guard *guard, int code)
{
    char words[CAUSE_ROOM] = "";
    if (code != 0)
        driver()->describe(words, sizeof words);
    else if (guard->length > 0)
        first_line(guard->words, words, sizeof words);
    offcy_keep_cause(words, code);
}

int offcy_guard_end(offcy_guard *guard, bool failed)
{
    innermost = guard->outer;
    guard->began = true;
    const int code = driver() != NULL ? driver()->end(&guard->began) : 0;
    if (__builtin_expect(failed || guard->ended || code != 0, false))
        keep_cause(guard, code);
    else if (guard->length > 0)
        fwrite(guard->words, 1, (size_t)guard->length, stderr);
    return code;
}

/* ---- In place of functions of libc ---- */

typedef void ends(void);
typedef int prints(FILE *stream, const char *format, ...);
typedef size_t writes(const void *from, size_t size, size_t count, FILE *stream);
typedef void *finds(void *library, const char *name);

/* Another module's, which was here before; NULL: libc's. */
static ends *outer_abort;
static prints *outer_fprintf;
static writes *outer_fwrite;
static finds *outer_dlsym;

void offcy_last_words(const char *why)
{
    const offcy_scope *scope = offcy_running();
    const char *because = why != NULL ? why : printed[0] != '\0' ? printed : "unknown";
    if (scope != NULL)
        fprintf(stderr, "offcy: %s:%d: device %d ends the process in the region of %s: %s\n", scope->region->file,
                scope->region->line, scope->device, scope->region->function, because);
    else
        fprintf(stderr, "offcy: the offload runtime ends the process outside of any region: %s\n", because);
}

static _Noreturn void end_call(void)
{
    offcy_guard *guard = innermost;
    if (guard != NULL) {
        guard->ended = true;
        longjmp(guard->place, 1);
    }
    if (outer_abort != NULL)
        outer_abort();
    offcy_last_words(NULL);
    abort();
}

/* Whoever asks the runtime to print more wants to read it. */
static bool talks(void)
{
    static int known;
    if (known == 0)
        known = getenv("LIBOMPTARGET_INFO") != NULL || getenv("LIBOMPTARGET_DEBUG") != NULL ? 1 : -1;
    return known > 0;
}

/* Whether the guard keeps what the runtime prints. */
static bool keep(FILE *stream, const char *text, size_t length)
{
    offcy_guard *guard = innermost;
    if (stream != stderr || length == 0)
        return false;
    const char *end = memchr(text, '\n', length);
    snprintf(printed, sizeof printed, "%.*s", (int)(end != NULL ? end - text : (ptrdiff_t)length), text);
    if (guard == NULL || talks())
        return false;
    const size_t room = sizeof guard->words - 1 - (size_t)guard->length;
    const size_t kept = length < room ? length : room;
    memcpy(guard->words + guard->length, text, kept);
    guard->length += (int)kept;
    guard->words[guard->length] = '\0';
    return true;
}

__attribute__((format(printf, 2, 3))) static int print(FILE *stream, const char *format, ...)
{
    char few[1024], *text = few;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(few, sizeof few, format, arguments);
    if (length >= (int)sizeof few && (text = malloc((size_t)length + 1)) != NULL)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    if (length < 0 || text == NULL)
        return -1;
    if (!keep(stream, text, (size_t)length)) {
        if (outer_fprintf != NULL)
            outer_fprintf(stream, "%s", text);
        else
            fwrite(text, 1, (size_t)length, stream);
    }
    if (text != few)
        free(text);
    return length;
}

static size_t write_out(const void *from, size_t size, size_t count, FILE *stream)
{
    if (keep(stream, from, size * count))
        return count;
    return outer_fwrite != NULL ? outer_fwrite(from, size, count, stream) : fwrite(from, size, count, stream);
}

static void *find(void *library, const char *name)
{
    void *found = outer_dlsym != NULL ? outer_dlsym(library, name) : dlsym(library, name);
    return found != NULL && strncmp(name, "cu", 2) == 0 ? offcy_driver_wrap(name, found) : found;
}

void *offcy_guard_hook(const char *name, void *current, const void *base, bool is_runtime)
{
    const struct {
        const char *name;
        void *ours, *libc, **outer;
        bool of_runtime; /* of the runtime itself only */
    } hooks[] = {
        {"abort", (void *)end_call, (void *)abort, (void **)&outer_abort, true},
        {"fprintf", (void *)print, (void *)fprintf, (void **)&outer_fprintf, true},
        {"fwrite", (void *)write_out, (void *)fwrite, (void **)&outer_fwrite, true},
        {"dlsym", (void *)find, (void *)dlsym, (void **)&outer_dlsym, false},
    };
    for (size_t k = 0; k < sizeof hooks / sizeof hooks[0]; k++) {
        if (strcmp(hooks[k].name, name) != 0 || (hooks[k].of_runtime && !is_runtime))
            continue;
        Dl_info where;
        /* Not bound yet: it points into the caller. */
        const bool is_bound = dladdr(current, &where) != 0 && where.dli_fbase != base;
        if (is_bound && current != hooks[k].libc && current != hooks[k].ours && *hooks[k].outer == NULL)
            *hooks[k].outer = current;
        return hooks[k].ours;
    }
    return NULL;
}

#else

void offcy_guard_begin(offcy_guard *guard, offcy_asked asked) { (void)guard, (void)asked; }
int offcy_guard_end(offcy_guard *guard, bool failed) { return (void)guard, (void)failed, 0; }

void *offcy_guard_hook(const char *name, void *current, const void *base, bool is_runtime)
{
    (void)name, (void)current, (void)base, (void)is_runtime;
    return NULL;
}

#endif
