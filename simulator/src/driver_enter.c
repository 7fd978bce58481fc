/* The entry of every API call: the lock, planned failures, the required state of the driver. */
#define _GNU_SOURCE
#include "driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct driver driver;

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct use {
    const char *call;
    uint64_t count;
} uses[128];

static uint64_t count_use(const char *call)
{
    for (size_t k = 0; k < sizeof uses / sizeof *uses; k++) {
        if (uses[k].call == NULL)
            uses[k].call = call;
        if (strcmp(uses[k].call, call) == 0)
            return ++uses[k].count;
    }
    return 0;
}

static bool is_traced(void)
{
    static int traced = -1;
    if (traced < 0)
        traced = getenv("OFFCY_SIMULATOR_TRACE") != NULL;
    return traced;
}

int driver_leave(const char *call, int result)
{
    if (is_traced())
        fprintf(stderr, "offcy simulate: %s -> %d %s\n", call, result, result != 0 ? driver_error_name(result) : "");
    pthread_mutex_unlock(&lock);
    return result;
}

int driver_enter_early(const char *call)
{
    pthread_mutex_lock(&lock);
    const int planned = driver_planned_failure(call, count_use(call));
    return planned != 0 ? driver_leave(call, planned) : OK;
}

int driver_enter(const char *call)
{
    const int failed = driver_enter_early(call);
    if (failed != 0)
        return failed;
    return driver.initialised && !driver.forked ? OK : driver_leave(call, NOT_INITIALIZED);
}

int driver_enter_context(const char *call, device **current)
{
    const int failed = driver_enter(call);
    if (failed != 0)
        return failed;
    *current = driver_current();
    if (*current == NULL)
        return driver_leave(call, INVALID_CONTEXT);
    return (*current)->error == 0 ? OK : driver_leave(call, (*current)->error);
}

/* A driver does not survive a fork. */
static void note_child(void)
{
    driver.forked = driver.initialised;
    pthread_mutexattr_t recursive;
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &recursive);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, note_child);
}
