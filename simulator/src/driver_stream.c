/* Streams and events, and when their operations run.
 *
 * An operation runs at the latest when a real device would have to run it: when the host waits for it, or another
 * operation that must run waits for it. The seed decides whether it runs then, or immediately, or at any time between.
 * The order of operations is kept in vectors with a number for each stream; what memory_check.c finds does not depend on
 * when operations run. */
#include "driver.h"
#include "memory_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream {
    device *device;
    uint32_t number;   /* its index in clocks; never reused */
    uint32_t issued;   /* operations, including those that wait */
    bool blocking;     /* waits for the null stream, and vice versa */
    bool is_null;
    clock_vector clock; /* what the next operation comes after */
    operation *first, **last;
    stream *next;
};

struct event {
    device *device;
    stream *stream; /* NULL: was not recorded */
    uint32_t seq;
    clock_vector clock;
    event *next;
};

static stream *streams;
static event *events;
static uint32_t stream_count;

/* What the host knows to be complete, whichever thread waited. */
static clock_vector host;

/* ---- Clocks ---- */

static void join(clock_vector *clock, const clock_vector *other)
{
    if (clock->count < other->count) {
        uint32_t *at = realloc(clock->at, other->count * sizeof *at);
        if (at == NULL)
            abort();
        memset(at + clock->count, 0, (other->count - clock->count) * sizeof *at);
        clock->at = at;
        clock->count = other->count;
    }
    for (size_t k = 0; k < other->count; k++)
        if (clock->at[k] < other->at[k])
            clock->at[k] = other->at[k];
}

static void set(clock_vector *clock, uint32_t number, uint32_t seq)
{
    const size_t count = (size_t)number + 1;
    uint32_t *zeros = calloc(count, sizeof *zeros);
    if (zeros == NULL)
        abort();
    zeros[number] = seq;
    join(clock, &(clock_vector){zeros, count});
    free(zeros);
}

/* ---- What has run ---- */

static const char A_COPY[] = "a copy", A_FILL[] = "a fill";

static struct past {
    uint32_t stream, seq;
    const char *what; /* A_COPY, A_FILL, or the name of a kernel */
} *past;
static size_t past_count, past_capacity;
static const operation *running;
static uint32_t running_id;

uint32_t driver_running(void)
{
    return running_id;
}

bool driver_is_after(uint32_t id)
{
    const struct past *other = &past[id - 1];
    return running != NULL && other->stream < running->clock.count && running->clock.at[other->stream] >= other->seq;
}

void driver_describe(uint32_t id, char *text, size_t size)
{
    const char *what = past[id - 1].what;
    snprintf(text, size, "%s%s on another stream", what == A_COPY || what == A_FILL ? "" : "kernel ", what);
}

/* Only the check of order needs it. */
static void remember(const stream *stream, const operation *operation)
{
    running_id = 0;
    if (!(operation->on->sim.checks & SIM_CHECK_SYNC))
        return;
    if (past_count == past_capacity) {
        struct past *more = own_table(past, &past_capacity, sizeof *more);
        if (more == NULL)
            return;
        past = more;
    }
    past[past_count++] = (struct past){
        .stream = stream->number,
        .seq = operation->seq,
        .what = operation->kind == OP_LAUNCH ? operation->function->kernel->name
                : operation->kind == OP_SET  ? A_FILL
                                             : A_COPY,
    };
    running_id = (uint32_t)past_count;
}

/* ---- Running ---- */

static void drain(stream *stream, uint32_t seq);

static void run(stream *stream, operation *operation)
{
    if (operation->kind == OP_WAIT) {
        if (operation->awaited != NULL)
            drain(operation->awaited, operation->awaited_seq);
        return;
    }
    const struct operation *outer = running;
    const uint32_t outer_id = running_id;
    running = operation;
    remember(stream, operation);
    int error = OK;
    if (operation->on->error == OK || operation->kind == OP_CALL)
        switch (operation->kind) {
        case OP_COPY: error = driver_run_copy(operation); break;
        case OP_SET: error = driver_run_set(operation); break;
        case OP_LAUNCH: error = driver_run_launch(operation); break;
        case OP_CALL: operation->call(operation->argument); break;
        case OP_FREE:
            memory_free(&operation->on->sim, memory_block_at(&operation->on->sim, operation->to));
            break;
        case OP_WAIT: break;
        }
    if (error != OK && operation->on->error == OK)
        operation->on->error = error;
    running = outer;
    running_id = outer_id;
}

/* Runs the stream's operations up to number `seq`. */
static void drain(stream *stream, uint32_t seq)
{
    while (stream->first != NULL && stream->first->seq <= seq) {
        operation *operation = stream->first;
        stream->first = operation->next;
        if (stream->first == NULL)
            stream->last = &stream->first;
        run(stream, operation);
        free(operation->captured);
        free(operation->clock.at);
        free(operation);
    }
}

static int finish(stream *stream)
{
    drain(stream, UINT32_MAX);
    join(&host, &stream->clock);
    return stream->device->error;
}

int driver_drain_device(device *device)
{
    for (stream *stream = streams; stream != NULL; stream = stream->next)
        if (stream->device == device)
            finish(stream);
    return device->error;
}

int driver_drain_all(void)
{
    int error = OK;
    for (int k = 0; k < driver.device_count; k++)
        if (driver_drain_device(&driver.devices[k]) != OK)
            error = driver.devices[k].error;
    return error;
}

static uint64_t random_state;

static uint64_t random_number(uint64_t seed)
{
    if (random_state == 0)
        random_state = seed;
    uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Seed 0: at once. Other seeds: always late, or by chance. */
static bool runs_now(const device *device)
{
    const uint64_t seed = device->sim.seed;
    if (seed == 0)
        return true;
    return seed % 4 != 1 && random_number(seed) % 4 < seed % 4;
}

/* An operation of a blocking stream comes after all operations of the null stream, and vice versa. */
static void order_blocking(stream *mine, operation *operation)
{
    for (stream *other = streams; other != NULL; other = other->next)
        if (other != mine && other->device == mine->device && mine->blocking && other->blocking &&
            (mine->is_null || other->is_null)) {
            drain(other, UINT32_MAX);
            join(&operation->clock, &other->clock);
        }
}

int driver_submit(stream *stream, const operation *what, bool now)
{
    operation *operation = malloc(sizeof *operation);
    if (operation == NULL) {
        free(what->captured);
        return OUT_OF_MEMORY;
    }
    *operation = *what;
    operation->next = NULL;
    operation->clock = (clock_vector){0};
    join(&operation->clock, &stream->clock);
    join(&operation->clock, &host);
    order_blocking(stream, operation);
    if (what->kind == OP_WAIT)
        set(&operation->clock, what->awaited->number, what->awaited_seq);
    operation->seq = ++stream->issued;
    set(&operation->clock, stream->number, operation->seq);
    join(&stream->clock, &operation->clock);
    *stream->last = operation;
    stream->last = &operation->next;
    if (now)
        finish(stream);
    else if (runs_now(stream->device))
        drain(stream, UINT32_MAX);
    return stream->device->error;
}

/* ---- Streams ---- */

static stream *make_stream(device *device, bool blocking, bool is_null)
{
    stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return NULL;
    stream->device = device;
    stream->number = stream_count++;
    stream->blocking = blocking;
    stream->is_null = is_null;
    stream->last = &stream->first;
    stream->next = streams;
    streams = stream;
    return stream;
}

stream *driver_stream(device *current, void *handle)
{
    if ((uintptr_t)handle <= 2) {
        if (current->null_stream == NULL)
            current->null_stream = make_stream(current, true, true);
        return current->null_stream;
    }
    for (stream *stream = streams; stream != NULL; stream = stream->next)
        if (stream == handle && !stream->is_null)
            return stream;
    return NULL;
}

#define ENTER_STREAM(NAME, HANDLE)                       \
    ENTER_CONTEXT(NAME);                                 \
    stream *stream = driver_stream(current, HANDLE);     \
    if (stream == NULL)                                  \
    return driver_leave(NAME, INVALID_HANDLE)

EXPORT int cuStreamCreate(void **handle, unsigned flags)
{
    ENTER_CONTEXT("cuStreamCreate");
    if (handle == NULL || flags > 1)
        return driver_leave("cuStreamCreate", INVALID_VALUE);
    *handle = make_stream(current, flags == 0, false);
    return driver_leave("cuStreamCreate", *handle != NULL ? OK : OUT_OF_MEMORY);
}

EXPORT int cuStreamGetCtx(void *handle, void **context)
{
    const int failed = driver_enter("cuStreamGetCtx");
    if (failed != 0)
        return failed;
    for (stream *stream = streams; stream != NULL; stream = stream->next) {
        if (stream != handle || stream->is_null)
            continue;
        if (context != NULL)
            *context = stream->device;
        return driver_leave("cuStreamGetCtx", context != NULL ? OK : INVALID_VALUE);
    }
    return driver_leave("cuStreamGetCtx", INVALID_HANDLE);
}

EXPORT int cuStreamCreateWithPriority(void **handle, unsigned flags, int priority)
{
    (void)priority;
    return cuStreamCreate(handle, flags);
}

EXPORT int cuStreamDestroy_v2(void *handle)
{
    ENTER_STREAM("cuStreamDestroy", handle);
    if (stream->is_null)
        return driver_leave("cuStreamDestroy", INVALID_HANDLE);
    drain(stream, UINT32_MAX);
    for (event *event = events; event != NULL; event = event->next)
        if (event->stream == stream)
            event->stream = NULL; /* all operations before it have run */
    for (struct stream *other = streams; other != NULL; other = other->next)
        for (operation *waiting = other->first; waiting != NULL; waiting = waiting->next)
            if (waiting->awaited == stream)
                waiting->awaited = NULL;
    struct stream **link = &streams;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    free(stream->clock.at);
    free(stream);
    return driver_leave("cuStreamDestroy", current->error);
}

EXPORT int cuStreamDestroy(void *handle)
{
    return cuStreamDestroy_v2(handle);
}

EXPORT int cuStreamSynchronize(void *handle)
{
    ENTER_STREAM("cuStreamSynchronize", handle);
    return driver_leave("cuStreamSynchronize", finish(stream));
}

/* With a seed, the device takes its time: one operation for each query. */
EXPORT int cuStreamQuery(void *handle)
{
    ENTER_STREAM("cuStreamQuery", handle);
    if (current->sim.seed != 0 && stream->first != NULL) {
        drain(stream, stream->first->seq);
        if (stream->first != NULL)
            return driver_leave("cuStreamQuery", NOT_READY);
    }
    return driver_leave("cuStreamQuery", finish(stream));
}

EXPORT int cuLaunchHostFunc(void *handle, void (*call)(void *), void *argument)
{
    ENTER_STREAM("cuLaunchHostFunc", handle);
    if (call == NULL)
        return driver_leave("cuLaunchHostFunc", INVALID_VALUE);
    const operation operation = {.kind = OP_CALL, .on = current, .call = call, .argument = argument};
    return driver_leave("cuLaunchHostFunc", driver_submit(stream, &operation, false));
}

/* The arguments of cuStreamAddCallback. */
typedef struct callback {
    void (*call)(void *stream, int status, void *argument);
    void *stream;
    void *argument;
} callback;

static void call_back(void *given)
{
    const callback callback = *(struct callback *)given;
    free(given);
    callback.call(callback.stream, OK, callback.argument);
}

EXPORT int cuStreamAddCallback(
    void *handle, void (*call)(void *, int, void *), void *argument, unsigned flags)
{
    ENTER_STREAM("cuStreamAddCallback", handle);
    if (call == NULL || flags != 0)
        return driver_leave("cuStreamAddCallback", INVALID_VALUE);
    callback *given = malloc(sizeof *given);
    if (given == NULL)
        return driver_leave("cuStreamAddCallback", OUT_OF_MEMORY);
    *given = (callback){call, handle, argument};
    const operation operation = {.kind = OP_CALL, .on = current, .call = call_back, .argument = given};
    const int code = driver_submit(stream, &operation, false);
    if (code != OK)
        free(given);
    return driver_leave("cuStreamAddCallback", code);
}

/* ---- Events ---- */

static event *find_event(void *handle)
{
    for (event *event = events; event != NULL; event = event->next)
        if (event == handle)
            return event;
    return NULL;
}

#define ENTER_EVENT(NAME, HANDLE)              \
    ENTER_CONTEXT(NAME);                       \
    event *event = find_event(HANDLE);         \
    if (event == NULL)                         \
    return driver_leave(NAME, INVALID_HANDLE)

EXPORT int cuEventCreate(void **handle, unsigned flags)
{
    ENTER_CONTEXT("cuEventCreate");
    if (handle == NULL || flags > 7)
        return driver_leave("cuEventCreate", INVALID_VALUE);
    event *event = calloc(1, sizeof *event);
    if (event != NULL) {
        event->device = current;
        event->next = events;
        events = event;
    }
    *handle = event;
    return driver_leave("cuEventCreate", event != NULL ? OK : OUT_OF_MEMORY);
}

EXPORT int cuEventDestroy_v2(void *handle)
{
    ENTER_EVENT("cuEventDestroy", handle);
    struct event **link = &events;
    while (*link != event)
        link = &(*link)->next;
    *link = event->next;
    free(event->clock.at);
    free(event);
    return driver_leave("cuEventDestroy", OK);
}

EXPORT int cuEventDestroy(void *handle)
{
    return cuEventDestroy_v2(handle);
}

EXPORT int cuEventRecord(void *handle, void *stream_handle)
{
    ENTER_EVENT("cuEventRecord", handle);
    stream *stream = driver_stream(current, stream_handle);
    if (stream == NULL || stream->device != event->device)
        return driver_leave("cuEventRecord", INVALID_HANDLE);
    event->stream = stream;
    event->seq = stream->issued;
    free(event->clock.at);
    event->clock = (clock_vector){0};
    join(&event->clock, &stream->clock);
    return driver_leave("cuEventRecord", OK);
}

EXPORT int cuStreamWaitEvent(void *stream_handle, void *handle, unsigned flags)
{
    ENTER_EVENT("cuStreamWaitEvent", handle);
    stream *stream = driver_stream(current, stream_handle);
    if (stream == NULL)
        return driver_leave("cuStreamWaitEvent", INVALID_HANDLE);
    if (flags > 1)
        return driver_leave("cuStreamWaitEvent", INVALID_VALUE);
    join(&stream->clock, &event->clock);
    if (event->stream == NULL || event->stream == stream)
        return driver_leave("cuStreamWaitEvent", OK);
    const operation operation = {.kind = OP_WAIT, .on = current, .awaited = event->stream, .awaited_seq = event->seq};
    return driver_leave("cuStreamWaitEvent", driver_submit(stream, &operation, false));
}

static int wait_for(event *event)
{
    if (event->stream != NULL)
        drain(event->stream, event->seq);
    join(&host, &event->clock);
    return event->device->error;
}

EXPORT int cuEventSynchronize(void *handle)
{
    ENTER_EVENT("cuEventSynchronize", handle);
    return driver_leave("cuEventSynchronize", wait_for(event));
}

EXPORT int cuEventQuery(void *handle)
{
    ENTER_EVENT("cuEventQuery", handle);
    stream *stream = event->stream;
    if (current->sim.seed != 0 && stream != NULL && stream->first != NULL && stream->first->seq <= event->seq) {
        drain(stream, stream->first->seq);
        if (stream->first != NULL && stream->first->seq <= event->seq)
            return driver_leave("cuEventQuery", NOT_READY);
    }
    return driver_leave("cuEventQuery", wait_for(event));
}

/* The simulated device has no clock. */
EXPORT int cuEventElapsedTime(float *milliseconds, void *start, void *end)
{
    ENTER_EVENT("cuEventElapsedTime", start);
    if (milliseconds == NULL)
        return driver_leave("cuEventElapsedTime", INVALID_VALUE);
    if (find_event(end) == NULL)
        return driver_leave("cuEventElapsedTime", INVALID_HANDLE);
    *milliseconds = 0;
    return driver_leave("cuEventElapsedTime", OK);
}
