/* Why requests to devices failed. A cause is a number, so that an error record can hold it. */
#include "offcy_cause.h"

#include <pthread.h>
#include <string.h>

enum { CAUSES = 64, OUT_OF_MEMORY = 2 /* CUDA_ERROR_OUT_OF_MEMORY */ };

static char *causes[CAUSES]; /* never freed: records have their numbers */
static int cause_count;

static _Thread_local int last_cause, last_code;

int offcy_cause(void)
{
    return last_cause;
}

void offcy_forget_cause(void)
{
    last_cause = last_code = 0;
}

void offcy_set_cause(int cause, bool is_memory)
{
    last_cause = cause;
    last_code = is_memory ? OUT_OF_MEMORY : 0;
}

bool offcy_cause_is_memory(void)
{
    return last_code == OUT_OF_MEMORY;
}

bool offcy_cause_is_not_memory(void)
{
    return last_code != 0 && last_code != OUT_OF_MEMORY;
}

const char *offcy_cause_words(int64_t cause)
{
    return cause > 0 && cause <= __atomic_load_n(&cause_count, __ATOMIC_ACQUIRE) ? causes[cause - 1] : NULL;
}

#ifdef OFFCY_OFFLOAD

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int number_of(const char *words)
{
    int number = 0;
    pthread_mutex_lock(&lock);
    while (number < cause_count && strcmp(causes[number], words) != 0)
        number++;
    if (number == cause_count && number < CAUSES && (causes[number] = strdup(words)) != NULL)
        __atomic_store_n(&cause_count, number + 1, __ATOMIC_RELEASE);
    number = number < cause_count ? number + 1 : 0;
    pthread_mutex_unlock(&lock);
    return number;
}

void offcy_keep_cause(const char *words, int code)
{
    last_code = code;
    last_cause = words[0] != '\0' ? number_of(words) : 0;
}

#endif
