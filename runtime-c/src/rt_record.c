/* Error records that wait on a device. */
#include "offcy_record.h"

#include "offcy_device.h"
#include "offcy_state.h"

#include <stdint.h>
#include <stdlib.h>

enum { RECORDS = 64 };

struct offcy_records {
    char *address;   /* on the device: so many records; NULL: there are none */
    int *flags;      /* pinned memory of the host, which the device writes */
    uint64_t in_use; /* a bit for each */
};

/* What a record holds that no kernel has filled. */
static offcy_error unfilled(int *flag)
{
    return (offcy_error){.device = OFFCY_HAS_FLAG, .exception = flag};
}

static void make(int device, struct offcy_records *records)
{
    offcy_error all[RECORDS];
    int *flags = offcy_device_allocate_host(device, RECORDS * sizeof *flags);
    char *address = flags != NULL ? offcy_device_allocate(device, sizeof all) : NULL;
    if (address == NULL)
        return;
    for (int k = 0; k < RECORDS; k++) {
        flags[k] = 0;
        all[k] = unfilled(&flags[k]);
    }
    if (offcy_device_write(device, address, all, sizeof all) < 0) {
        offcy_device_free(device, address);
        return;
    }
    records->flags = flags;
    records->address = address;
}

/* The number of the record at an address; -1: something else is there. */
static int number_of(const struct offcy_records *records, const char *address)
{
    const bool is_record = records != NULL && records->address != NULL && address >= records->address &&
                           address < records->address + RECORDS * sizeof(offcy_error);
    return is_record ? (int)((address - records->address) / (ptrdiff_t)sizeof(offcy_error)) : -1;
}

static struct offcy_records *records_of(int device)
{
    offcy_device *known = offcy_device_at(device);
    return known != NULL ? known->records : NULL;
}

char *offcy_record_take(int device)
{
    offcy_device *known = offcy_device_at(device);
    if (known == NULL)
        return NULL;
    if (known->records == NULL) {
        known->records = calloc(1, sizeof *known->records);
        if (known->records == NULL)
            return NULL;
        make(device, known->records);
    }
    struct offcy_records *records = known->records;
    if (records->address == NULL || records->in_use == UINT64_MAX)
        return NULL;
    const int number = __builtin_ctzll(~records->in_use);
    records->in_use |= UINT64_C(1) << number;
    return records->address + number * (ptrdiff_t)sizeof(offcy_error);
}

bool offcy_record_give(int device, const char *address)
{
    struct offcy_records *records = records_of(device);
    const int number = number_of(records, address);
    if (number < 0)
        return false;
    int *flag = &records->flags[number];
    if (*flag != 0) {
        const offcy_error zeroed = unfilled(flag);
        /* What cannot be zeroed is not used again. */
        if (offcy_device_write(device, records->address + number * (ptrdiff_t)sizeof zeroed, &zeroed, sizeof zeroed) < 0)
            return true;
        *flag = 0;
    }
    records->in_use &= ~(UINT64_C(1) << number);
    return true;
}

int *offcy_record_flag(int device, const char *address)
{
    struct offcy_records *records = records_of(device);
    const int number = number_of(records, address);
    return number >= 0 ? &records->flags[number] : NULL;
}
