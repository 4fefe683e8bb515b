/* SPDX-License-Identifier: MIT */
/* Games that are the same: see duplicates.h. Kept games of one key hang in chains, one for each
 * year and one for an unknown year; excluded games in chains of their own. No two games of a chain
 * have the same date and result, so a chain holds at most a year of days times the results, and a
 * lookup stays short whatever the archive. */
#include <config.h>
#include "store/duplicates.h"
#include <stdlib.h>
#include "base/table.h"
#include "store/longest.h"

enum {
    NO_ENTRY = 0,
    ROWS_A_GAME = 2,        /* its chain, and the years of its key */
    ALL_YEARS = UINT16_MAX, /* in place of a chain's year */
    EXCLUDED = 1 << 16,     /* beside the year: of excluded games */
    PARTS = FM_KEY_PARTS,
    LEVELS = FM_KEY_HIGH_LEVELS /* what is then still in one part stays together */
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

/* Games of the same bits, on disk: what is compared is in one part, kept games before the undecided
 * ones, and these in their order. */
struct part {
    struct fm_stream games;
    struct fm_stream results; /* a byte for each that is undecided */
};

struct fm_duplicates {
    struct fm_spool *spool;
    uint64_t memory;
    unsigned level;        /* how many times games were parted already */
    bool drops;            /* duplicates of kept games, and not of excluded ones alone */
    bool excludes;         /* some game is excluded */
    struct part *parts;    /* NULL = all fits in memory; owned */
    struct fm_buf entries; /* of struct entry */
    struct fm_table rows;
    struct fm_prefix_tree *tree;
    struct fm_longest *longest; /* it does all where the longest are kept; else NULL; owned */
    uint64_t games;             /* added so far */
};

static enum fm_status new_within(struct fm_spool *spool, uint64_t memory, unsigned level,
                                 bool drops, struct fm_duplicates **out)
{
    struct fm_duplicates *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = memory;
    made->level = level;
    made->drops = drops;
    made->rows.row = sizeof(struct row);
    const enum fm_status status = fm_prefix_tree_new(&made->tree);
    if (status == FM_OK)
        *out = made;
    else
        free(made);
    return status;
}

enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                 enum fm_keep_duplicates keep, struct fm_duplicates **out)
{
    struct fm_duplicates *made;
    FM_TRY(new_within(spool, fm_spool_rest(spool, memory), 0, keep != FM_DUPLICATES_ALL, &made));
    const enum fm_status status =
        keep == FM_DUPLICATES_LONGEST ? fm_longest_new(spool, memory, &made->longest) : FM_OK;
    if (status == FM_OK)
        *out = made;
    else
        fm_duplicates_free(made);
    return status;
}

/* Forget the games in memory. Only after overflow() wrote them to the parts: later games of the
 * same key are compared with them there. */
static void free_tables(struct fm_duplicates *d)
{
    fm_prefix_tree_free(d->tree);
    fm_buf_free(&d->entries);
    fm_table_free(&d->rows);
    d->tree = NULL;
}

void fm_duplicates_free(struct fm_duplicates *duplicates)
{
    if (duplicates == NULL)
        return;
    for (size_t i = 0; duplicates->parts != NULL && i < PARTS; i++) {
        fm_stream_drop(duplicates->spool, &duplicates->parts[i].games);
        fm_stream_drop(duplicates->spool, &duplicates->parts[i].results);
    }
    free(duplicates->parts);
    free_tables(duplicates);
    fm_longest_free(duplicates->longest);
    free(duplicates);
}

/* Bytes that all takes while one more game is added: what grows is there twice meanwhile. */
static uint64_t next_bytes(const struct fm_duplicates *d, size_t moves)
{
    return (uint64_t)d->entries.cap + fm_buf_growth(&d->entries, sizeof(struct entry)) +
           fm_table_bytes(&d->rows) + fm_table_growth(&d->rows, ROWS_A_GAME) +
           fm_prefix_tree_bytes(d->tree, moves);
}

/* Whether one more game can be remembered in memory. The first always can, so that parting ends. */
static bool fits(const struct fm_duplicates *d, size_t moves)
{
    return next_bytes(d, moves) <= d->memory || d->entries.n == 0 || d->level == LEVELS;
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

/* The high half stays as it is, since parts are made by it: all years of a game go to one part. The
 * year is mixed, so that keys of neighbouring years do not lie beside each other in the table. */
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
    d->excludes = true;
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

static enum fm_status add_moves(struct fm_duplicates *d, struct fm_hash128 group,
                                struct fm_text moves, unsigned char *relations)
{
    unsigned found;
    FM_TRY(fm_prefix_tree_add(d->tree, group, moves, &found));
    *relations = (unsigned char)found;
    return FM_OK;
}

/* What a record of a part's stream is: a game that is undecided; one that is excluded; or of one that
 * was kept while all was in memory, what is compared, or its moves. */
enum record { RECORD_GAME, RECORD_EXCLUDED, RECORD_KEPT, RECORD_MOVES };

/* A record without the bytes of its moves, which follow it. */
struct record_head {
    struct fm_hash128 key, group;
    size_t moves;
    struct fm_date date;
    unsigned char kind, result;
    bool related;
};

/* Games that are compared with each other have these bits in common. */
static struct part *part_of(const struct fm_duplicates *d, uint64_t bits)
{
    return &d->parts[fm_key_part((struct fm_hash128){0, bits}, d->level)];
}

static enum fm_status write_record(struct fm_duplicates *d, const struct record_head *head,
                                   struct fm_text moves, struct fm_error *error)
{
    struct part *part = part_of(d, head->kind == RECORD_MOVES ? head->group.hi : head->key.hi);
    FM_TRY(fm_stream_append(d->spool, &part->games, head, sizeof *head, error));
    return fm_stream_append(d->spool, &part->games, moves.p, moves.n, error);
}

struct moving {
    struct fm_duplicates *duplicates;
    struct fm_error *error;
};

static enum fm_status move_moves(void *user, struct fm_hash128 group, struct fm_text moves)
{
    const struct moving *moving = user;
    struct record_head head;
    memset(&head, 0, sizeof head);
    head.group = group;
    head.moves = moves.n;
    head.kind = RECORD_MOVES;
    return write_record(moving->duplicates, &head, moves, moving->error);
}

/* The memory is full: all that is in it goes to disk. */
static enum fm_status overflow(struct fm_duplicates *d, struct fm_error *error)
{
    struct moving moving = {d, error};
    d->parts = calloc(PARTS, sizeof *d->parts);
    if (d->parts == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 1; i <= entry_count(d); i++) {
        const struct entry *entry = entry_at(d, i);
        struct record_head head;
        memset(&head, 0, sizeof head);
        head.key = entry->key;
        head.date = entry->date;
        head.kind = entry->excluded ? RECORD_EXCLUDED : RECORD_KEPT;
        head.result = entry->result;
        FM_TRY(write_record(d, &head, (struct fm_text){NULL, 0}, error));
    }
    FM_TRY(fm_prefix_tree_each(d->tree, move_moves, &moving));
    free_tables(d);
    return FM_OK;
}

/* The record is cleared as bytes: its padding is written, too. */
static enum fm_status defer(struct fm_duplicates *d, const struct fm_game_identity *game,
                            enum record kind, struct fm_duplicate *out, struct fm_error *error)
{
    const bool moves = kind == RECORD_GAME && game->related;
    struct record_head head;
    memset(&head, 0, sizeof head);
    head.key = game->key;
    head.group = game->group;
    head.moves = moves ? game->moves.n : 0;
    head.date = game->date;
    head.kind = (unsigned char)kind;
    head.result = game->result;
    head.related = moves;
    out->part = (unsigned char)(1 + (part_of(d, game->key.hi) - d->parts));
    return write_record(d, &head, (struct fm_text){game->moves.p, head.moves}, error);
}

bool fm_duplicates_overflows(const struct fm_duplicates *duplicates)
{
    return duplicates->parts != NULL || duplicates->longest != NULL;
}

enum fm_status fm_duplicates_exclude(struct fm_duplicates *duplicates,
                                     const struct fm_game_identity *game, struct fm_error *error)
{
    struct fm_duplicate ignored;
    if (game->unique)
        return FM_OK;
    if (duplicates->longest != NULL)
        return fm_longest_exclude(duplicates->longest, game, error);
    if (duplicates->parts == NULL && !fits(duplicates, 0))
        FM_TRY(overflow(duplicates, error));
    return duplicates->parts == NULL ? exclude(duplicates, game)
                                     : defer(duplicates, game, RECORD_EXCLUDED, &ignored, error);
}

enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                 const struct fm_game_identity *game, struct fm_duplicate *out,
                                 struct fm_error *error)
{
    *out = (struct fm_duplicate){.part = 0, .place = duplicates->games++};
    if (game->unique)
        return FM_OK;
    if (duplicates->longest != NULL) {
        out->part = 1;
        return fm_longest_add(duplicates->longest, game, out->place, error);
    }
    if (duplicates->parts == NULL && duplicates->drops && !fits(duplicates, game->moves.n))
        FM_TRY(overflow(duplicates, error));
    if (duplicates->parts != NULL)
        return defer(duplicates, game, RECORD_GAME, out, error);
    FM_TRY(add_game(duplicates, game, out));
    if (out->same || !game->related || !duplicates->drops)
        return FM_OK;
    return add_moves(duplicates, game->group, game->moves, &out->relations);
}

static enum fm_status read_record(struct fm_spool *spool, struct fm_stream *stream,
                                  struct record_head *head, struct fm_buf *moves,
                                  struct fm_error *error)
{
    moves->n = 0;
    FM_TRY(fm_stream_read(spool, stream, head, sizeof *head, error));
    return fm_stream_read_to(spool, stream, moves, head->moves, error);
}

/* What was kept or excluded before is remembered again, in memory or one level further on disk. */
static enum fm_status remember(struct fm_duplicates *within, const struct record_head *head,
                               struct fm_text moves, struct fm_error *error)
{
    struct fm_duplicate answer;
    unsigned char relations;
    if (within->parts == NULL && !fits(within, moves.n))
        FM_TRY(overflow(within, error));
    if (within->parts != NULL)
        return write_record(within, head, moves, error);
    if (head->kind == RECORD_MOVES)
        return add_moves(within, head->group, moves, &relations);
    const struct fm_game_identity kept = {
        .key = head->key, .date = head->date, .result = head->result};
    return head->kind == RECORD_EXCLUDED ? exclude(within, &kept)
                                         : add_game(within, &kept, &answer);
}

static enum fm_status replay_one(struct fm_duplicates *within, const struct record_head *head,
                                 struct fm_text moves, struct fm_stream *answers,
                                 struct fm_error *error)
{
    struct fm_duplicate answer;
    if (head->kind != RECORD_GAME)
        return remember(within, head, moves, error);
    const struct fm_game_identity game = {.key = head->key,
                                          .group = head->group,
                                          .moves = moves,
                                          .date = head->date,
                                          .result = head->result,
                                          .related = head->related};
    FM_TRY(fm_duplicates_add(within, &game, &answer, error));
    return fm_stream_append(within->spool, answers, &answer, sizeof answer, error);
}

static enum fm_status replay(struct fm_duplicates *within, struct part *part,
                             struct fm_stream *answers, struct fm_error *error)
{
    struct fm_buf moves = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    while (part->games.bytes > 0 && status == FM_OK) {
        struct record_head head;
        status = read_record(within->spool, &part->games, &head, &moves, error);
        if (status == FM_OK)
            status = replay_one(within, &head, (struct fm_text){moves.p, moves.n}, answers, error);
    }
    fm_buf_free(&moves);
    return status != FM_OK ? status : fm_stream_finish(within->spool, answers, error);
}

/* Answers, of which some were undecided, become results. */
static enum fm_status decide_all(struct fm_duplicates *within, struct fm_stream *answers,
                                 struct fm_stream *results, struct fm_error *error)
{
    FM_TRY(fm_duplicates_settle(within, error)); /* at most LEVELS deep */
    while (answers->bytes > 0) {
        struct fm_duplicate answer;
        FM_TRY(fm_stream_read(within->spool, answers, &answer, sizeof answer, error));
        FM_TRY(fm_duplicates_decide(within, &answer, error));
        FM_TRY(fm_stream_append(within->spool, results, &answer, sizeof answer, error));
    }
    return fm_stream_finish(within->spool, results, error);
}

static enum fm_status settle_part(struct fm_duplicates *d, struct part *part,
                                  struct fm_error *error)
{
    struct fm_duplicates *within;
    struct fm_stream answers = {.buf = NULL};
    FM_TRY(new_within(d->spool, d->memory, d->level + 1, d->drops, &within));
    enum fm_status status = replay(within, part, &answers, error);
    if (status == FM_OK && within->parts == NULL) {
        part->results = answers;
        answers = (struct fm_stream){.buf = NULL};
    } else if (status == FM_OK) {
        status = decide_all(within, &answers, &part->results, error);
    }
    fm_stream_drop(d->spool, &answers);
    fm_duplicates_free(within);
    return status;
}

enum fm_status fm_duplicates_settle(struct fm_duplicates *duplicates, struct fm_error *error)
{
    if (duplicates->longest != NULL)
        return fm_longest_settle(duplicates->longest, error);
    if (duplicates->parts == NULL)
        return FM_OK;
    for (size_t i = 0; i < PARTS; i++)
        FM_TRY(fm_stream_finish(duplicates->spool, &duplicates->parts[i].games, error));
    for (size_t i = 0; i < PARTS; i++)
        FM_TRY(settle_part(duplicates, &duplicates->parts[i], error));
    return FM_OK;
}

enum fm_status fm_duplicates_decide(struct fm_duplicates *duplicates, struct fm_duplicate *answer,
                                    struct fm_error *error)
{
    if (answer->part == 0)
        return FM_OK;
    if (duplicates->longest != NULL)
        return fm_longest_next(duplicates->longest, answer, error);
    struct part *part = &duplicates->parts[answer->part - 1];
    return fm_stream_read(duplicates->spool, &part->results, answer, sizeof *answer, error);
}
