/* The trace: a line per region, context and update. */
#include "offcy_device.h"
#include "offcy_enter.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that is written in one piece, so that lines of several threads don't mix. */
typedef struct line {
    char *text; /* owned; NULL: nothing yet, or no memory */
    size_t length, room;
} line;

__attribute__((format(printf, 2, 3))) static void add(line *to, const char *format, ...)
{
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        const size_t left = to->room - to->length;
        const int wanted = vsnprintf(to->text != NULL ? to->text + to->length : NULL, left, format, arguments);
        va_end(arguments);
        if (wanted < 0)
            return;
        if ((size_t)wanted < left) {
            to->length += (size_t)wanted;
            return;
        }
        const size_t room = 2 * to->room + (size_t)wanted + 256;
        char *text = realloc(to->text, room);
        if (text == NULL)
            return;
        to->text = text, to->room = room;
    }
}

static void print(const line *out)
{
    if (out->text != NULL)
        fwrite(out->text, 1, out->length, stderr);
}

static void add_json_string(line *to, const char *value)
{
    add(to, "\"");
    for (; *value != '\0'; value++) {
        const unsigned char byte = (unsigned char)*value;
        if (byte == '"' || byte == '\\')
            add(to, "\\%c", byte);
        else if (byte < 0x20)
            add(to, "\\u%04x", byte);
        else
            add(to, "%c", byte);
    }
    add(to, "\"");
}

static const char *const kind_names[] = {"region", "context", "update", "host code"};

static void write_text(const offcy_trace_record *record)
{
    const offcy_region *region = record->region;
    line out = {0};
    add(&out, "offcy: %s:%d %s: %s on ", region->file, region->line, region->function,
        region->routine != NULL ? region->routine : kind_names[region->kind]);
    if (record->device == OFFCY_HOST)
        add(&out, "the host");
    else
        add(&out, "device %d", record->device);
    if (record->why != NULL)
        add(&out, " (%s)", record->why);
    if (region->kind == OFFCY_REGION)
        add(&out, ", %.1f us", 1e6 * record->kernel_seconds);
    for (int k = 0; k < record->count; k++) {
        const offcy_trace_variable *variable = &record->variables[k];
        add(&out, "; %s", variable->name);
        if (variable->to > 0)
            add(&out, " %td B to", variable->to);
        if (variable->from > 0)
            add(&out, "%s %td B from", variable->to > 0 ? "," : "", variable->from);
        if (variable->to == 0 && variable->from == 0)
            add(&out, " 0 B");
    }
    add(&out, record->failed ? "; failed\n" : "\n");
    print(&out);
    free(out.text);
}

/* For later queries; if there is no memory, this record is lost. */
static void keep(offcy_state *state, const line *out)
{
    pthread_mutex_lock(&state->lock);
    if (state->logging > 0 && out->text != NULL) {
        line log = {state->log.text, state->log.length, state->log.room};
        add(&log, "%s", out->text);
        state->log.text = log.text, state->log.length = log.length, state->log.room = log.room;
    }
    pthread_mutex_unlock(&state->lock);
}

static bool logs(const offcy_state *state)
{
    return __atomic_load_n(&state->logging, __ATOMIC_RELAXED) > 0;
}

static void write_json(offcy_state *state, const offcy_trace_record *record, bool printed)
{
    const offcy_region *region = record->region;
    line out = {0};
    add(&out, "{\"offcy\":\"%s\",\"file\":", kind_names[region->kind]);
    add_json_string(&out, region->file);
    add(&out, ",\"line\":%d,\"function\":", region->line);
    add_json_string(&out, region->function);
    if (region->routine != NULL)
        add(&out, ",\"routine\":\"%s\"", region->routine);
    if (record->device == OFFCY_HOST)
        add(&out, ",\"device\":null");
    else
        add(&out, ",\"device\":%d", record->device);
    if (record->why != NULL) {
        add(&out, ",\"why\":");
        add_json_string(&out, record->why);
    }
    add(&out, ",\"failed\":%s,\"thread\":%ju,\"kernel_us\":%.1f,\"variables\":[",
        record->failed ? "true" : "false", (uintmax_t)pthread_self(), 1e6 * record->kernel_seconds);
    for (int k = 0; k < record->count; k++) {
        add(&out, "%s{\"name\":", k > 0 ? "," : "");
        add_json_string(&out, record->variables[k].name);
        add(&out, ",\"to\":%td,\"from\":%td}", record->variables[k].to, record->variables[k].from);
    }
    add(&out, "]}\n");
    if (printed)
        print(&out);
    if (logs(state))
        keep(state, &out);
    free(out.text);
}

static unsigned trace_mode(offcy_state *state)
{
    unsigned mode = __atomic_load_n(&state->trace, __ATOMIC_RELAXED);
    if (mode != OFFCY_TRACE_UNKNOWN)
        return mode;
    const char *value = getenv("OFFCY_TRACE");
    mode = value == NULL                ? 0
           : strcmp(value, "json") == 0 ? OFFCY_TRACE_JSON
           : strcmp(value, "1") == 0    ? OFFCY_TRACE_TEXT
                                        : 0;
    __atomic_store_n(&state->trace, mode, __ATOMIC_RELAXED);
    return mode;
}

bool offcy_traced(void)
{
    offcy_state *state = offcy_shared();
    return trace_mode(state) != 0 || logs(state) || __atomic_load_n(&state->sink, __ATOMIC_ACQUIRE) != NULL;
}

void offcy_trace_write(const offcy_trace_record *record)
{
    offcy_state *state = offcy_shared();
    const unsigned mode = trace_mode(state);
    if (mode == OFFCY_TRACE_TEXT)
        write_text(record);
    if (mode == OFFCY_TRACE_JSON || logs(state))
        write_json(state, record, mode == OFFCY_TRACE_JSON);
    const offcy_trace_sink sink = __atomic_load_n(&state->sink, __ATOMIC_ACQUIRE);
    if (sink != NULL)
        sink(state->sink_closure, record);
}

/* Why it ran on the host, perhaps in `words`; NULL: nothing to say. */
static const char *why_host(const offcy_scope *scope, char *words, size_t room)
{
    if (scope->by_host != NULL) {
        snprintf(words, room, "by the host: %s", scope->by_host);
        return words;
    }
    if (scope->shared[0] == NULL)
        return scope->device == OFFCY_HOST ? offcy_device_why_host(scope->asked) : NULL;
    snprintf(words, room, "in one thread: '%s' and '%s' share memory", scope->shared[0], scope->shared[1]);
    return words;
}

void offcy_trace_scope(const offcy_scope *scope, bool failed, double seconds)
{
    if (!offcy_traced())
        return;
    offcy_trace_variable few[16], *variables = few;
    if (scope->count > 16)
        variables = malloc((size_t)scope->count * sizeof *variables);
    if (variables == NULL)
        return;
    char words[512];
    offcy_trace_record record = {
        .region = scope->region,
        .device = scope->device,
        .why = why_host(scope, words, sizeof words),
        .failed = failed,
        .kernel_seconds = scope->region->kind == OFFCY_REGION ? seconds : 0,
        .variables = variables,
    };
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *entered = &scope->entered[k];
        if (!entered->is_record && entered->name != NULL)
            variables[record.count++] =
                (offcy_trace_variable){entered->name, entered->moved.to, entered->moved.from};
    }
    offcy_trace_write(&record);
    if (variables != few)
        free(variables);
}

void offcy_trace_to(offcy_trace_sink sink, void *closure)
{
    offcy_state *state = offcy_shared();
    state->sink_closure = closure;
    __atomic_store_n(&state->sink, sink, __ATOMIC_RELEASE);
}

char *offcy_trace_take(int change, size_t *length)
{
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    __atomic_store_n(&state->logging, state->logging + change, __ATOMIC_RELAXED);
    char *text = state->log.text;
    *length = state->log.length;
    state->log.text = NULL, state->log.length = state->log.room = 0;
    pthread_mutex_unlock(&state->lock);
    return text;
}
