/* The state that all modules of a process share, and small things that every part needs. */
#include "offcy_cause.h"
#include "offcy_state.h"

#include <stdlib.h>
#include <time.h>

/* Used until a module joins the others, and from then on by all if it was the first. */
static offcy_state own_state = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .changed = PTHREAD_COND_INITIALIZER,
    .trace = OFFCY_TRACE_UNKNOWN,
};

static offcy_state *current = &own_state;

offcy_state *offcy_shared(void)
{
    return current;
}

void offcy_adopt(offcy_state *state)
{
    current = state;
}

offcy_device *offcy_device_at(int number)
{
    offcy_state *state = offcy_shared();
    if (number >= state->device_count) {
        offcy_device **devices =
            realloc(state->devices, (size_t)(number + 1) * sizeof *state->devices);
        if (devices == NULL)
            return NULL;
        state->devices = devices;
        while (state->device_count <= number)
            devices[state->device_count++] = NULL;
    }
    if (state->devices[number] == NULL)
        state->devices[number] = calloc(1, sizeof(offcy_device));
    return state->devices[number];
}

void offcy_wait(void)
{
    offcy_state *state = offcy_shared();
    state->waiting++;
    pthread_cond_wait(&state->changed, &state->lock);
    state->waiting--;
}

void offcy_wake(void)
{
    offcy_state *state = offcy_shared();
    if (state->waiting > 0)
        pthread_cond_broadcast(&state->changed);
}

double offcy_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int offcy_fail_data(offcy_error *error, int kind, int device, const char *name, const char *other,
                    ptrdiff_t bytes)
{
    if (offcy_fail_first(error, kind)) {
        error->site = -1;
        error->device = device;
        error->name = name;
        error->other = other;
        error->index = bytes;
        error->extent = offcy_cause();
    }
    return -1;
}
