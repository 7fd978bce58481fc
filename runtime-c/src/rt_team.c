/* Questions to the OpenMP runtime about teams. It ends the process on numbers that it cannot follow, so it is not given
 * those. If a clause asks for them that is an error; if the program has set them as its default, other numbers are
 * used, which does not change a result, and standard error says so once. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_state.h"

#include <stdio.h>
#include <stdlib.h>

static void *wait_for_the_end(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* Starts them: there are half a dozen limits, and some are for others' threads as well. */
static bool try_to_start(int count)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t *threads = malloc((size_t)count * sizeof *threads);
    int started = 0;
    if (threads == NULL)
        return false;
    pthread_mutex_lock(&lock);
    while (started < count && pthread_create(&threads[started], NULL, wait_for_the_end, &lock) == 0)
        started++;
    pthread_mutex_unlock(&lock);
    for (int k = 0; k < started; k++)
        pthread_join(threads[k], NULL);
    free(threads);
    return started == count;
}

bool offcy_can_start(int count)
{
    static int known = OFFCY_MANY_THREADS;
    const int most = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (count <= most)
        return true;
    if (!try_to_start(count - most / 2)) /* some of them already wait for work */
        return false;
    __atomic_store_n(&known, count, __ATOMIC_RELAXED);
    return true;
}

int offcy_many_threads(int asked, int otherwise)
{
    static bool reported;
    if (offcy_can_start(asked))
        return asked;
    if (!__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "offcy: this process cannot start %d threads; %d are used\n", asked, otherwise);
    return otherwise;
}
