/* Two devices that exist only in this process: this file takes the place of rt_device.c and rt_request.c when the tests want
 * what no real device offers, such as transfers that fail, lack of memory, and sanitizers. */
#include "device.h"

#include "offcy_device.h"
#include "offcy_state.h"

#include <stdlib.h>
#include <string.h>

enum { DEVICES = 2, BLOCKS = 4096 };

typedef struct allocation {
    char *address;
    ptrdiff_t bytes;
} allocation;

/* Host memory that has memory on the device: all of a block, or a part. */
typedef struct association {
    const char *host;
    allocation part;
} association;

static struct {
    pthread_mutex_t lock;
    allocation blocks[BLOCKS];
    association associations[BLOCKS];
    int count, associated;
    ptrdiff_t bytes;
} devices[DEVICES] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

simulated_settings simulated = {.memory = SIMULATED_MEMORY, .transfers_that_work = PTRDIFF_MAX};

/* Ends the process: the runtime did what a device would not forgive. */
static void require(bool condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "simulated device: %s\n", what);
        abort();
    }
}

static allocation *find(int device, const char *address, ptrdiff_t bytes)
{
    for (int k = 0; k < devices[device].count; k++) {
        allocation *block = &devices[device].blocks[k];
        if (block->address <= address && address + bytes <= block->address + block->bytes)
            return block;
    }
    return NULL;
}

/* Whether something is associated with a part of that memory. */
static bool is_associated(int device, const char *address, ptrdiff_t bytes)
{
    for (int k = 0; k < devices[device].associated; k++) {
        const allocation *part = &devices[device].associations[k].part;
        if (part->address < address + bytes && address < part->address + part->bytes)
            return true;
    }
    return false;
}

void *offcy_device_allocate(int device, ptrdiff_t bytes)
{
    void *address = NULL;
    pthread_mutex_lock(&devices[device].lock);
    require(devices[device].count < BLOCKS, "too many blocks");
    if (bytes <= simulated.memory - devices[device].bytes) {
        address = malloc((size_t)bytes);
        memset(address, 0xA5, (size_t)bytes);
        devices[device].blocks[devices[device].count++] = (allocation){address, bytes};
        devices[device].bytes += bytes;
    }
    pthread_mutex_unlock(&devices[device].lock);
    return address;
}

void *offcy_device_allocate_host(int device, ptrdiff_t bytes)
{
    (void)device;
    return malloc((size_t)bytes);
}

int offcy_device_free(int device, void *address)
{
    pthread_mutex_lock(&devices[device].lock);
    allocation *block = find(device, address, 1);
    require(block != NULL && block->address == address && !is_associated(device, address, block->bytes), "freed what is in use");
    devices[device].bytes -= block->bytes;
    *block = devices[device].blocks[--devices[device].count];
    free(address);
    pthread_mutex_unlock(&devices[device].lock);
    return 0;
}

int offcy_device_associate(int device, void *host, void *address, ptrdiff_t bytes)
{
    pthread_mutex_lock(&devices[device].lock);
    const bool is_free = find(device, address, bytes) != NULL && !is_associated(device, address, bytes);
    require(is_free && devices[device].associated < BLOCKS, "associated twice, or with nothing");
    devices[device].associations[devices[device].associated++] = (association){host, {address, bytes}};
    memset(address, 0x5A, (size_t)bytes); /* nobody may count on what is there */
    pthread_mutex_unlock(&devices[device].lock);
    return 0;
}

void offcy_device_disassociate(int device, void *host)
{
    bool found = false;
    pthread_mutex_lock(&devices[device].lock);
    for (int k = 0; k < devices[device].associated && !found; k++) {
        association *each = &devices[device].associations[k];
        found = each->host == host;
        if (found)
            *each = devices[device].associations[--devices[device].associated];
    }
    require(found, "disassociated what is not associated");
    pthread_mutex_unlock(&devices[device].lock);
}

static bool may_transfer(int device, const char *address, ptrdiff_t bytes)
{
    pthread_mutex_lock(&devices[device].lock);
    const bool is_there = find(device, address, bytes) != NULL && is_associated(device, address, bytes);
    require(bytes > 0 && is_there, "moved what is not there");
    pthread_mutex_unlock(&devices[device].lock);
    return __atomic_sub_fetch(&simulated.transfers_that_work, 1, __ATOMIC_RELAXED) >= 0;
}

/* Devices copy the gaps of views with them, while other threads may write there: this race does not
 * matter. */
__attribute__((no_sanitize("thread"))) static void copy(char *to, const char *from, ptrdiff_t bytes)
{
    for (ptrdiff_t k = 0; k < bytes; k++)
        ((volatile char *)to)[k] = ((const volatile char *)from)[k];
}

int offcy_device_write(int device, void *to, const void *from_host, ptrdiff_t bytes)
{
    if (!may_transfer(device, to, bytes))
        return -1;
    copy(to, from_host, bytes);
    return 0;
}

int offcy_device_read(int device, void *to_host, const void *from, ptrdiff_t bytes)
{
    if (!may_transfer(device, from, bytes))
        return -1;
    copy(to_host, from, bytes);
    return 0;
}

int offcy_device_copy(int device, void *to, const void *from, ptrdiff_t bytes)
{
    if (!may_transfer(device, from, bytes) || !may_transfer(device, to, bytes))
        return -1;
    copy(to, from, bytes);
    return 0;
}

int offcy_choose_device(int device, offcy_error *error)
{
    (void)error;
    return device == OFFCY_DEFAULT_DEVICE ? 0 : device;
}

const char *offcy_device_why_host(int device) { (void)device; return NULL; }
int offcy_device_count(void) { return DEVICES; }
bool offcy_device_usable_here(void) { return true; }
bool offcy_device_demands_alignment(int device) { (void)device; return simulated.demands_alignment; }
