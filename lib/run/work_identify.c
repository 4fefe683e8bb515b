/* SPDX-License-Identifier: MIT */
/* Makes what stages decide on kept games by: for stage_duplicates.c the identity, by the key of the
 * profile, from its tags and the moves that the replay found; for stage_draw.c a hash. */
#include <config.h>
#include "run/work_games.h"
#include "base/fold.h"
#include "filter/sample.h"
#include "pgn/encoding.h"
#include "run/work_items.h"

/* The value of a tag as UTF-8 without blanks around it, whatever its escapes and encoding. */
static enum fm_status identity_value(struct fm_worker *worker, const struct fm_game *game,
                                     enum fm_tag_id id, struct fm_text *out)
{
    const struct fm_tag *tag = fm_split_tag(&worker->block->split, game, id);
    *out = FM_TEXT("");
    if (tag == NULL)
        return FM_OK;
    FM_TRY(fm_tag_value(tag, &worker->scratch, out));
    *out = fm_text_trim(*out);
    return worker->encoding == FM_ENCODING_UTF8 || tag->utf8
               ? FM_OK
               : fm_encoding_decode(&worker->scratch, *out, worker->encoding, out);
}

/* Is the name unknown: "", "?", "-", "??"? */
static bool is_unknown(struct fm_text name)
{
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] != '?' && name.p[i] != '-')
            return false;
    return true;
}

static struct fm_hash128 mix(struct fm_hash128 hash, struct fm_hash128 more)
{
    return (struct fm_hash128){fm_hash_mix(hash.lo ^ more.lo), fm_hash_mix(hash.hi + more.hi)};
}

/* The place of a text in the key is part of its hash. */
static struct fm_hash128 mix_text(struct fm_hash128 hash, struct fm_text text, uint64_t place)
{
    return mix(hash, fm_hash128_of(text.n == 0 ? (const void *)"" : text.p, text.n, place));
}

enum { PLACE_OF_WHITE = 1, PLACE_OF_BLACK, PLACE_OF_DATE, PLACE_OF_ROUND };

/* A name, or its surname alone. */
static enum fm_status mix_player(struct fm_worker *worker, const struct fm_game *game,
                                 enum fm_tag_id id, bool surname, uint64_t place,
                                 struct fm_game_identity *identity)
{
    struct fm_text name;
    FM_TRY(identity_value(worker, game, id, &name));
    if (surname) {
        unsigned char *folded = fm_arena_alloc(&worker->scratch, name.n + 2);
        FM_TRY_MADE(folded);
        name = fm_text_between(folded, fm_fold_surname(name, folded));
    }
    identity->unique = identity->unique || is_unknown(name);
    identity->key = mix_text(identity->key, name, place);
    return FM_OK;
}

/* The number of tags whose values say something: neither `?` nor `????.??.??`. */
static uint16_t count_tags(const struct fm_tag *tags, size_t count)
{
    uint16_t known = 0;
    for (size_t i = 0; i < count && known < UINT16_MAX; i++) {
        const struct fm_text value = fm_text_trim(tags[i].value);
        if (!is_unknown(value) && *value.p != '?')
            known++;
    }
    return known;
}

/* Dates with equal parts are equal however they are written; others are compared as text. */
static enum fm_status mix_date(struct fm_worker *worker, const struct fm_game *game, bool in_key,
                               struct fm_game_identity *id)
{
    struct fm_text text;
    FM_TRY(identity_value(worker, game, FM_TAG_DATE, &text));
    const bool is_date = fm_tag_date_parts(text, &id->date);
    if (!in_key)
        return FM_OK;
    const unsigned char parts[] = {(unsigned char)(id->date.year >> 8),
                                   (unsigned char)id->date.year, id->date.month, id->date.day};
    if (is_date)
        text = (struct fm_text){parts, sizeof parts};
    id->key = mix_text(id->key, text, PLACE_OF_DATE);
    id->date = (struct fm_date){0, 0, 0};
    return FM_OK;
}

/* The Result tag counts where it is a result, else what is after the moves. */
static enum fm_status find_result(struct fm_worker *worker, const struct fm_game *game,
                                  struct fm_game_identity *id)
{
    struct fm_text text;
    FM_TRY(identity_value(worker, game, FM_TAG_RESULT, &text));
    enum fm_result result = fm_result_of_tag(text);
    if (fm_result_half_points(result) < 0)
        result = game->result;
    if (fm_result_half_points(result) >= 0)
        id->result = (unsigned char)result;
    return FM_OK;
}

/* Collect the facts that the profile's key names. A game without moves is unique if the key has
 * moves or players: two forfeits of the same players are two games. */
static enum fm_status identify(struct fm_worker *worker, const struct fm_game *game,
                               struct fm_game_identity *id)
{
    const struct fm_profile_games *games = &worker->plan->profile->games;
    const unsigned same = games->duplicate_key != 0
                              ? games->duplicate_key
                              : FM_SAME_PLAYERS | FM_SAME_RESULT | FM_SAME_MOVES;
    const bool longest = fm_keeps_longest(games->duplicates);
    const bool moves = (same & FM_SAME_MOVES) != 0;
    const unsigned players = FM_SAME_PLAYERS | FM_SAME_SURNAMES;
    *id = (struct fm_game_identity){.unique = worker->replayed.compared.n == 0 &&
                                              (same & (FM_SAME_MOVES | players)) != 0};
    if (moves)
        id->key = worker->end.start;
    if (same & players) {
        const bool surnames = !(same & FM_SAME_PLAYERS);
        FM_TRY(mix_player(worker, game, FM_TAG_WHITE, surnames, PLACE_OF_WHITE, id));
        FM_TRY(mix_player(worker, game, FM_TAG_BLACK, surnames, PLACE_OF_BLACK, id));
    }
    if (moves && !longest)
        id->key = mix(id->key, worker->end.moves);
    id->related = moves && longest;
    if (longest)
        id->moves = fm_buf_text(&worker->replayed.compared);
    if (games->duplicates == FM_DUPLICATES_BEST)
        id->tags = count_tags(fm_split_tags_of(&worker->block->split, game), game->tag_count);
    if (same & FM_SAME_RESULT)
        FM_TRY(find_result(worker, game, id));
    if (same != FM_SAME_MOVES)
        FM_TRY(mix_date(worker, game, (same & FM_SAME_DATE) != 0, id));
    if (same & FM_SAME_ROUND) {
        struct fm_text round;
        FM_TRY(identity_value(worker, game, FM_TAG_ROUND, &round));
        id->key = mix_text(id->key, round, PLACE_OF_ROUND);
    }
    return FM_OK;
}

/* Where the game goes if it turns out to be dropped. */
static enum fm_status put_if_dropped(struct fm_worker *worker, size_t begin, size_t end)
{
    struct fm_block *block = worker->block;
    const unsigned sink = worker->plan->unselected;
    if (sink == FM_NO_SINK)
        return FM_OK;
    const size_t at = block->out[sink].n, item = fm_block_item_count(block) - 1;
    FM_TRY(fm_buf_append(&block->out[sink], block->bytes + begin, end - begin));
    FM_TRY(fm_work_join(worker, sink, begin, end, at));
    struct fm_row *row = &fm_rows_of(block, sink)[fm_rows_count(block, sink) - 1];
    row->item = (uint32_t)item;
    row->fate = FM_ROW_IF_DROPPED;
    return FM_OK;
}

enum fm_status fm_work_identify(struct fm_worker *worker, const struct fm_game *game, size_t begin,
                                size_t end)
{
    struct fm_block *block = worker->block;
    const struct fm_plan *plan = worker->plan;
    struct fm_block_game made = {.item = fm_block_item_count(block) - 1, .identity.unique = true};
    if (fm_plan_draws(plan))
        made.drawn = fm_sample_hash(plan->profile->positions.sample_seed,
                                    fm_hash128_of(block->bytes + begin, end - begin, 0), 0);
    if (fm_plan_compares(plan) && game != NULL)
        FM_TRY(identify(worker, game, &made.identity));
    const size_t moves = made.identity.moves.n;
    made.identity.moves = fm_arena_copy(&block->arena, made.identity.moves);
    if (made.identity.moves.n < moves)
        return FM_NO_MEMORY;
    FM_TRY(put_if_dropped(worker, begin, end));
    return fm_buf_append(&block->compared, &made, sizeof made);
}
