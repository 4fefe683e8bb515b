/* SPDX-License-Identifier: MIT */
/* The steps of a plan, and their counts: see funnel.h. */
#include <config.h>
#include "run/funnel.h"
#include "filter/game_filter.h"

/* Names of steps where outputs decide. */
static const char *const output_names[FM_GAME_STEPS] = {[FM_GAME_UNTAKEN] = "outputs.when",
                                                        [FM_GAME_UNTAKEN_AT_END] = "outputs.when",
                                                        [FM_GAME_SPLIT] = "positions.split"};

/* @param name  of a condition, after @p before; empty = a step that is none of the profile's. */
static enum fm_status add_to_funnel(struct fm_funnel *funnel, struct fm_arena *arena,
                                    const char *before, struct fm_text name,
                                    struct fm_funnel_step step)
{
    const struct fm_text head = fm_text_of(name.n == 0 ? "" : before);
    unsigned char *text = fm_arena_alloc(arena, head.n + name.n + 1);
    FM_TRY_MADE(text);
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
    const unsigned set = fm_game_steps_set(games);
    for (unsigned i = 0; i < FM_GAME_STEPS; i++) {
        const bool other = by_outputs >> i & 1;
        const char *name = other ? output_names[i] : set >> i & 1 ? fm_game_step_names[i] : "";
        FM_TRY(add_to_funnel(funnel, arena, other ? "" : own_names, fm_text_of(name), step));
    }
    return FM_OK;
}

enum fm_status fm_funnel_add_positions(struct fm_funnel *funnel, struct fm_arena *arena,
                                       uint64_t shown, unsigned steps, unsigned output)
{
    const struct fm_funnel_step begin = {.begins = true, .of_positions = true, .output = output};
    const struct fm_funnel_step step = {.output = output};
    FM_TRY(add_to_funnel(funnel, arena, "", FM_TEXT(""), begin));
    for (unsigned i = 0; i < steps; i++)
        FM_TRY(add_to_funnel(funnel, arena, "",
                             fm_text_of(shown >> i & 1 ? fm_position_step_names[i] : ""), step));
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
