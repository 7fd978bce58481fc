/* Ctrl-C while a region runs. Python notes the signal and checks its notes when it is called again, which may be long
 * after. So a region that runs in Python's main thread has a flag for it: on the host its threads leave, on a device no
 * further kernel begins, and the region fails. The handler that Python has installed stays in charge. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_interrupt.h"
#include "offcy_running.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sigaction of_python;
static pthread_t main_thread;
static int (*raise_pending)(offcy_error *error);
static int pending; /* a signal has come; Python may have seen it since */
static int running; /* a region of the main thread's can be stopped */
static int stop;    /* it must be stopped */
static const int never;

static void on_interrupt(int number, siginfo_t *about, void *context)
{
    __atomic_store_n(&pending, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&running, __ATOMIC_RELAXED))
        __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    if (of_python.sa_flags & SA_SIGINFO)
        of_python.sa_sigaction(number, about, context);
    else
        of_python.sa_handler(number);
}

void offcy_watch_interrupts(int (*raise)(offcy_error *error))
{
    if (raise_pending != NULL || syscall(SYS_gettid) != getpid() || sigaction(SIGINT, NULL, &of_python) != 0 ||
        of_python.sa_handler == SIG_DFL || of_python.sa_handler == SIG_IGN)
        return;
    struct sigaction own = of_python;
    own.sa_flags |= SA_SIGINFO;
    own.sa_sigaction = on_interrupt;
    main_thread = pthread_self();
    raise_pending = raise;
    sigaction(SIGINT, &own, NULL);
}

static bool is_main(void)
{
    return raise_pending != NULL && pthread_equal(pthread_self(), main_thread);
}

int offcy_interrupted_before(offcy_error *error)
{
    if (__builtin_expect(__atomic_load_n(&pending, __ATOMIC_RELAXED) == 0, true) || !is_main())
        return 0;
    __atomic_store_n(&pending, 0, __ATOMIC_RELAXED);
    return raise_pending(error);
}

bool offcy_let_stop(void)
{
    if (running || !is_main())
        return false;
    __atomic_store_n(&running, 1, __ATOMIC_RELAXED);
    return true;
}

bool offcy_end_stopping(void)
{
    __atomic_store_n(&running, 0, __ATOMIC_RELAXED);
    return __atomic_exchange_n(&stop, 0, __ATOMIC_RELAXED) != 0;
}

void offcy_stop_region(void)
{
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
}

const int *offcy_stop(void)
{
    const offcy_scope *scope = offcy_running();
    if (scope != NULL && !scope->stops)
        return &scope->broken;
    return running && is_main() ? &stop : &never;
}
