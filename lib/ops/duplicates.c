/* SPDX-License-Identifier: MIT */
/* Games that are the same: see duplicates.h. Kept games of one key hang in
 * chains, one for each year and one for an unknown year; excluded games in
 * chains of their own. No two games of a chain have the same date and result,
 * so a chain holds at most a year of days times the results, and a lookup stays
 * short whatever the archive. Games that do not fit in memory are sorted by key, and those of one
 * key are looked up in the same way. Where the longest is kept all games are sorted from the first
 * on, and longest.h has another way to look. */
#include <config.h>
#include "ops/duplicates.h"
#include "base/lanes.h"
#include <stdlib.h>
#include "base/table.h"
#include "ops/longest.h"
#include "ops/sorter.h"

enum {
    NO_ENTRY = 0,
    /* rows of the table per game: one for its chain, one for the years of its key */
    ROWS_A_GAME = 2,
    /* value of the row with the years of a key, in place of the year of a chain */
    ALL_YEARS = UINT16_MAX,
    /* added to the year for chains of the games of a file: 1 + enum fm_set times this; 0: kept */
    SET = 1 << 16
};

/* A game that is kept, or of a file. */
struct entry {
    struct fm_hash128 key;
    struct fm_identity_facts facts;
    uint32_t next; /* index of the next entry of the chain; NO_ENTRY = none */
    unsigned set;  /* 0: kept; else SET times 1 + enum fm_set */
};

/* A row of the hash table: the chain of a key and a year (0 = unknown), or, with ALL_YEARS, the
 * first and the last year of the kept games of a key. */
struct chain_row {
    struct fm_hash128 key; /* hash of game key and year */
    uint32_t last;         /* index of the last entry of the chain; NO_ENTRY = none */
    /* first and last year of the kept games; 0 = no year is known */
    uint16_t first_year, last_year;
};

struct fm_duplicates {
    struct fm_spool *spool;
    uint64_t memory;
    enum fm_keep_duplicates keep;
    bool excludes;         /* true: at least one game is excluded */
    bool only;             /* true: only games of the set FM_SET_ONLY are kept */
    struct fm_buf entries; /* array of struct entry */
    struct fm_table rows;  /* hash table of struct chain_row */
    /* undecided games, sorted by key and number; NULL = all games fit in memory; owned */
    struct fm_sorter *games;
    struct fm_buf key;         /* buffer: sort key of one undecided game */
    struct fm_sorter *answers; /* answers for undecided games, sorted by number; owned */
    /* final answers for undecided games, struct fm_duplicate in their order */
    struct fm_stream results;
    struct fm_hash128 settling; /* key of the games in memory, while games are settled */
    /* games of one key while they are settled, if the longest are kept */
    struct fm_longest longest;
    uint64_t count; /* games added so far */
};

enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                 enum fm_keep_duplicates keep, bool only,
                                 struct fm_duplicates **out)
{
    struct fm_duplicates *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = memory;
    made->keep = keep;
    made->only = made->longest.only = only;
    made->rows.row = sizeof(struct chain_row);
    const enum fm_status status =
        fm_keeps_longest(keep) ? fm_sorter_new(spool, memory / 2, &made->games) : FM_OK;
    if (status == FM_OK)
        *out = made;
    else
        fm_duplicates_free(made);
    return status;
}

void fm_duplicates_free(struct fm_duplicates *duplicates)
{
    if (duplicates == NULL)
        return;
    fm_buf_free(&duplicates->entries);
    fm_table_free(&duplicates->rows);
    fm_sorter_free(duplicates->games);
    fm_buf_free(&duplicates->key);
    fm_sorter_free(duplicates->answers);
    fm_stream_drop(duplicates->spool, &duplicates->results);
    fm_longest_free(&duplicates->longest);
    free(duplicates);
}

/* ---- in memory
 * -------------------------------------------------------------------------------
 */

/* Entries are numbered from 1 on. */
static const struct entry *entry_at(const struct fm_duplicates *d, size_t number)
{
    return (const struct entry *)(const void *)d->entries.p + (number - 1);
}

static size_t entry_count(const struct fm_duplicates *d)
{
    return d->entries.n / sizeof(struct entry);
}

/* The year is mixed, so that keys of neighbouring years do not lie beside each other in the
 * table. */
static struct fm_hash128 key_of(struct fm_hash128 game, unsigned year)
{
    return (struct fm_hash128){game.lo ^ fm_hash_mix(year + 1), game.hi};
}

/* Whether a game of the chain agrees, or has this very date and result.
 * @param year  of the chain, with that of its set. */
static bool is_in_chain(const struct fm_duplicates *d, struct fm_hash128 key,
                        const struct fm_identity_facts *facts, unsigned year, bool equal)
{
    const struct chain_row *chain = fm_table_find(&d->rows, key_of(key, year));
    for (uint32_t at = chain == NULL ? NO_ENTRY : chain->last; at != NO_ENTRY;) {
        const struct entry *entry = entry_at(d, at);
        if (equal ? fm_identity_facts_number(&entry->facts) == fm_identity_facts_number(facts)
                  : fm_identity_facts_agree(&entry->facts, facts))
            return true;
        at = entry->next;
    }
    return false;
}

/* Put a game first in its chain. Entries are numbered with 32 bits: a run has
 * fewer games than four billion.
 * @param set  as in struct entry. */
static enum fm_status remember_game(struct fm_duplicates *d, struct fm_hash128 key,
                                    const struct fm_identity_facts *facts, unsigned set)
{
    bool fresh;
    const uint16_t year = facts->date.year;
    struct chain_row *chain = fm_table_add(&d->rows, key_of(key, year | set), &fresh);
    if (chain == NULL || entry_count(d) == UINT32_MAX)
        return FM_NO_MEMORY;
    const struct entry entry = {key, *facts, chain->last, set};
    FM_TRY(fm_buf_append(&d->entries, &entry, sizeof entry));
    chain->last = (uint32_t)entry_count(d);
    /* Bounds for a game without a year, which must be compared with those of every year. */
    struct chain_row *years = fm_table_add(&d->rows, key_of(key, ALL_YEARS | set), &fresh);
    if (years == NULL)
        return FM_NO_MEMORY;
    if (year > 0 && (years->first_year == 0 || year < years->first_year))
        years->first_year = year;
    if (year > years->last_year)
        years->last_year = year;
    return FM_OK;
}

/* A game with a year can agree with others of that year and of none; one
 * without it with all. */
static bool is_same(const struct fm_duplicates *d, struct fm_hash128 key,
                    const struct fm_identity_facts *facts, unsigned set)
{
    const struct chain_row *years = fm_table_find(&d->rows, key_of(key, ALL_YEARS | set));
    if (years == NULL)
        return false;
    if (is_in_chain(d, key, facts, set, false))
        return true;
    const unsigned own = facts->date.year, first = own > 0 ? own : years->first_year,
                   last = own > 0 ? own : years->last_year;
    for (unsigned year = first; year > 0 && year <= last; year++)
        if (is_in_chain(d, key, facts, year | set, false))
            return true;
    return false;
}

/* Games of a file may agree with each other: each counts, for what it agrees with itself. */
static enum fm_status list_game(struct fm_duplicates *d, unsigned set, struct fm_hash128 key,
                                const struct fm_identity_facts *facts)
{
    return is_in_chain(d, key, facts, facts->date.year | set, true)
               ? FM_OK
               : remember_game(d, key, facts, set);
}

/* Look a game up in memory and remember it there. */
static enum fm_status add_game(struct fm_duplicates *d, struct fm_hash128 key,
                               const struct fm_identity_facts *facts, struct fm_duplicate *out)
{
    const bool drops = d->keep != FM_DUPLICATES_ALL; /* and not those of excluded ones alone */
    out->excluded = d->excludes && is_same(d, key, facts, (1 + FM_SET_EXCLUDE) * SET);
    out->unlisted = !out->excluded && d->only && !is_same(d, key, facts, (1 + FM_SET_ONLY) * SET);
    out->dropped = out->excluded || out->unlisted || (drops && is_same(d, key, facts, 0));
    return out->dropped || !drops ? FM_OK : remember_game(d, key, facts, 0);
}

/* ---- past memory
 * -----------------------------------------------------------------------------
 */

/* End of the sort key of a game, after the hash of its key and, if they belong to it, its moves.
 * Games of files, by 1 + enum fm_set, and those that were kept while all was in memory come first,
 * then the undecided ones in their order, or the longest first. */
enum kind { KIND_LISTED = 1, KIND_KEPT = KIND_LISTED + FM_SETS, KIND_GAME };
struct tail {
    unsigned char end;  /* MOVES_END sorts after all moves */
    unsigned char kind; /* enum kind, or KIND_LISTED + enum fm_set */
    /* complement of the number of bytes of moves, so that longer games come first */
    unsigned char length[4];
    unsigned char tags[2];   /* complement of the number of known tags, if that counts */
    unsigned char number[8]; /* number of the game, 0.. */
};
enum { MOVES_END = 0xFF };

static enum fm_status defer_game(struct fm_duplicates *d, unsigned kind, uint64_t number,
                                 const struct fm_game_identity *game,
                                 const struct fm_identity_facts *facts, struct fm_error *error)
{
    struct tail tail = {.end = MOVES_END, .kind = (unsigned char)kind};
    struct fm_buf *key = &d->key;
    struct fm_text moves = game->moves;
    if (!fm_keeps_longest(d->keep))
        moves.n = 0;
    if (moves.n > UINT32_MAX)
        return FM_NO_MEMORY;
    fm_big_endian_store(tail.length, sizeof tail.length, UINT32_MAX - moves.n);
    fm_big_endian_store(tail.tags, sizeof tail.tags, UINT16_MAX - game->tags);
    fm_big_endian_store(tail.number, sizeof tail.number, number);
    key->n = 0;
    FM_TRY(fm_buf_append(key, &game->key, sizeof game->key));
    if (facts->related)
        FM_TRY(fm_buf_append_text(key, moves));
    FM_TRY(fm_buf_append(key, &tail, sizeof tail));
    return fm_sorter_add(d->games, (struct fm_text){key->p, key->n},
                         (struct fm_text){(const void *)facts, sizeof *facts}, error);
}

/* Make room for one more game. If memory is full, all games in it go to the sorter. A growing
 * array is in memory twice meanwhile. */
static enum fm_status make_room(struct fm_duplicates *d, struct fm_error *error)
{
    if (d->games != NULL ||
        (uint64_t)d->entries.cap + fm_buf_growth(&d->entries, sizeof(struct entry)) +
                fm_table_bytes(&d->rows) + fm_table_growth(&d->rows, ROWS_A_GAME) <=
            d->memory)
        return FM_OK;
    fm_table_free(&d->rows); /* the sorter needs the memory */
    FM_TRY(fm_sorter_new(d->spool, d->memory / 2, &d->games));
    for (size_t i = 1; i <= entry_count(d); i++) {
        const struct entry *entry = entry_at(d, i);
        const struct fm_game_identity game = {.key = entry->key};
        FM_TRY(defer_game(d, entry->set > 0 ? entry->set / SET : KIND_KEPT, i, &game, &entry->facts,
                          error));
    }
    fm_buf_free(&d->entries);
    return FM_OK;
}

bool fm_duplicates_overflows(const struct fm_duplicates *duplicates)
{
    return duplicates->games != NULL;
}

enum fm_status fm_duplicates_list(struct fm_duplicates *duplicates, enum fm_set set,
                                  const struct fm_game_identity *game, struct fm_error *error)
{
    const struct fm_identity_facts facts = {game->date, game->result, game->related};
    if (game->unique)
        return FM_OK;
    duplicates->excludes = duplicates->excludes || set == FM_SET_EXCLUDE;
    FM_TRY(make_room(duplicates, error));
    return duplicates->games == NULL
               ? list_game(duplicates, (1u + set) * SET, game->key, &facts)
               : defer_game(duplicates, KIND_LISTED + set, 0, game, &facts, error);
}

enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                 const struct fm_game_identity *game, struct fm_duplicate *out,
                                 struct fm_error *error)
{
    const struct fm_identity_facts facts = {game->date, game->result, game->related};
    const uint64_t number = duplicates->count++;
    *out = (struct fm_duplicate){.undecided = false};
    if (game->unique) { /* it is the same as no game of a file */
        out->dropped = out->unlisted = duplicates->only;
        return FM_OK;
    }
    if (duplicates->keep != FM_DUPLICATES_ALL)
        FM_TRY(make_room(duplicates, error));
    out->undecided = duplicates->games != NULL;
    return out->undecided ? defer_game(duplicates, KIND_GAME, number, game, &facts, error)
                          : add_game(duplicates, game->key, &facts, out);
}

/* All games of a key come one after the other: no others are in memory. */
static enum fm_status settle_game(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    const struct fm_text key = pair->key;
    struct fm_duplicates *d = user;
    struct fm_duplicate answer = {.undecided = false};
    struct fm_hash128 own;
    struct tail tail;
    struct fm_sorted_game game = {.bytes = {key.p, key.n - sizeof tail}};
    memcpy(&own, key.p, sizeof own);
    memcpy(&tail, key.p + game.bytes.n, sizeof tail);
    memcpy(&game.facts, pair->rest.p, sizeof game.facts);
    game.listed = tail.kind < KIND_KEPT ? tail.kind : 0;
    game.number = fm_big_endian(tail.number, sizeof tail.number);
    game.length = UINT32_MAX - fm_big_endian(tail.length, sizeof tail.length);
    game.tags = UINT16_MAX - (unsigned)fm_big_endian(tail.tags, sizeof tail.tags);
    if (fm_keeps_longest(d->keep))
        return fm_longest_see(&d->longest, &game, error);
    if (memcmp(&own, &d->settling, sizeof own) != 0) {
        d->settling = own;
        d->entries.n = 0;
        fm_table_free(&d->rows);
    }
    if (game.listed > 0)
        return list_game(d, game.listed * SET, own, &game.facts);
    FM_TRY(add_game(d, own, &game.facts, &answer));
    return tail.kind == KIND_KEPT ? FM_OK
                                  : fm_duplicate_answer(d->answers, game.number, &answer, error);
}

static enum fm_status put_answer(void *user, const struct fm_pair *pair, struct fm_error *error)
{
    struct fm_duplicates *d = user;
    return fm_stream_append(d->spool, &d->results, pair->rest.p, pair->rest.n, error);
}

enum fm_status fm_duplicates_settle(struct fm_duplicates *duplicates, struct fm_error *error)
{
    struct fm_duplicates *d = duplicates;
    if (d->games == NULL)
        return FM_OK;
    FM_TRY(fm_sorter_new(d->spool, d->memory / 4, &d->answers));
    d->longest.answers = d->answers;
    FM_TRY(fm_sorter_each(d->games, settle_game, d, error));
    FM_TRY(fm_longest_end(&d->longest, error));
    fm_sorter_free(d->games); /* what comes may need the memory */
    d->games = NULL;
    FM_TRY(fm_sorter_each(d->answers, put_answer, d, error));
    fm_sorter_free(d->answers);
    d->answers = NULL;
    return fm_stream_finish(d->spool, &d->results, error);
}

enum fm_status fm_duplicates_decide(struct fm_duplicates *duplicates, struct fm_duplicate *answer,
                                    struct fm_error *error)
{
    return answer->undecided ? fm_stream_read(duplicates->spool, &duplicates->results, answer,
                                              sizeof *answer, error)
                             : FM_OK;
}
