/* Where the comments of a block stand: what the splitter does not need for each window. */
#include <config.h>
#include "pgn/braces.h"
#include <stdlib.h>

bool fm_braces_grow(struct fm_brace_list *list)
{
    enum { CAP_MIN = 2048 };
    const size_t cap = list->cap == 0 ? CAP_MIN : 2 * list->cap;
    uint32_t *grown =
        cap > SIZE_MAX / 2 / sizeof *grown ? NULL : realloc(list->at, cap * sizeof *grown);
    if (grown == NULL)
        return false;
    list->at = grown;
    list->cap = cap;
    return true;
}

void fm_braces_forget(struct fm_brace_list *list, size_t kept, uint32_t place)
{
    while (list->count > kept && list->at[list->count - 1] >= place)
        list->count--;
}
