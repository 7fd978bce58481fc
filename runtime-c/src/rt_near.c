/* Which variables of a scope have ranges that meet. Only those can share a block, or elements. */
#include "offcy_enter.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const struct offcy_entered *const *one = a, *const *other = b;
    return (*one)->extent.low < (*other)->extent.low ? -1 : (*one)->extent.low > (*other)->extent.low;
}

/* Those from `first` to before `end` are near each other. */
static void link(struct offcy_entered **first, struct offcy_entered **end)
{
    for (struct offcy_entered **each = first; each < end; each++)
        (*each)->near = each + 1 < end ? each[1] : *first;
}

static void find_near(struct offcy_entered **placed, int count)
{
    qsort(placed, (size_t)count, sizeof *placed, by_place);
    int first = 0;
    const char *end = NULL;
    for (int k = 0; k < count; k++) {
        const offcy_extent *extent = &placed[k]->extent;
        if (k > first && extent->low >= end) {
            link(placed + first, placed + k);
            first = k;
        }
        if (k == first || extent->low + extent->bytes > end)
            end = extent->low + extent->bytes;
    }
    link(placed + first, placed + count);
}

void offcy_find_near(struct offcy_entered *entered, int count)
{
    struct offcy_entered *few[16], **placed = few;
    if (count > 16)
        placed = malloc((size_t)count * sizeof(struct offcy_entered *));
    int filled = 0;
    for (int k = 0; k < count; k++) {
        entered[k].near = &entered[k];
        if (placed == NULL) /* without memory, all are near each other */
            entered[k].near = &entered[k + 1 < count ? k + 1 : 0];
        else if (entered[k].extent.bytes > 0 && !entered[k].is_record)
            placed[filled++] = &entered[k];
    }
    if (placed != NULL)
        find_near(placed, filled);
    if (placed != few)
        free(placed);
}
