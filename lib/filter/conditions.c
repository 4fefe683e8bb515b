/* SPDX-License-Identifier: MIT */
/* Conditions made ready: see conditions.h. */
#include <config.h>
#include "filter/conditions.h"
#include "filter/pattern.h"

enum fm_status fm_opening_rules_compile(struct fm_opening_rules *rules, struct fm_arena *arena)
{
    if (rules->eco != NULL)
        FM_TRY(fm_tag_rules_compile(rules->eco, 1, arena));
    return rules->name == NULL ? FM_OK : fm_tag_rules_compile(rules->name, 1, arena);
}

void fm_opening_rules_free(struct fm_opening_rules *rules)
{
    if (rules->eco != NULL)
        fm_tag_rules_free(rules->eco, 1);
    if (rules->name != NULL)
        fm_tag_rules_free(rules->name, 1);
}

/* A rule on a text of the opening, as on a tag, which is absent where the text is empty. */
static bool opening_fits(const struct fm_tag_rule *rule, struct fm_text value,
                         struct fm_rule_context *context)
{
    const struct fm_tag tag = {.name = rule == NULL ? value : rule->tag, .value = value};
    return rule == NULL || fm_tag_rule_holds(rule, &tag, value.n > 0, context);
}

/* Which openings do the rules want? A file has some thousands of them, and rules are applied to
 * each one time only. */
static enum fm_status make_openings(const struct fm_opening_rules *rules,
                                    const struct fm_condition_options *options,
                                    struct fm_arena *arena, const unsigned char **wanted,
                                    struct fm_error *error)
{
    const struct fm_openings *openings = options->openings;
    struct fm_matcher *matcher;
    *wanted = NULL;
    if (!fm_has_opening_rules(rules))
        return FM_OK;
    unsigned char *made = fm_arena_alloc(arena, openings->count + 1);
    FM_TRY_MADE(made);
    FM_TRY(fm_matcher_new(options->match_steps, options->match_memory, &matcher));
    struct fm_rule_context context = {
        .scratch = arena, .matcher = matcher, .encoding = FM_ENCODING_UTF8};
    for (size_t i = 0; i <= openings->count && context.status == FM_OK; i++)
        made[i] = opening_fits(rules->eco, openings->names[i].eco, &context) &&
                  opening_fits(rules->name, openings->names[i].name, &context);
    fm_matcher_free(matcher);
    if (context.status == FM_REJECTED) {
        return fm_refuse_profile(error, context.tag, fm_reason_meaning(FM_REASON_RULE_LIMIT));
    }
    *wanted = made;
    return context.status;
}

enum fm_status fm_game_wants_make(const struct fm_profile_games *games,
                                  const struct fm_condition_options *options,
                                  struct fm_arena *arena, struct fm_game_wants *out,
                                  struct fm_error *error)
{
    if (games->reached.n > 0)
        FM_TRY(fm_reached_read(games->reached, options->variant, &out->reached, error));
    FM_TRY(fm_contains_make(&games->contains, arena, &out->contains));
    return make_openings(&games->opening, options, arena, &out->openings, error);
}

enum fm_status fm_position_wants_make(const struct fm_profile_positions *positions,
                                      const struct fm_condition_options *options,
                                      struct fm_arena *arena, struct fm_position_wants *out,
                                      struct fm_error *error)
{
    struct fm_material *material = fm_arena_alloc(arena, sizeof *material);
    struct fm_board_mask *mask = fm_arena_alloc(arena, sizeof *mask);
    if (material == NULL || mask == NULL)
        return FM_NO_MEMORY;
    out->wanted = positions;
    out->steps = fm_position_steps_set(positions) & fm_position_steps_at(FM_LOOKS);
    out->material = fm_material_read(positions->material, material) ? material : NULL;
    out->mask = positions->board.n > 0 && fm_board_mask_read(positions->board, mask) ? mask : NULL;
    if (positions->reached.n > 0)
        FM_TRY(fm_reached_read(positions->reached, options->variant, &out->reached, error));
    return make_openings(&positions->opening, options, arena, &out->openings, error);
}
