/* Pinned staging. A device copies from and to pinned memory several times as fast as from and to ordinary memory,
 * which the driver first copies to its own pinned memory, in one thread. Several threads with a piece of pinned
 * memory each may do that faster, or not: it depends on the machine. So it is measured, on the program's own
 * transfers: for some large ones half goes each way. */
#include "offcy_staging.h"

#include "offcy_device.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
/* If there is no device nothing is staged: a module without parallel loops then needs no OpenMP runtime. */
#if defined(_OPENMP) && defined(OFFCY_OFFLOAD)
#define IN_PARALLEL
#include <omp.h>
#endif

#ifndef OFFCY_LARGE_TRANSFER /* tests make these small */
#define OFFCY_LARGE_TRANSFER ((ptrdiff_t)4 << 20)
#define OFFCY_STAGING_PIECE ((ptrdiff_t)1 << 20)
#endif

enum {
    MOST_THREADS = 8,
    DEVICES = 64, /* those after them do without */
    /* The first measured transfer meets memory that was never touched. */
    UNCOUNTED = 1,
    MEASURED = 2, /* on an H100 pinned memory is three to seven times as fast: two are clear enough */
    /* Pinning takes milliseconds: this many large transfers' worth must have been moved first. */
    BEFORE_PINNING = 16,
};

static const double WORTH_IT = 0.9; /* of the time that the direct way takes */

typedef enum choice { CHOICE_UNREAD = 0, MEASURE, NEVER, ALWAYS } choice;
typedef enum direction { SEND = 0, FETCH = 1 } direction;

typedef struct measured {
    int transfers;
    double direct, staged; /* seconds for the same number of bytes */
} measured;

struct offcy_staging {
    pthread_mutex_t lock; /* for all of it; its holder uses the memory */
    char *memory;         /* pinned; NULL: none yet */
    bool failed;          /* none is available */
    ptrdiff_t moved;      /* bytes of large transfers before there was memory */
    measured measured[DEVICES][2];
    offcy_staging_statistics statistics;
};

static _Thread_local bool is_paused;

void offcy_staging_pause(bool paused)
{
    is_paused = paused;
}

static choice choose(void)
{
    static int known;
    int choice = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (choice == CHOICE_UNREAD) {
        const char *value = getenv("OFFCY_STAGING");
        choice = value == NULL                       ? MEASURE
                 : strcasecmp(value, "never") == 0   ? NEVER
                 : strcasecmp(value, "always") == 0  ? ALWAYS
                                                     : MEASURE;
        __atomic_store_n(&known, choice, __ATOMIC_RELAXED);
    }
    return (enum choice)choice;
}

/* All modules' staging, made at first use; NULL: no memory. */
static struct offcy_staging *shared_staging(void)
{
    offcy_state *state = offcy_shared();
    struct offcy_staging *found = __atomic_load_n(&state->staging, __ATOMIC_ACQUIRE);
    if (found != NULL)
        return found;
    struct offcy_staging *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    if (__atomic_compare_exchange_n(&state->staging, &found, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    pthread_mutex_destroy(&made->lock);
    free(made);
    return found;
}

/* The staging with its memory, locked; NULL: there is none, it is in use, or it has not been found worthwhile
 * yet. */
static struct offcy_staging *acquire(int device, ptrdiff_t bytes)
{
    struct offcy_staging *staging =
        choose() == NEVER || device < 0 || device >= DEVICES ? NULL : shared_staging();
    if (staging == NULL || pthread_mutex_trylock(&staging->lock) != 0)
        return NULL;
    if (staging->memory == NULL && !staging->failed) {
        if (choose() == ALWAYS || staging->moved >= BEFORE_PINNING * OFFCY_LARGE_TRANSFER) {
            char *memory = offcy_device_allocate_host(device, MOST_THREADS * OFFCY_STAGING_PIECE);
            __atomic_store_n(&staging->memory, memory, __ATOMIC_RELEASE);
            staging->failed = memory == NULL;
        }
        staging->moved += bytes;
    }
    if (staging->memory != NULL)
        return staging;
    pthread_mutex_unlock(&staging->lock);
    return NULL;
}

static int move_directly(direction direction, int device, char *there, char *here, ptrdiff_t bytes)
{
    return direction == SEND ? offcy_device_write(device, there, here, bytes)
                             : offcy_device_read(device, here, there, bytes);
}

static int move_piece(direction direction, int device, char *there, char *here, char *pinned, ptrdiff_t bytes)
{
    if (direction == SEND) {
        memcpy(pinned, here, (size_t)bytes);
        return offcy_device_write(device, there, pinned, bytes);
    }
    if (offcy_device_read(device, pinned, there, bytes) < 0)
        return -1;
    memcpy(here, pinned, (size_t)bytes);
    return 0;
}

static int move_staged(struct offcy_staging *staging, direction direction, int device, char *there, char *here,
                       ptrdiff_t bytes)
{
    const ptrdiff_t pieces = (bytes + OFFCY_STAGING_PIECE - 1) / OFFCY_STAGING_PIECE;
    bool failed = false;
#ifdef IN_PARALLEL
    const int most = omp_get_max_threads() < MOST_THREADS ? omp_get_max_threads() : MOST_THREADS;
#pragma omp parallel for num_threads(most) schedule(dynamic, 1) reduction(|| : failed)
#endif
    for (ptrdiff_t piece = 0; piece < pieces; piece++) {
        ptrdiff_t lane = 0;
#ifdef IN_PARALLEL
        lane = omp_get_thread_num();
#endif
        const ptrdiff_t at = piece * OFFCY_STAGING_PIECE;
        const ptrdiff_t size = bytes - at < OFFCY_STAGING_PIECE ? bytes - at : OFFCY_STAGING_PIECE;
        char *pinned = staging->memory + lane * OFFCY_STAGING_PIECE;
        failed = failed || move_piece(direction, device, there + at, here + at, pinned, size) < 0;
    }
    return failed ? -1 : 0;
}

/* Half of it each way, with the same number of bytes; which is first alternates. */
static int measure(struct offcy_staging *staging, direction direction, int device, char *there, char *here,
                   ptrdiff_t bytes)
{
    measured *measured = &staging->measured[device][direction];
    const ptrdiff_t half = bytes / 2;
    double seconds[2];
    for (int part = 0; part < 2; part++) {
        const bool staged = (part + measured->transfers) % 2 != 0;
        const ptrdiff_t at = part * half, size = part == 0 ? half : bytes - half;
        const double started = offcy_now();
        if ((staged ? move_staged(staging, direction, device, there + at, here + at, size)
                    : move_directly(direction, device, there + at, here + at, size)) < 0)
            return -1;
        seconds[staged] = offcy_now() - started;
    }
    if (measured->transfers++ >= UNCOUNTED) {
        measured->direct += seconds[false];
        measured->staged += seconds[true];
    }
    staging->statistics.measured++;
    return 0;
}

static int move(direction direction, int device, char *there, char *here, ptrdiff_t bytes)
{
    struct offcy_staging *staging =
        bytes < OFFCY_LARGE_TRANSFER || is_paused ? NULL : acquire(device, bytes);
    if (staging == NULL)
        return move_directly(direction, device, there, here, bytes);
    const measured measured = staging->measured[device][direction];
    int status;
    if (choose() == MEASURE && measured.transfers < UNCOUNTED + MEASURED) {
        status = measure(staging, direction, device, there, here, bytes);
    } else if (choose() == ALWAYS || measured.staged < WORTH_IT * measured.direct) {
        status = move_staged(staging, direction, device, there, here, bytes);
        staging->statistics.staged++;
    } else {
        pthread_mutex_unlock(&staging->lock); /* others may want the memory */
        return move_directly(direction, device, there, here, bytes);
    }
    pthread_mutex_unlock(&staging->lock);
    return status;
}

int offcy_send(int device, void *to, const void *from_host, ptrdiff_t bytes)
{
    return move(SEND, device, to, (char *)(uintptr_t)from_host, bytes);
}

int offcy_fetch(int device, void *to_host, const void *from, ptrdiff_t bytes)
{
    return move(FETCH, device, (char *)(uintptr_t)from, to_host, bytes);
}

char *offcy_staging_borrow(int device, ptrdiff_t bytes)
{
    const bool fits = bytes >= OFFCY_STAGING_PIECE / 16 && bytes <= MOST_THREADS * OFFCY_STAGING_PIECE;
    struct offcy_staging *staging = fits ? acquire(device, bytes) : NULL;
    if (staging == NULL)
        return malloc((size_t)bytes);
    staging->statistics.borrowed++;
    return staging->memory;
}

void offcy_staging_return(char *memory)
{
    struct offcy_staging *staging = __atomic_load_n(&offcy_shared()->staging, __ATOMIC_ACQUIRE);
    if (memory != NULL && staging != NULL && memory == __atomic_load_n(&staging->memory, __ATOMIC_ACQUIRE))
        pthread_mutex_unlock(&staging->lock);
    else
        free(memory);
}

void offcy_staging_report(offcy_staging_statistics *statistics)
{
    struct offcy_staging *staging = offcy_device_usable_here() ? shared_staging() : NULL;
    *statistics = (offcy_staging_statistics){0};
    if (staging == NULL)
        return;
    pthread_mutex_lock(&staging->lock);
    *statistics = staging->statistics;
    statistics->pinned_bytes = staging->memory != NULL ? MOST_THREADS * OFFCY_STAGING_PIECE : 0;
    pthread_mutex_unlock(&staging->lock);
}
