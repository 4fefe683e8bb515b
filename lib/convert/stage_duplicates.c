/* SPDX-License-Identifier: MIT */
/* Duplicates of games (`games.duplicates`), and games that are excluded (`games.exclude`). The worker
 * leaves what is compared of each kept game; the stage keeps the first of several in the order of the
 * input, or the longest, and flags the items of the others: so their rows are not written, and the game
 * goes to --unselected. As soon as the memory is full, blocks are held until all games are
 * known; for the longest all blocks are. */
#include <config.h>
#include "convert/stage.h"
#include <stdlib.h>
#include "pgn/encoding.h"
#include "convert/worker.h"

/* The value of a tag as UTF-8 without blanks around it, whatever its escapes and encoding. */
static enum fm_status value_of(struct fm_worker *worker, const struct fm_game *game,
                               enum fm_tag_id id, struct fm_text *out)
{
    const struct fm_tag *tag =
        fm_tag_find(fm_split_tags_of(&worker->block->split, game), game->tag_count, id);
    *out = FM_TEXT("");
    if (tag == NULL)
        return FM_OK;
    FM_TRY(fm_tag_value(tag, &worker->scratch, out));
    *out = fm_text_trim(*out);
    return worker->encoding == FM_ENCODING_UTF8 || tag->utf8
               ? FM_OK
               : fm_encoding_decode(&worker->scratch, *out, worker->encoding, out);
}

/* A name that is not known: "", "?", "-", "??". */
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

static enum fm_status mix_players(struct fm_worker *worker, const struct fm_game *game,
                                  struct fm_game_identity *id)
{
    struct fm_text white, black;
    FM_TRY(value_of(worker, game, FM_TAG_WHITE, &white));
    FM_TRY(value_of(worker, game, FM_TAG_BLACK, &black));
    id->unique = id->unique || is_unknown(white) || is_unknown(black);
    id->key = mix_text(mix_text(id->key, white, PLACE_OF_WHITE), black, PLACE_OF_BLACK);
    return FM_OK;
}

/* Dates with equal parts are equal however they are written; others are compared as text. */
static enum fm_status mix_date(struct fm_worker *worker, const struct fm_game *game, bool in_key,
                               struct fm_game_identity *id)
{
    struct fm_text text;
    FM_TRY(value_of(worker, game, FM_TAG_DATE, &text));
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
    FM_TRY(value_of(worker, game, FM_TAG_RESULT, &text));
    enum fm_result result = fm_result_of_tag(text);
    if (fm_result_half_points(result) < 0)
        result = game->result;
    if (fm_result_half_points(result) >= 0)
        id->result = (unsigned char)result;
    return FM_OK;
}

/* What is compared, by the profile's key. Without a move there is nothing that two games share:
 * forfeits of the same players in two years are two games. */
static enum fm_status identify(struct fm_worker *worker, const struct fm_game *game,
                               struct fm_game_identity *id)
{
    const unsigned same = worker->plan->duplicate_key;
    const bool longest = worker->plan->profile->games.duplicates == FM_DUPLICATES_LONGEST;
    const bool moves = (same & FM_SAME_MOVES) != 0;
    *id = (struct fm_game_identity){.unique = worker->line.n == 0 &&
                                              (same & (FM_SAME_MOVES | FM_SAME_PLAYERS)) != 0};
    if (moves)
        id->key = worker->end.start;
    if (same & FM_SAME_PLAYERS)
        FM_TRY(mix_players(worker, game, id));
    if (moves && !longest)
        id->key = mix(id->key, worker->end.moves);
    id->related = moves && longest;
    if (longest)
        id->moves = (struct fm_text){worker->line.p, worker->line.n};
    if (same & FM_SAME_RESULT)
        FM_TRY(find_result(worker, game, id));
    FM_TRY(mix_date(worker, game, (same & FM_SAME_DATE) != 0, id));
    if (same & FM_SAME_ROUND) {
        struct fm_text round;
        FM_TRY(value_of(worker, game, FM_TAG_ROUND, &round));
        id->key = mix_text(id->key, round, PLACE_OF_ROUND);
    }
    return FM_OK;
}

/* Where the game goes if it turns out to be dropped. */
static enum fm_status put_if_dropped(struct fm_worker *worker, const struct fm_game *game)
{
    struct fm_block *block = worker->block;
    const unsigned sink = worker->plan->unselected;
    if (sink == FM_NO_SINK)
        return FM_OK;
    const size_t at = block->out[sink].n, item = fm_block_item_count(block) - 1;
    FM_TRY(fm_buf_append(&block->out[sink], block->bytes + game->begin, game->end - game->begin));
    FM_TRY(fm_work_join(worker, sink, game->begin, game->end, at));
    struct fm_row *row = &fm_rows_of(block, sink)[fm_rows_count(block, sink) - 1];
    row->item = (uint32_t)item;
    row->fate = FM_ROW_IF_DROPPED;
    return FM_OK;
}

enum fm_status fm_work_identify(struct fm_worker *worker, const struct fm_game *game)
{
    struct fm_block *block = worker->block;
    struct fm_block_game made = {.item = fm_block_item_count(block) - 1};
    FM_TRY(identify(worker, game, &made.identity));
    const size_t moves = made.identity.moves.n;
    made.identity.moves = fm_arena_copy(&block->arena, made.identity.moves);
    if (made.identity.moves.n < moves)
        return FM_NO_MEMORY;
    FM_TRY(put_if_dropped(worker, game));
    return fm_buf_append(&block->compared, &made, sizeof made);
}

struct drop_duplicates {
    const struct fm_plan *plan;
    struct fm_duplicates *seen; /* owned */
    bool settled;               /* all blocks came: every answer is known */
};

static enum fm_status start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    if (!(run->plan->needs & FM_NEEDS_DUPLICATES))
        return FM_OK;
    struct drop_duplicates *stage = calloc(1, sizeof *stage);
    if (stage == NULL)
        return FM_NO_MEMORY;
    *self = stage;
    stage->plan = run->plan;
    const uint64_t memory = run->plan->profile->positions.memory / run->shares;
    const enum fm_keep_duplicates keep = run->plan->profile->games.duplicates;
    FM_TRY(fm_duplicates_new(run->spool, memory, keep, &stage->seen));
    run->games = stage->seen;
    return FM_OK;
}

static void stop(void *self)
{
    struct drop_duplicates *stage = self;
    fm_duplicates_free(stage->seen);
    free(stage);
}

static void drop(const struct fm_plan *plan, const struct fm_duplicate *answer,
                 struct fm_block_item *item)
{
    const enum fm_game_step step = answer->excluded ? FM_GAME_EXCLUDE : FM_GAME_DUPLICATES;
    item->dropped = true;
    item->outcome = FM_UNSELECTED;
    item->reason = answer->excluded  ? FM_REASON_EXCLUDED_GAME
                   : answer->shorter ? FM_REASON_SHORTER_DUPLICATE
                                     : FM_REASON_DUPLICATE_GAME;
    item->lost = (uint32_t)(FM_FUNNEL_TAGS + plan->profile->games.tag_count + step);
}

/* Records of dropped games are not compared with others: their keys go. */
static void drop_keys(struct fm_block *block, unsigned sink)
{
    const struct fm_block_item *items = fm_block_items(block);
    const struct fm_row *rows = fm_rows_of(block, sink);
    struct fm_row_key *keys = fm_rows_keys(block, sink);
    const size_t count = fm_rows_key_count(block, sink);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!items[rows[keys[i].row].item].dropped)
            keys[kept++] = keys[i];
    block->rows[sink].keys.n = kept * sizeof *keys;
}

static enum fm_status decide(void *self, struct fm_block *block, bool *undecided,
                             struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    struct fm_block_game *games = (void *)block->compared.p;
    const size_t count = block->compared.n / sizeof *games;
    for (size_t i = 0; i < count; i++)
        FM_TRY(stage->settled
                   ? fm_duplicates_decide(stage->seen, &games[i].answer, error)
                   : fm_duplicates_add(stage->seen, &games[i].identity, &games[i].answer, error));
    *undecided = !stage->settled && fm_duplicates_overflows(stage->seen);
    block->open_games = *undecided;
    if (*undecided)
        return FM_OK;
    for (size_t i = 0; i < count; i++)
        if (games[i].answer.same)
            drop(stage->plan, &games[i].answer, &fm_block_items(block)[games[i].item]);
    for (unsigned sink = 0; sink < stage->plan->route_count; sink++)
        drop_keys(block, sink);
    return FM_OK;
}

static enum fm_status settle(void *self, struct fm_error *error)
{
    struct drop_duplicates *stage = self;
    stage->settled = true;
    return fm_duplicates_settle(stage->seen, error);
}

const struct fm_stage fm_stage_duplicates = {.holds = FM_HOLD_KEYS | FM_HOLD_GAMES,
                                             .start = start,
                                             .decide = decide,
                                             .settle = settle,
                                             .free = stop};
