/* SPDX-License-Identifier: MIT */
/* Games that are the same: see duplicates.h. Kept games of one key hang in chains, one for each
 * year and one for an unknown year; excluded games in chains of their own. No two games of a chain
 * have the same date and result, so a chain holds at most a year of days times the results, and a
 * lookup stays short whatever the archive. What does not fit in memory is sorted by key, and the
 * games of one key are looked up in the same way. */
#include <config.h>
#include "store/duplicates.h"
#include <stdlib.h>
#include "base/table.h"
#include "store/longest.h"
#include "store/sorter.h"

enum {
    NO_ENTRY = 0,
    ROWS_A_GAME = 2,        /* its chain, and the years of its key */
    ALL_YEARS = UINT16_MAX, /* in place of a chain's year */
    EXCLUDED = 1 << 16      /* beside the year: of excluded games */
};

/* A game that is kept or excluded. */
struct entry {
    struct fm_hash128 key;
    struct fm_date date;
    uint32_t next; /* of the chain; NO_ENTRY = none */
    unsigned char result;
    bool excluded;
};

/* A row of the hash table: the chain of a key and a year (0 = unknown), or, with ALL_YEARS, the
 * first and the last year of the kept games of a key. */
struct row {
    struct fm_hash128 key;          /* of game and year */
    uint32_t last;                  /* of the chain; NO_ENTRY = none */
    uint16_t first_year, last_year; /* 0 = none is known */
};

struct fm_duplicates {
    struct fm_spool *spool;
    uint64_t memory;
    bool drops;            /* duplicates of kept games, and not of excluded ones alone */
    bool excludes;         /* some game is excluded */
    struct fm_buf entries; /* of struct entry */
    struct fm_table rows;  /* of struct row */
    struct fm_sorter
        *games; /* by key and number: what is undecided; NULL: all fits in memory; owned */
    struct fm_sorter *answers;  /* of these, by number; owned */
    struct fm_stream results;   /* the same, of struct fm_duplicate */
    struct fm_hash128 settling; /* the key whose games are in memory, while all are settled */
    struct fm_longest *longest; /* it does all where the longest are kept; else NULL; owned */
    uint64_t count;             /* games added so far */
};

enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                 enum fm_keep_duplicates keep, struct fm_duplicates **out)
{
    struct fm_duplicates *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = memory;
    made->drops = keep != FM_DUPLICATES_ALL;
    made->rows.row = sizeof(struct row);
    const enum fm_status status =
        keep == FM_DUPLICATES_LONGEST ? fm_longest_new(spool, memory, &made->longest) : FM_OK;
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
    fm_sorter_free(duplicates->answers);
    fm_stream_drop(duplicates->spool, &duplicates->results);
    fm_longest_free(duplicates->longest);
    free(duplicates);
}

/* Whether one more game can be remembered in memory: what grows is there twice meanwhile. */
static bool fits(const struct fm_duplicates *d)
{
    return (uint64_t)d->entries.cap + fm_buf_growth(&d->entries, sizeof(struct entry)) +
               fm_table_bytes(&d->rows) + fm_table_growth(&d->rows, ROWS_A_GAME) <=
           d->memory;
}

/* Entries are numbered from 1 on. */
static const struct entry *entry_at(const struct fm_duplicates *d, size_t number)
{
    return (const struct entry *)(const void *)d->entries.p + (number - 1);
}

static size_t entry_count(const struct fm_duplicates *d)
{
    return d->entries.n / sizeof(struct entry);
}

/* The year is mixed, so that keys of neighbouring years do not lie beside each other in the table. */
static struct fm_hash128 key_of(struct fm_hash128 game, unsigned year)
{
    return (struct fm_hash128){game.lo ^ fm_hash_mix(year + 1), game.hi};
}

/* What is not known contradicts nothing. */
static bool parts_agree(unsigned a, unsigned b)
{
    return a == 0 || b == 0 || a == b;
}

static bool agrees(const struct entry *entry, const struct fm_game_identity *game)
{
    return parts_agree(entry->result, game->result) &&
           parts_agree(entry->date.year, game->date.year) &&
           parts_agree(entry->date.month, game->date.month) &&
           parts_agree(entry->date.day, game->date.day);
}

/* @param year  of the chain, with EXCLUDED or without. */
static bool is_in_chain(const struct fm_duplicates *d, const struct fm_game_identity *game,
                        unsigned year)
{
    const struct row *chain = fm_table_find(&d->rows, key_of(game->key, year));
    uint32_t at = chain == NULL ? NO_ENTRY : chain->last;
    while (at != NO_ENTRY && !agrees(entry_at(d, at), game))
        at = entry_at(d, at)->next;
    return at != NO_ENTRY;
}

/* Is there a game in the chain with this very date and result? */
static bool is_repeated(const struct fm_duplicates *d, const struct fm_game_identity *game,
                        unsigned year)
{
    const struct row *chain = fm_table_find(&d->rows, key_of(game->key, year));
    uint32_t at = chain == NULL ? NO_ENTRY : chain->last;
    for (; at != NO_ENTRY; at = entry_at(d, at)->next) {
        const struct entry *entry = entry_at(d, at);
        if (entry->result == game->result && entry->date.year == game->date.year &&
            entry->date.month == game->date.month && entry->date.day == game->date.day)
            return true;
    }
    return false;
}

/* The newest first. Entries are numbered with 32 bits: a run has fewer games than four billion. */
static enum fm_status add_to_chain(struct fm_duplicates *d, const struct fm_game_identity *game,
                                   unsigned set)
{
    bool fresh;
    if (entry_count(d) == UINT32_MAX)
        return FM_NO_MEMORY;
    struct row *chain = fm_table_add(&d->rows, key_of(game->key, game->date.year | set), &fresh);
    if (chain == NULL)
        return FM_NO_MEMORY;
    const struct entry entry = {.key = game->key,
                                .date = game->date,
                                .next = chain->last,
                                .result = game->result,
                                .excluded = set == EXCLUDED};
    FM_TRY(fm_buf_append(&d->entries, &entry, sizeof entry));
    chain->last = (uint32_t)entry_count(d);
    return FM_OK;
}

/* Bounds for a game without a year, which must be compared with those of every year. */
static enum fm_status add_year(struct fm_duplicates *d, const struct fm_game_identity *game,
                               unsigned set)
{
    bool fresh;
    const uint16_t year = game->date.year;
    struct row *years = fm_table_add(&d->rows, key_of(game->key, ALL_YEARS | set), &fresh);
    if (years == NULL)
        return FM_NO_MEMORY;
    if (year > 0 && (years->first_year == 0 || year < years->first_year))
        years->first_year = year;
    if (year > years->last_year)
        years->last_year = year;
    return FM_OK;
}

/* A game with a year can agree with others of that year and of none; one without it with all.
 * @param set  0: with kept games; EXCLUDED: with those. */
static bool is_same(const struct fm_duplicates *d, const struct fm_game_identity *game,
                    unsigned set)
{
    const struct row *years = fm_table_find(&d->rows, key_of(game->key, ALL_YEARS | set));
    if (years == NULL)
        return false;
    if (is_in_chain(d, game, set))
        return true;
    if (game->date.year > 0)
        return is_in_chain(d, game, game->date.year | set);
    for (unsigned year = years->first_year; year > 0 && year <= years->last_year; year++)
        if (is_in_chain(d, game, year | set))
            return true;
    return false;
}

/* Excluded games may agree with each other: each counts, for what it agrees with itself. */
static enum fm_status exclude(struct fm_duplicates *d, const struct fm_game_identity *game)
{
    if (is_repeated(d, game, game->date.year | EXCLUDED))
        return FM_OK;
    FM_TRY(add_to_chain(d, game, EXCLUDED));
    return add_year(d, game, EXCLUDED);
}

/* Look a game up in memory and remember it there. */
static enum fm_status add_game(struct fm_duplicates *d, const struct fm_game_identity *game,
                               struct fm_duplicate *out)
{
    out->excluded = d->excludes && is_same(d, game, EXCLUDED);
    out->same = out->excluded || (d->drops && is_same(d, game, 0));
    if (out->same || !d->drops)
        return FM_OK;
    FM_TRY(add_to_chain(d, game, 0));
    return add_year(d, game, 0);
}

/* What the games of a key are sorted by: excluded ones and those that were kept while all was in
 * memory come first, then the undecided ones in their order. */
enum { KEY = sizeof(struct fm_hash128), NUMBER = sizeof(uint64_t) };
enum kind { KIND_EXCLUDED, KIND_KEPT, KIND_GAME };

struct value {
    struct fm_date date;
    unsigned char result;
};

/* @param number  of the game, 0.. */
static enum fm_status defer(struct fm_duplicates *d, enum kind kind, uint64_t number,
                            struct fm_hash128 game, struct fm_date date, unsigned char result,
                            struct fm_error *error)
{
    unsigned char key[KEY + 1 + NUMBER];
    struct value value;
    memcpy(key, &game, KEY);
    key[KEY] = (unsigned char)kind;
    fm_sort_number_put(key + KEY + 1, NUMBER, number);
    memset(&value, 0, sizeof value); /* its padding, too: all of it may be written */
    value.date = date;
    value.result = result;
    return fm_sorter_add(d->games, (struct fm_text){key, sizeof key},
                         (struct fm_text){(const void *)&value, sizeof value}, error);
}

/* The memory is full: all that is in it is sorted with what comes. */
static enum fm_status overflow(struct fm_duplicates *d, struct fm_error *error)
{
    fm_table_free(&d->rows); /* the sorter needs the memory */
    FM_TRY(fm_sorter_new(d->spool, d->memory / 2, &d->games));
    for (size_t i = 1; i <= entry_count(d); i++) {
        const struct entry *entry = entry_at(d, i);
        FM_TRY(defer(d, entry->excluded ? KIND_EXCLUDED : KIND_KEPT, i, entry->key, entry->date,
                     entry->result, error));
    }
    fm_buf_free(&d->entries);
    return FM_OK;
}

bool fm_duplicates_overflows(const struct fm_duplicates *duplicates)
{
    return duplicates->games != NULL || duplicates->longest != NULL;
}

enum fm_status fm_duplicates_exclude(struct fm_duplicates *duplicates,
                                     const struct fm_game_identity *game, struct fm_error *error)
{
    if (game->unique)
        return FM_OK;
    if (duplicates->longest != NULL)
        return fm_longest_exclude(duplicates->longest, game, error);
    duplicates->excludes = true;
    if (duplicates->games == NULL && !fits(duplicates))
        FM_TRY(overflow(duplicates, error));
    return duplicates->games == NULL
               ? exclude(duplicates, game)
               : defer(duplicates, KIND_EXCLUDED, 0, game->key, game->date, game->result, error);
}

enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                 const struct fm_game_identity *game, struct fm_duplicate *out,
                                 struct fm_error *error)
{
    const uint64_t number = duplicates->count++;
    *out = (struct fm_duplicate){.undecided = false};
    if (game->unique)
        return FM_OK;
    out->undecided = fm_duplicates_overflows(duplicates);
    if (duplicates->longest != NULL)
        return fm_longest_add(duplicates->longest, game, number, error);
    if (duplicates->games == NULL && duplicates->drops && !fits(duplicates))
        FM_TRY(overflow(duplicates, error));
    out->undecided = duplicates->games != NULL;
    return out->undecided
               ? defer(duplicates, KIND_GAME, number, game->key, game->date, game->result, error)
               : add_game(duplicates, game, out);
}

/* All games of a key come one after the other: no others are in memory. */
static enum fm_status settle_game(void *user, struct fm_text key, struct fm_text value,
                                  struct fm_error *error)
{
    struct fm_duplicates *d = user;
    struct fm_game_identity game = {.unique = false};
    struct fm_duplicate answer;
    struct value facts;
    memcpy(&game.key, key.p, KEY);
    memcpy(&facts, value.p, sizeof facts);
    game.date = facts.date;
    game.result = facts.result;
    if (memcmp(&game.key, &d->settling, KEY) != 0) {
        d->settling = game.key;
        d->entries.n = 0;
        fm_table_free(&d->rows);
    }
    if (key.p[KEY] == KIND_EXCLUDED)
        return exclude(d, &game);
    memset(&answer, 0, sizeof answer);
    FM_TRY(add_game(d, &game, &answer));
    if (key.p[KEY] == KIND_KEPT)
        return FM_OK;
    return fm_sorter_add(d->answers, (struct fm_text){key.p + KEY + 1, NUMBER},
                         (struct fm_text){(const void *)&answer, sizeof answer}, error);
}

enum fm_status fm_duplicates_settle(struct fm_duplicates *duplicates, struct fm_error *error)
{
    if (duplicates->longest != NULL)
        return fm_longest_settle(duplicates->longest, error);
    if (duplicates->games == NULL)
        return FM_OK;
    FM_TRY(fm_sorter_new(duplicates->spool, duplicates->memory / 4, &duplicates->answers));
    FM_TRY(fm_sorter_each(duplicates->games, settle_game, duplicates, error));
    fm_sorter_free(duplicates->games);
    duplicates->games = NULL;
    return fm_sorter_to_stream(&duplicates->answers, &duplicates->results, error);
}

enum fm_status fm_duplicates_decide(struct fm_duplicates *duplicates, struct fm_duplicate *answer,
                                    struct fm_error *error)
{
    if (!answer->undecided)
        return FM_OK;
    if (duplicates->longest != NULL)
        return fm_longest_next(duplicates->longest, answer, error);
    return fm_stream_read(duplicates->spool, &duplicates->results, answer, sizeof *answer, error);
}
