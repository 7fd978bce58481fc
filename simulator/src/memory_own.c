/* Memory for what the driver knows about blocks. It is kept apart from the heap of the program: records of freed blocks would
 * look like leaks to a program that measures its heap. */
#define _GNU_SOURCE
#include "memory_private.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { CHUNK = 1 << 16, BUCKETS = 1024 };

static const size_t PAGE = 4096;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *pages(size_t bytes)
{
    void *place = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return place != MAP_FAILED ? place : NULL;
}

void *own_table(void *table, size_t *capacity, size_t size)
{
    const size_t before = (*capacity * size + PAGE - 1) / PAGE * PAGE;
    const size_t bytes = before > 0 ? 2 * before : 4 * PAGE;
    void *larger = table != NULL ? mremap(table, before, bytes, MREMAP_MAYMOVE) : pages(bytes);
    if (larger == NULL || larger == MAP_FAILED)
        return NULL;
    *capacity = bytes / size;
    return larger;
}

/* Bytes that are never given back, zeros. */
static void *bump(size_t bytes)
{
    static unsigned char *at;
    static size_t left;
    bytes = (bytes + 15) / 16 * 16;
    if (bytes > CHUNK / 4)
        return pages((bytes + PAGE - 1) / PAGE * PAGE);
    if (bytes > left) {
        at = pages(CHUNK);
        left = at != NULL ? CHUNK : 0;
    }
    if (at == NULL)
        return NULL;
    unsigned char *place = at;
    at += bytes;
    left -= bytes;
    return place;
}

void *own_take(struct own_pool *pool)
{
    pthread_mutex_lock(&lock);
    void **item = pool->free;
    if (item != NULL) {
        pool->free = *item;
        memset(item, 0, pool->size);
    } else {
        item = bump(pool->size);
    }
    pthread_mutex_unlock(&lock);
    return item;
}

void own_give(struct own_pool *pool, void *item)
{
    pthread_mutex_lock(&lock);
    *(void **)item = pool->free;
    pool->free = item;
    pthread_mutex_unlock(&lock);
}

const char *own_text(const char *text)
{
    static struct kept {
        struct kept *next;
        char text[];
    } *buckets[BUCKETS];
    if (text == NULL)
        return NULL;
    unsigned hash = 5381;
    for (const char *c = text; *c != '\0'; c++)
        hash = hash * 33 + (unsigned char)*c;
    pthread_mutex_lock(&lock);
    struct kept *kept = buckets[hash % BUCKETS];
    while (kept != NULL && strcmp(kept->text, text) != 0)
        kept = kept->next;
    if (kept == NULL && (kept = bump(sizeof *kept + strlen(text) + 1)) != NULL) {
        strcpy(kept->text, text);
        kept->next = buckets[hash % BUCKETS];
        buckets[hash % BUCKETS] = kept;
    }
    pthread_mutex_unlock(&lock);
    return kept != NULL ? kept->text : NULL;
}
