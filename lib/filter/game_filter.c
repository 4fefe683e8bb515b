/* SPDX-License-Identifier: MIT */
/* The choice of games: see game_filter.h. Rules on tags are filter/tagrule.c. */
#include <config.h>
#include "filter/game_filter.h"
#include "filter/tagvalue.h"
#include "pgn/comment.h"
#include "pgn/lexer.h"

/* Call one function for every list of rules. */
static enum fm_status each_rule(struct fm_profile_games *games,
                                enum fm_status (*act)(struct fm_tag_rule *rules, size_t count,
                                                      struct fm_arena *arena),
                                struct fm_arena *arena)
{
    struct fm_tag_rule *const single[] = {games->player,      games->opponent, games->elo_both,
                                          games->elo_either,  games->elo_mean, games->opening.eco,
                                          games->opening.name};
    FM_TRY(act(games->tags, games->tag_count, arena));
    for (size_t i = 0; i < games->any_count; i++)
        FM_TRY(act(games->any[i].rules, games->any[i].count, arena));
    for (size_t i = 0; i < games->none_count; i++)
        FM_TRY(act(games->none[i].rules, games->none[i].count, arena));
    for (size_t i = 0; i < FM_COUNT_OF(single); i++)
        if (single[i] != NULL)
            FM_TRY(act(single[i], 1, arena));
    return FM_OK;
}

static enum fm_status free_rules(struct fm_tag_rule *rules, size_t count, struct fm_arena *arena)
{
    (void)arena;
    fm_tag_rules_free(rules, count);
    return FM_OK;
}

enum fm_status fm_game_filter_compile(struct fm_profile_games *games, struct fm_arena *arena)
{
    return each_rule(games, fm_tag_rules_compile, arena);
}

void fm_game_filter_free(struct fm_profile_games *games)
{
    (void)each_rule(games, free_rules, NULL); /* never fails */
}

static bool some_hold(const struct fm_tag_set *sets, size_t count,
                      const struct fm_game_facts *facts)
{
    for (size_t i = 0; i < count; i++) {
        size_t held = 0;
        while (held < sets[i].count && fm_tag_rule_holds(&sets[i].rules[held], facts->tags,
                                                         facts->tag_count, facts->context))
            held++;
        if (held == sets[i].count)
            return true;
    }
    return false;
}

/* Does the rule hold for that tag, whatever tag it was written for? */
static bool holds_for(const struct fm_tag_rule *rule, enum fm_tag_id id,
                      const struct fm_game_facts *facts)
{
    const struct fm_tag *tag = fm_tag_find(facts->tags, facts->tag_count, id);
    if (tag == NULL)
        return fm_tag_rule_holds(rule, NULL, 0, facts->context);
    struct fm_tag named = *tag;
    named.name = rule->tag;
    const bool holds = fm_tag_rule_holds(rule, &named, 1, facts->context);
    facts->context->tag = tag->name;
    return holds;
}

/* Is one the player, and the other the opponent? */
static bool pair_holds(const struct fm_profile_games *games, enum fm_tag_id player,
                       enum fm_tag_id opponent, const struct fm_game_facts *facts)
{
    return (games->player == NULL || holds_for(games->player, player, facts)) &&
           holds_for(games->opponent, opponent, facts);
}

bool fm_game_rating(const struct fm_game_facts *facts, enum fm_tag_id id, int64_t *out)
{
    const struct fm_tag *tag = fm_tag_find(facts->tags, facts->tag_count, id);
    return tag != NULL && fm_tag_number(fm_text_trim(tag->value), out);
}

bool fm_game_mean_rating(const struct fm_game_facts *facts, int64_t *out)
{
    int64_t white, black;
    if (!fm_game_rating(facts, FM_TAG_WHITE_ELO, &white) ||
        !fm_game_rating(facts, FM_TAG_BLACK_ELO, &black) || white <= 0 || black <= 0)
        return false;
    *out = (white + black) / 2;
    return true;
}

/* Ratings are whole numbers, so that their mean has at most one digit after the point. */
static bool mean_holds(const struct fm_tag_rule *rule, const struct fm_game_facts *facts)
{
    enum { TENTH = FM_NUMBER_UNIT / 10, DIGITS_MAX = 24 };
    int64_t both;
    unsigned char text[DIGITS_MAX];
    struct fm_tag mean = {.name = rule->tag};
    if (!fm_game_mean_rating(facts, &both))
        return fm_tag_rule_holds(rule, NULL, 0, facts->context);
    const uint64_t half = (uint64_t)both;
    unsigned char *end = fm_put_u64(text, half / FM_NUMBER_UNIT);
    if (half % FM_NUMBER_UNIT != 0) {
        *end++ = '.';
        *end++ = (unsigned char)('0' + half % FM_NUMBER_UNIT / TENTH);
    }
    mean.value = fm_text_between(text, end);
    return fm_tag_rule_holds(rule, &mean, 1, facts->context);
}

static bool ratings_hold(const struct fm_profile_games *games, const struct fm_game_facts *facts)
{
    if (games->elo_both != NULL && !(holds_for(games->elo_both, FM_TAG_WHITE_ELO, facts) &&
                                     holds_for(games->elo_both, FM_TAG_BLACK_ELO, facts)))
        return false;
    if (games->elo_either != NULL && !(holds_for(games->elo_either, FM_TAG_WHITE_ELO, facts) ||
                                       holds_for(games->elo_either, FM_TAG_BLACK_ELO, facts)))
        return false;
    return games->elo_mean == NULL || mean_holds(games->elo_mean, facts);
}

static bool difference_holds(const struct fm_range *range, const struct fm_game_facts *facts)
{
    int64_t white, black;
    if (!fm_game_rating(facts, FM_TAG_WHITE_ELO, &white) ||
        !fm_game_rating(facts, FM_TAG_BLACK_ELO, &black))
        return false;
    const int64_t difference = white - black;
    return (range->from == INT64_MIN || difference >= range->from * FM_NUMBER_UNIT) &&
           (range->to == INT64_MAX || difference <= range->to * FM_NUMBER_UNIT);
}

/* The annotations in one comment. What engines write of a search is no text. */
static unsigned annotations_of(struct fm_text text)
{
    struct fm_comment comment = {.has_score = false};
    const unsigned char *p = text.p, *const end = text.p + text.n, *close;
    unsigned has = 0;
    fm_comment_read(text, true, &comment);
    for (; p < end && !comment.before; p = close)
        if (fm_text_trim(fm_text_between(p, fm_comment_command(p, end, &close))).n > 0)
            has = FM_HAS_COMMENTS;
    return has | (comment.has_score ? FM_HAS_EVALUATIONS : 0) |
           (comment.has_clock || comment.has_elapsed ? FM_HAS_CLOCKS : 0);
}

/* Is all of that in the movetext? Variations are looked into. */
static bool has_annotations(unsigned wanted, struct fm_text moves)
{
    if (moves.n == 0) /* a record of a list has none; its pointer may be NULL */
        return wanted == 0;
    struct fm_lexer lexer = {.at = moves.p, .end = moves.p + moves.n};
    unsigned has = 0;
    while ((wanted & ~has) != 0) {
        const enum fm_token token = fm_lexer_next(&lexer);
        if (token == FM_TOKEN_END)
            return false;
        has |= token == FM_TOKEN_OPEN      ? FM_HAS_VARIATIONS
               : token == FM_TOKEN_COMMENT ? annotations_of(lexer.text)
                                           : 0;
    }
    return (wanted & ~has) == 0;
}

static bool time_holds(unsigned times, const struct fm_game_facts *facts)
{
    return times >> fm_time_class_of_game(facts->tags, facts->tag_count) & 1;
}

/* The first condition, of those that can be decided by what is known, that is set and does not
 * hold.
 * @param facts, end  NULL where they are not known. */
static size_t condition_lost(const struct fm_profile_games *g, unsigned known,
                             const struct fm_game_facts *facts, const struct fm_game_end *end)
{
#define LOST(step, name, known_, set, holds) \
    if ((known & FM_KNOWN_##known_) != 0 && (set) && !(holds)) \
        return g->tag_count + FM_GAME_##step;
    FM_GAME_CONDITIONS(LOST)
#undef LOST
    return FM_NOT_LOST;
}

size_t fm_tags_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts)
{
    for (size_t i = 0; i < games->tag_count; i++)
        if (!fm_tag_rule_holds(&games->tags[i], facts->tags, facts->tag_count, facts->context))
            return i;
    return condition_lost(games, FM_KNOWN_TAGS, facts, NULL);
}

size_t fm_game_lost(const struct fm_profile_games *games, const struct fm_game_facts *facts)
{
    const size_t lost = fm_tags_lost(games, facts);
    return lost != FM_NOT_LOST ? lost : condition_lost(games, FM_KNOWN_CLASS, facts, NULL);
}

size_t fm_end_lost(const struct fm_profile_games *games, const struct fm_game_end *end)
{
    return condition_lost(games, FM_KNOWN_END, NULL, end);
}
