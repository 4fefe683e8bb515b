/* SPDX-License-Identifier: MIT */
/* The steps of a plan, and their counts: see funnel.h. */
#include <config.h>
#include "run/funnel.h"
#include "filter/game_filter.h"

static const char *const game_names[FM_GAME_STEPS] = {
    [FM_GAME_ANY] = "any",           [FM_GAME_NONE] = "none",
    [FM_GAME_PLAYER] = "player",     [FM_GAME_RESULT] = "result",
    [FM_GAME_TIME] = "time",         [FM_GAME_ELO] = "elo",
    [FM_GAME_CLASS] = "class",       [FM_GAME_PLIES] = "plies",
    [FM_GAME_FINAL] = "final",       [FM_GAME_REACHED] = "reached",
    [FM_GAME_CONTAINS] = "contains", [FM_GAME_OPENING] = "opening",
    [FM_GAME_EXCLUDE] = "exclude",   [FM_GAME_DUPLICATES] = "duplicates"};

/* The same where outputs decide. */
static const char *const output_names[FM_GAME_STEPS] = {[FM_GAME_UNTAKEN] = "outputs.when",
                                                        [FM_GAME_UNTAKEN_AT_END] = "outputs.when",
                                                        [FM_GAME_SPLIT] = "positions.split"};

static const char *const position_names[FM_POSITION_STEPS] = {
    [FM_POSITION_REACHED] = "positions.reached",
    [FM_POSITION_LAST] = "output.rows",
    [FM_POSITION_PLIES] = "positions.plies",
    [FM_POSITION_EVERY] = "positions.every",
    [FM_POSITION_OPENING] = "positions.opening",
    [FM_POSITION_SIDE] = "positions.side",
    [FM_POSITION_MARKS] = "positions.marks",
    [FM_POSITION_PIECES] = "positions.pieces",
    [FM_POSITION_CHECK] = "positions.check",
    [FM_POSITION_HALFMOVE] = "positions.halfmove",
    [FM_POSITION_EVAL] = "positions.eval",
    [FM_POSITION_MATERIAL] = "positions.material",
    [FM_POSITION_BOARD] = "positions.board",
    [FM_POSITION_SWING] = "positions.swing",
    [FM_POSITION_NEXT] = "positions.next",
    [FM_POSITION_QUIET] = "positions.quiet",
    [FM_POSITION_SPLIT] = "positions.split",
    [FM_POSITION_OPS] = "positions.ops",
    [FM_POSITION_EXCLUDE] = "positions.exclude",
    [FM_POSITION_READABLE] = "output.for",
    [FM_POSITION_REPEATED] = "positions.unique",
    [FM_POSITION_SAMPLE_PER_GAME] = "positions.sample.per-game",
    [FM_POSITION_VALUES] = "output.line",
    [FM_POSITION_BOOK] = "output.format",
    [FM_POSITION_UNIQUE] = "positions.unique",
    [FM_POSITION_SAMPLE_TOTAL] = "positions.sample.total",
    [FM_POSITION_WEIGHTS] = "output.weights",
    [FM_POSITION_GROUPS] = "output.rows",
    [FM_POSITION_MIN_COUNT] = "output.min-count",
    [FM_POSITION_LIMIT] = "output.limit"};

/* @param name  of a condition, after @p before; empty = a step that is none of the profile's. */
static enum fm_status add_to_funnel(struct fm_funnel *funnel, struct fm_arena *arena,
                                    const char *before, struct fm_text name,
                                    struct fm_funnel_step step)
{
    const struct fm_text head = fm_text_of(name.n == 0 ? "" : before);
    unsigned char *text = fm_arena_alloc(arena, head.n + name.n + 1);
    if (text == NULL)
        return FM_NO_MEMORY;
    memcpy(text, head.p, head.n);
    if (name.n > 0)
        memcpy(text + head.n, name.p, name.n);
    text[head.n + name.n] = '\0';
    step.name = (struct fm_text){text, head.n + name.n};
    funnel->count++;
    return fm_buf_append(&funnel->steps, &step, sizeof step);
}

enum fm_status fm_funnel_add_games(struct fm_funnel *funnel, struct fm_arena *arena,
                                   const struct fm_profile_games *games, unsigned output,
                                   unsigned by_outputs)
{
    const struct fm_funnel_step begin = {.begins = true, .output = output};
    const struct fm_funnel_step step = {.output = output};
    const char *own_names = output == 0 ? "games." : "when.";
    FM_TRY(add_to_funnel(funnel, arena, "", FM_TEXT(""), begin));
    FM_TRY(
        add_to_funnel(funnel, arena, "games.", fm_text_of(games->range.set ? "range" : ""), step));
    for (size_t i = 0; i < games->tag_count; i++)
        FM_TRY(add_to_funnel(funnel, arena, output == 0 ? "games.tags." : "when.tags.",
                             games->tags[i].tag, step));
    for (unsigned i = 0; i < FM_GAME_STEPS; i++) {
        const bool own = fm_game_step_set(games, (enum fm_game_step)i);
        const bool other = by_outputs >> i & 1;
        const char *name = other ? output_names[i] : own ? game_names[i] : "";
        FM_TRY(add_to_funnel(funnel, arena, other ? "" : own_names, fm_text_of(name), step));
    }
    return FM_OK;
}

enum fm_status fm_funnel_add_positions(struct fm_funnel *funnel, struct fm_arena *arena,
                                       unsigned shown, unsigned steps, unsigned output)
{
    const struct fm_funnel_step begin = {.begins = true, .of_positions = true, .output = output};
    const struct fm_funnel_step step = {.output = output};
    FM_TRY(add_to_funnel(funnel, arena, "", FM_TEXT(""), begin));
    for (unsigned i = 0; i < steps; i++)
        FM_TRY(add_to_funnel(funnel, arena, "", fm_text_of(shown >> i & 1 ? position_names[i] : ""),
                             step));
    return FM_OK;
}

bool fm_funnel_get(const struct fm_funnel *funnel, const struct fm_funnel_count *counts, size_t *at,
                   struct fm_condition_count *out)
{
    const struct fm_funnel_step *steps = fm_funnel_steps(funnel);
    if (*at >= funnel->count)
        return false;
    size_t begin = *at;
    while (begin > 0 && !steps[begin].begins)
        begin--;
    uint64_t in = 0;
    for (size_t i = begin; i < funnel->count; i++) {
        const struct fm_funnel_step *step = &steps[i];
        if (step->begins)
            begin = i;
        const uint64_t left = step->begins ? counts[i].lost : in - counts[i].lost;
        if (i >= *at && step->name.n > 0) {
            *out = (struct fm_condition_count){.name = (const char *)step->name.p,
                                               .output = step->output,
                                               .positions = steps[begin].of_positions,
                                               .offered = counts[begin].lost,
                                               .in = in,
                                               .left = left,
                                               .without = counts[i].without};
            *at = i + 1;
            return true;
        }
        in = left;
    }
    return false;
}

uint64_t fm_funnel_left(const struct fm_funnel *funnel, const struct fm_funnel_count *counts,
                        size_t begin, size_t count)
{
    uint64_t left = counts[begin].lost;
    for (size_t i = begin + 1;
         i < funnel->count && i <= begin + count && !fm_funnel_steps(funnel)[i].begins; i++)
        left -= counts[i].lost;
    return left;
}
