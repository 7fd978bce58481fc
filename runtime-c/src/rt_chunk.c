/* One piece of device memory for several blocks. It waits in the pool when the last of them is gone. */
#include "offcy_device.h"
#include "offcy_present.h"

#include <stdlib.h>

offcy_chunk *offcy_chunk_take(int number, ptrdiff_t bytes)
{
    offcy_chunk *chunk = offcy_pool_keeps(number) ? malloc(sizeof *chunk) : NULL;
    if (chunk == NULL)
        return NULL;
    *chunk = (offcy_chunk){.address = offcy_pool_take(number, bytes), .bytes = bytes, .parts = 1};
    if (chunk->address != NULL)
        return chunk;
    free(chunk);
    return NULL;
}

void offcy_chunk_give(int number, offcy_chunk *chunk)
{
    if (--chunk->parts > 0)
        return;
    offcy_pool_give(number, chunk->address, chunk->bytes);
    free(chunk);
}
