/* The end of the process while other threads use a device: daemon threads go on until the very last. The offload
 * runtime unloads the code that they run, so it waits for them, and no further kernel begins. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int busy;    /* threads that use a device */
static bool ending;

static _Noreturn void stay(void)
{
    for (;;)
        pause();
}

void offcy_device_begin(void)
{
    __atomic_add_fetch(&busy, 1, __ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&ending, __ATOMIC_SEQ_CST), false)) {
        __atomic_sub_fetch(&busy, 1, __ATOMIC_SEQ_CST);
        stay();
    }
}

void offcy_device_end(void)
{
    __atomic_sub_fetch(&busy, 1, __ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&ending, __ATOMIC_SEQ_CST), false))
        stay();
}

static bool wait_for_all(void)
{
    const struct timespec moment = {.tv_nsec = 1000 * 1000};
    __atomic_store_n(&ending, true, __ATOMIC_SEQ_CST);
    for (int k = 0; k < 1000 && __atomic_load_n(&busy, __ATOMIC_SEQ_CST) > 0; k++)
        nanosleep(&moment, NULL);
    return __atomic_load_n(&busy, __ATOMIC_SEQ_CST) <= 0;
}

#ifdef __GLIBC__

static void at_exit(int code, void *unused)
{
    (void)unused;
    if (wait_for_all())
        return;
    /* A kernel that takes longer: nothing may be unloaded while it runs. */
    fflush(NULL);
    _exit(code);
}

static void watch(void)
{
    on_exit(at_exit, NULL);
}

#else

static void at_exit(void)
{
    wait_for_all();
}

static void watch(void)
{
    atexit(at_exit);
}

#endif

static void forget_threads(void)
{
    busy = 0;
}

void offcy_watch_exit(void)
{
    static bool watches;
    if (watches)
        return;
    watches = true;
    watch();
    pthread_atfork(NULL, NULL, forget_threads);
}
