/* SPDX-License-Identifier: MIT */
/* The public lines of moves: a stack of positions, each with the move that led to it. */
#include <config.h>
#include "fenmill.h"
#include <stdlib.h>
#include "base/memory.h"
#include "board/dispatch.h"

/* A position that was left, and the move that was played in it. */
struct step {
    struct fm_legal_move move;
    struct fm_hash128 hash; /* of the position */
    bool irreversible;      /* true: no later position can be one from before the move */
};

struct fm_line {
    struct fm_position *now; /* position at the end; owned */
    struct fm_buf steps;     /* array of struct step */
    struct fm_buf boards;    /* of each step the position: now->ops->size bytes */
};

enum fm_status fm_line_new(const struct fm_position *start, struct fm_line **out)
{
    struct fm_line *line = calloc(1, sizeof *line);
    FM_TRY_MADE(line);
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
    fm_buf_free(&line->steps);
    fm_buf_free(&line->boards);
    free(line);
}

const struct fm_position *fm_line_position(const struct fm_line *line)
{
    return line->now;
}

static const struct step *line_steps(const struct fm_line *line)
{
    return (const void *)line->steps.p;
}

size_t fm_line_length(const struct fm_line *line)
{
    return line->steps.n / sizeof(struct step);
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
    if (!fm_position_takes(now, move, &legal))
        return FM_BAD_USE;
    FM_TRY(fm_buf_reserve(&line->steps, sizeof(struct step)));
    FM_TRY(fm_buf_append(&line->boards, now->board, now->ops->size));
    struct step step = {.hash = fm_position_hash(now)};
    const unsigned rights = rights_of(now);
    now->ops->describe(now->board, legal, &step.move);
    now->ops->play(now->board, legal);
    step.irreversible =
        step.move.piece == 'P' || step.move.captured != 0 || rights != rights_of(now);
    return fm_buf_append(&line->steps, &step, sizeof step);
}

bool fm_line_undo(struct fm_line *line)
{
    const size_t size = line->now->ops->size;
    if (line->steps.n == 0)
        return false;
    line->steps.n -= sizeof(struct step);
    line->boards.n -= size;
    memcpy(line->now->board, line->boards.p + line->boards.n, size);
    return true;
}

bool fm_line_move(const struct fm_line *line, size_t index, struct fm_legal_move *out)
{
    if (index >= fm_line_length(line))
        return false;
    *out = line_steps(line)[index].move;
    return true;
}

unsigned fm_line_repetition(const struct fm_line *line)
{
    const struct fm_hash128 now = fm_position_hash(line->now);
    const struct step *const steps = line_steps(line);
    unsigned times = 1;
    for (size_t i = fm_line_length(line); i-- > 0 && !steps[i].irreversible;)
        times += steps[i].hash.lo == now.lo && steps[i].hash.hi == now.hi;
    return times;
}
