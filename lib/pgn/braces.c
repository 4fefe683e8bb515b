/* Where the comments of a block stand: what the splitter does not need for each window. */
#include <config.h>
#include "pgn/braces.h"
#include <stdlib.h>

bool fm_braces_grow(struct fm_brace_list *list, size_t n)
{
    enum { BYTES_A_BRACE = 8 }; /* they stand closer together where nothing is said */
    const size_t cap = n / BYTES_A_BRACE + FM_BRACES_ROOM;
    if (cap <= list->cap)
        return false;
    uint32_t *grown = realloc(list->at, cap * sizeof *grown);
    if (grown == NULL)
        return false;
    list->at = grown;
    list->cap = cap;
    return true;
}

void fm_braces_forget(struct fm_brace_list *list, size_t kept, size_t place)
{
    while (list->count > kept && list->at[list->count - 1] >= place)
        list->count--;
}
