/* SPDX-License-Identifier: MIT */
/* The public lines of moves: a stack of positions, each with the move that led to it. */
#include <config.h>
#include "fenmill.h"
#include <stdlib.h>
#include "board/dispatch.h"

/* A position that was left, and the move that was played in it. */
struct step {
    struct fm_legal_move move;
    struct fm_hash128 hash; /* of the position */
    bool irreversible;      /* true: no later position can be one from before the move */
};

struct fm_line {
    struct fm_position *now; /* position at the end; owned */
    size_t count, cap;       /* number of steps; room for them */
    struct step *steps;
    unsigned char *boards; /* of each step the position: now->ops->size bytes */
};

enum { FIRST_STEPS = 16 };

enum fm_status fm_line_new(const struct fm_position *start, struct fm_line **out)
{
    struct fm_line *line = calloc(1, sizeof *line);
    if (line == NULL)
        return FM_NO_MEMORY;
    const enum fm_status status = fm_position_copy(start, &line->now);
    if (status != FM_OK) {
        free(line);
        return status;
    }
    *out = line;
    return FM_OK;
}

void fm_line_free(struct fm_line *line)
{
    if (line == NULL)
        return;
    fm_position_free(line->now);
    free(line->steps);
    free(line->boards);
    free(line);
}

const struct fm_position *fm_line_position(const struct fm_line *line)
{
    return line->now;
}

static enum fm_status grow(struct fm_line *line)
{
    const size_t size = line->now->ops->size;
    const size_t cap = line->cap == 0 ? FIRST_STEPS : 2 * line->cap;
    if (cap > SIZE_MAX / 2 / (size + sizeof *line->steps))
        return FM_NO_MEMORY;
    struct step *const steps = realloc(line->steps, cap * sizeof *steps);
    if (steps == NULL)
        return FM_NO_MEMORY;
    line->steps = steps;
    unsigned char *const boards = realloc(line->boards, cap * size);
    if (boards == NULL)
        return FM_NO_MEMORY;
    line->boards = boards;
    line->cap = cap;
    return FM_OK;
}

/* Rights that were lost do not come back: who has which, as one number. */
static unsigned rights_of(const struct fm_position *position)
{
    struct fm_facts facts;
    unsigned rights = 0;
    position->ops->facts(position->board, &facts);
    for (unsigned i = 0; i < 4; i++)
        rights |= (unsigned)(facts.rook[i / 2][i % 2] >= 0) << i;
    return rights;
}

enum fm_status fm_line_play(struct fm_line *line, const struct fm_legal_move *move)
{
    struct fm_move legal;
    struct fm_position *const now = line->now;
    const size_t size = now->ops->size;
    if (!fm_position_takes(now, move, &legal))
        return FM_BAD_USE;
    if (line->count == line->cap)
        FM_TRY(grow(line));
    struct step *const step = &line->steps[line->count];
    const unsigned rights = rights_of(now);
    now->ops->describe(now->board, legal, &step->move);
    step->hash = fm_position_hash(now);
    memcpy(line->boards + line->count++ * size, now->board, size);
    now->ops->play(now->board, legal);
    step->irreversible =
        step->move.piece == 'P' || step->move.captured != 0 || rights != rights_of(now);
    return FM_OK;
}

bool fm_line_undo(struct fm_line *line)
{
    const size_t size = line->now->ops->size;
    if (line->count == 0)
        return false;
    memcpy(line->now->board, line->boards + --line->count * size, size);
    return true;
}

size_t fm_line_length(const struct fm_line *line)
{
    return line->count;
}

bool fm_line_move(const struct fm_line *line, size_t index, struct fm_legal_move *out)
{
    if (index >= line->count)
        return false;
    *out = line->steps[index].move;
    return true;
}

unsigned fm_line_repetition(const struct fm_line *line)
{
    const struct fm_hash128 now = fm_position_hash(line->now);
    unsigned times = 1;
    for (size_t i = line->count; i-- > 0 && !line->steps[i].irreversible;)
        times += line->steps[i].hash.lo == now.lo && line->steps[i].hash.hi == now.hi;
    return times;
}
