/* What kernels and copies may touch, what they find there, and whether they waited for each other. */
#include "driver.h"
#include "memory_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Words ---- */

static const char *verb(enum sim_access access)
{
    return access == SIM_READ ? "reads" : access == SIM_WRITE ? "writes" : "updates";
}

static void name_block(const block *block, uint64_t address, char *text, size_t room)
{
    const note *note = memory_note(block, address);
    if (note != NULL)
        snprintf(text, room, "'%s'", note->variable);
    else if (block->name != NULL)
        snprintf(text, room, "the global '%s'", block->name);
    else
        snprintf(text, room, "%s %" PRIu64 " (%zu bytes)",
                 block->kind == BLOCK_HEAP ? "a block of the kernel's malloc," : "device block", block->number,
                 block->bytes);
}

static void place_in(const block *block, uint64_t address, size_t size, char *text, size_t room)
{
    const note *note = memory_note(block, address);
    const uint64_t start = note != NULL ? note->address : block->address;
    const size_t bytes = note != NULL ? note->bytes : block->bytes;
    if (block->freed)
        snprintf(text, room, "at offset %" PRId64 ", after it was freed", (int64_t)(address - start));
    else if (address == start + bytes)
        snprintf(text, room, "just past its end (%zu bytes are mapped)", bytes);
    else if (address > start + bytes)
        snprintf(text, room, "%" PRIu64 " bytes past its end (%zu bytes are mapped)", address - (start + bytes), bytes);
    else if (address < start)
        snprintf(text, room, "%" PRIu64 " bytes before its start", start - address);
    else if (address + size > start + bytes)
        snprintf(text, room, "at offset %" PRIu64 ", past its end (%zu bytes are mapped)", address - start, bytes);
    else
        snprintf(text, room, "at offset %" PRIu64 " of %zu bytes", address - start, bytes);
}

static void describe_inside(struct sim_device *device, uint64_t address, size_t size, const char *does, char *text,
                            size_t room)
{
    char name[160], place[160];
    const block *block = memory_block_near(device, address);
    if (block == NULL) {
        snprintf(text, room, "%s %zu bytes at %#" PRIx64 ", where no block of the device is", does, size, address);
        return;
    }
    name_block(block, address, name, sizeof name);
    place_in(block, address, size, place, sizeof place);
    snprintf(text, room, "%s %zu bytes of %s %s", does, size, name, place);
}

void memory_describe(struct sim_device *device, uint64_t address, size_t size, enum sim_access access, char *text,
                     size_t room)
{
    const char *does = verb(access);
    if (memory_is_inside(device, address, 1)) {
        describe_inside(device, address, size, does, text, room);
        return;
    }
    const struct device *other = driver_device_of(address);
    if (address < 4096)
        snprintf(text, room, "%s %zu bytes by a null pointer (%#" PRIx64 ")", does, size, address);
    else if (other != NULL)
        snprintf(text, room, "%s %zu bytes at %#" PRIx64 ", in the memory of device %d", does, size, address,
                 other->ordinal);
    else
        snprintf(text, room, "%s %zu bytes at %#" PRIx64 ", an address of the host: no map translated this pointer",
                 does, size, address);
}

/* ---- The order of operations ---- */

/* Finds copies and kernels that did not wait for each other. `true`: `text` says so. */
static bool find_disorder(const struct sim_device *device, uint64_t address, size_t bytes, bool writes, char *text,
                          size_t room)
{
    const struct range *range = memory_range(device);
    const uint32_t running = driver_running();
    if (range->writers == NULL || running == 0 || bytes == 0)
        return false;
    const uint64_t first = (address - (uint64_t)(uintptr_t)device->base) / 4;
    const uint64_t last = (address + bytes - 1 - (uint64_t)(uintptr_t)device->base) / 4;
    uint32_t known = running, found = 0;
    bool found_write = false;
    for (uint64_t k = first; k <= last; k++) {
        const uint32_t writer = range->writers[k], reader = range->readers[k];
        if (found == 0 && writer != 0 && writer != known && !driver_is_after(writer))
            found = writer, found_write = true;
        else if (found == 0 && writes && reader != 0 && reader != known && !driver_is_after(reader))
            found = reader;
        known = found == 0 && writer != 0 ? writer : known;
        if (writes)
            range->writers[k] = running;
        else
            range->readers[k] = running;
    }
    if (found == 0)
        return false;
    char other[200], name[160];
    const block *block = memory_block_near((struct sim_device *)device, address);
    driver_describe(found, other, sizeof other);
    if (block != NULL)
        name_block(block, address, name, sizeof name);
    else
        snprintf(name, sizeof name, "%#" PRIx64, address);
    snprintf(text, room, "%s %s, which %s %s, without waiting for it", writes ? "writes" : "reads", name, other,
             found_write ? "writes" : "reads");
    return true;
}

/* ---- Kernels ---- */

static void fill(struct sim_report *report, uint64_t address, size_t size, enum sim_access access)
{
    report->has_address = 1;
    report->address = address;
    report->size = size;
    report->access = access;
}

static bool all_written(const unsigned char *marks, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (marks[k] != MARK_WRITTEN)
            return false;
    return true;
}

/* Code that copies structs byte by byte reads their padding, too. */
static bool is_beside_written(const unsigned char *marks, uint64_t address)
{
    const unsigned char *word = marks - address % 8;
    for (size_t k = 0; k < 8; k++)
        if (word[k] == MARK_WRITTEN)
            return true;
    return false;
}

static bool all_live(const unsigned char *marks, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (marks[k] == MARK_NONE)
            return false;
    return true;
}

static __thread enum sim_check objection;

enum sim_check memory_objection(void)
{
    return objection;
}

/* A finding of --check init or sync leaves `report->error` 0: the kernel continues. */
static int note_only(struct sim_report *report, enum sim_check check, uint64_t address, size_t size,
                     enum sim_access access)
{
    objection = check;
    fill(report, address, size, access);
    report->error = SIM_SUCCESS;
    return 0;
}

static int refuse(struct sim_device *device, uint64_t address, size_t size, enum sim_access access,
                  struct sim_report *report)
{
    if (report == NULL)
        return 0;
    memory_describe(device, address, size, access, report->cause, sizeof report->cause);
    fill(report, address, size, access);
    report->error = SIM_ILLEGAL_ADDRESS;
    return 0;
}

/* An address outside the device's own range. */
static int check_elsewhere(struct sim_device *device, uint64_t address, size_t size, enum sim_access access,
                           struct sim_report *report)
{
    const struct device *own = device->driver, *other = driver_device_of(address);
    const block *pinned = memory_pinned(address);
    if (pinned != NULL && address + size <= pinned->address + pinned->bytes)
        return 1;
    if (other != NULL && own != NULL && (own->peers >> other->ordinal & 1) &&
        all_live(memory_marks(&other->sim, address), size)) {
        if (access != SIM_READ)
            memset(memory_marks(&other->sim, address), MARK_WRITTEN, size);
        return 1;
    }
    return refuse(device, address, size, access, report);
}

int memory_check(struct sim_device *device, uint64_t address, size_t size, enum sim_access access,
                 struct sim_report *report)
{
    if (!memory_is_inside(device, address, size))
        return check_elsewhere(device, address, size, access, report);
    unsigned char *marks = memory_marks(device, address);
    const bool written = all_written(marks, size);
    if (!written && !all_live(marks, size))
        return refuse(device, address, size, access, report);
    const bool is_padding = !written && size == 1 && is_beside_written(marks, address);
    if (!written)
        memset(marks, MARK_WRITTEN, size); /* reported once */
    if (!written && !is_padding && access != SIM_WRITE && (device->checks & SIM_CHECK_INIT) && report != NULL) {
        char does[64];
        snprintf(does, sizeof does, "%s bytes that nothing wrote:", verb(access));
        describe_inside(device, address, size, does, report->cause, sizeof report->cause);
        return note_only(report, SIM_CHECK_INIT, address, size, access);
    }
    if (access != SIM_ATOMIC && report != NULL &&
        find_disorder(device, address, size, access == SIM_WRITE, report->cause, sizeof report->cause))
        return note_only(report, SIM_CHECK_SYNC, address, size, access);
    return 1;
}

void sim_shared_begin(struct sim_device *device, void *window, size_t size)
{
    memset(memory_marks(device, (uint64_t)(uintptr_t)window), MARK_LIVE, size);
}

void sim_shared_end(struct sim_device *device, void *window, size_t size)
{
    memset(memory_marks(device, (uint64_t)(uintptr_t)window), MARK_NONE, size);
}

int sim_shared_check(struct sim_device *device, uint64_t address, size_t size, enum sim_access access)
{
    unsigned char *marks = memory_marks(device, address);
    const bool written = access == SIM_WRITE || all_written(marks, size);
    memset(marks, MARK_WRITTEN, size);
    return written;
}

/* ---- Copies ---- */

bool memory_may_copy(struct sim_device *device, uint64_t address, size_t bytes)
{
    if (!memory_is_inside(device, address, bytes) || !memory_is_inside(device, address, 1))
        return false;
    const block *block = memory_block_near(device, address);
    return block != NULL && !block->freed && address >= block->address &&
           address - block->address <= block->bytes && bytes <= block->bytes - (address - block->address);
}

void memory_written(struct sim_device *device, uint64_t address, size_t bytes)
{
    memset(memory_marks(device, address), MARK_WRITTEN, bytes);
}

void memory_copy_marks(struct sim_device *to_device, uint64_t to, struct sim_device *device, uint64_t from, size_t bytes)
{
    memmove(memory_marks(to_device, to), memory_marks(device, from), bytes);
}

/* How many of the bytes were never written, and the first of them. Gaps between a variable's elements do not count, nor
 * does a variable that had no contents on the host either, such as a new array of `numpy.empty`. */
static size_t count_unwritten(const struct sim_device *device, const block *block, uint64_t address, size_t bytes,
                              uint64_t *first)
{
    const unsigned char *marks = memory_marks(device, address);
    size_t count = 0;
    for (size_t k = 0; k < bytes; k++) {
        if (marks[k] == MARK_WRITTEN)
            continue;
        /* Several variables may be parts of what is copied. */
        const note *note = memory_note(block, address + k);
        if (note != NULL && (memory_is_undefined(note) || !memory_in_element(note, address + k)))
            continue;
        if (count++ == 0)
            *first = address + k;
    }
    return count;
}

static void report_unwritten(struct sim_device *device, uint64_t address, size_t bytes)
{
    const block *block = memory_block_near(device, address);
    uint64_t first = address;
    const size_t count = block != NULL ? count_unwritten(device, block, address, bytes, &first) : 0;
    if (count == 0)
        return;
    struct sim_report report = {0};
    const note *note = memory_note(block, first);
    char name[160], hint[80] = "";
    name_block(block, first, name, sizeof name);
    if (note != NULL && (note->map & 3) == 2)
        snprintf(hint, sizeof hint, ": map it 'tofrom', or write all of it");
    snprintf(report.cause, sizeof report.cause,
             "%zu of %zu bytes of %s that are copied back to the host were never written (the first at offset %" PRIu64
             "%s%s)%s",
             count, bytes, name, first - (note != NULL ? note->address : block->address),
             note != NULL ? ", mapped " : "", note != NULL ? memory_map_word(note) : "", hint);
    fill(&report, first, count, SIM_READ);
    findings_add("init", device, &report);
}

void memory_check_copy(struct sim_device *device, uint64_t address, size_t bytes, bool writes, bool to_host)
{
    struct sim_report report = {0};
    char words[sizeof report.cause - 16];
    if (!memory_is_inside(device, address, bytes))
        return;
    if ((device->checks & SIM_CHECK_INIT) && to_host && !all_written(memory_marks(device, address), bytes))
        report_unwritten(device, address, bytes);
    if (!find_disorder(device, address, bytes, writes, words, sizeof words))
        return;
    snprintf(report.cause, sizeof report.cause, "a copy %s", words);
    fill(&report, address, bytes, writes ? SIM_WRITE : SIM_READ);
    findings_add("sync", device, &report);
}
