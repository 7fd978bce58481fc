/* What a program declares about the variables in its blocks: their names, places and elements. The runtime of offcy's
 * modules does so. */
#include "driver.h"
#include "memory_private.h"

#include <string.h>

enum { MOST_NOTES = 64 };

static struct own_pool notes = {.size = sizeof(note)};

/* The innermost note; otherwise the nearest before; otherwise the first. */
const note *memory_note(const block *block, uint64_t address)
{
    const note *best = NULL;
    for (const note *each = block != NULL ? block->notes : NULL; each != NULL; each = each->next) {
        const bool inside = address - each->address < each->bytes;
        const bool best_inside = best != NULL && address - best->address < best->bytes;
        if (best == NULL || (inside && (!best_inside || each->bytes <= best->bytes)) ||
            (!inside && !best_inside && each->address <= address && each->address > best->address))
            best = each;
    }
    return best;
}

bool memory_in_element(const note *note, uint64_t address)
{
    uint64_t offset = address - note->address;
    if (offset >= note->bytes || note->run == 0)
        return true;
    for (int axis = note->axis_count; axis-- > 0;) {
        const uint64_t index = offset / note->strides[axis];
        offset -= (index < note->counts[axis] ? index : note->counts[axis] - 1) * note->strides[axis];
    }
    return offset < note->run;
}

bool memory_is_undefined(const note *note)
{
    return (note->map & 128) != 0;
}

const char *memory_map_word(const note *note)
{
    static const char *const WORDS[] = {"alloc", "to", "from", "tofrom"};
    return note->map & 16 ? "kept by a context" : WORDS[note->map & 3];
}

void memory_drop_notes(block *block)
{
    for (note *each = block->notes, *next; each != NULL; each = next) {
        next = each->next;
        own_give(&notes, each);
    }
    block->notes = NULL;
}

/* The note of the same bytes, otherwise a new one after the others; NULL: there is no room. */
static note *place_for(block *block, uint64_t address, size_t bytes)
{
    note **link = &block->notes;
    int count = 0;
    for (; *link != NULL && count < MOST_NOTES; link = &(*link)->next, count++)
        if ((*link)->address == address && (*link)->bytes == bytes)
            return *link;
    return count < MOST_NOTES ? *link = own_take(&notes) : NULL;
}

/* A block that the program has kept in a pool gets new data of `bytes` bytes. */
static void begin_again(device *device, block *block, size_t bytes)
{
    memory_drop_notes(block);
    memset(memory_marks(&device->sim, block->address), MARK_NONE, block->bytes);
    memset(memory_marks(&device->sim, block->address), MARK_LIVE, bytes);
    memset((void *)(uintptr_t)block->address, memory_range(&device->sim)->filling, block->bytes);
}

/* A program has put a variable at `address`: its name, the region that maps it, and how. With `exact`, the block is new
 * to the program, and ends where the variable does, whatever size was requested. Its elements are `run` bytes, repeated
 * along each axis by `steps` (a count and a stride each); 0: all of it. */
EXPORT void offcySimulatorNote(void *address, size_t bytes, const char *variable, unsigned map, const char *function,
                               const char *file, int line, int exact, size_t run, int axis_count, const size_t *steps)
{
    if (driver_enter("offcySimulatorNote") != OK)
        return;
    const uint64_t start = (uint64_t)(uintptr_t)address;
    device *device = driver_device_of(start);
    block *block = device != NULL ? memory_block_near(&device->sim, start) : NULL;
    if (exact && block != NULL && !block->freed && start == block->address && bytes <= block->bytes)
        begin_again(device, block, bytes);
    note *note = block != NULL && !block->freed && start - block->address < block->bytes && axis_count <= MOST_AXES
                     ? place_for(block, start, bytes)
                     : NULL;
    if (note != NULL) {
        const char *name = own_text(variable);
        *note = (struct note){.next = note->next, .address = start, .bytes = bytes, .variable = name != NULL ? name : "?",
                              .function = own_text(function), .file = own_text(file), .line = line, .map = map,
                              .run = run, .axis_count = axis_count};
        for (int axis = 0; axis < axis_count; axis++) {
            note->counts[axis] = steps[2 * axis];
            note->strides[axis] = steps[2 * axis + 1];
        }
    }
    driver_leave("offcySimulatorNote", OK);
}
