/* Memory that the threads of a kernel have of their own. */
#include "offcy_device.h"
#include "offcy_tile.h"

enum {
    /* More would rarely be at work at a time, each with such memory. */
    MOST_THREADS = 1 << 15,
    /* Bytes for all threads. */
    MOST_BYTES = 1 << 28,
};

int offcy_threads_of(const offcy_tile *tile, ptrdiff_t bytes)
{
    const ptrdiff_t with_memory = bytes > 0 ? MOST_BYTES / bytes : MOST_THREADS;
    ptrdiff_t threads = with_memory < MOST_THREADS ? with_memory : MOST_THREADS;
    threads = threads < tile->total ? threads : tile->total;
    return threads > 1 ? (int)threads : 1;
}

char *offcy_memory_of_threads(int device, ptrdiff_t bytes, int threads)
{
    ptrdiff_t all = 0;
    if (bytes <= 0 || __builtin_mul_overflow(bytes, (ptrdiff_t)threads, &all))
        return NULL;
    return offcy_device_allocate(device, all);
}

void offcy_free_memory_of_threads(int device, char *memory)
{
    if (memory != NULL)
        offcy_device_free(device, memory);
}
