/* SPDX-License-Identifier: MIT */
/* The memory of a line: see line.h. */
#include <config.h>
#include "game/line.h"
#include <stdlib.h>

void fm_line_grow(struct fm_line *line)
{
    enum { FIRST_MOVES = 256 };
    const size_t cap = line->cap == 0 ? FIRST_MOVES : 2 * line->cap;
    void *grown = cap > FM_LINE_BYTES / sizeof *line->moves
                      ? NULL
                      : realloc(line->moves, cap * sizeof *line->moves);
    line->full = grown == NULL;
    if (line->full)
        return;
    line->moves = grown;
    line->cap = cap;
}

void fm_line_free(struct fm_line *line)
{
    free(line->moves);
    *line = (struct fm_line){.moves = NULL};
}
