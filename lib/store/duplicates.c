/* Games that are the same: see duplicates.h. Kept games of one key hang in chains, one for each year
 * and one for an unknown year. The games of a chain contradict each other pairwise, so a chain holds
 * at most a year of days times the results, and a lookup stays short whatever the archive. */
#include <config.h>
#include "store/duplicates.h"
#include <stdlib.h>

enum {
    FIRST_CAP = 64,
    NO_ENTRY = 0,
    ENTRIES_A_GAME = 2,
    ALL_YEARS = UINT16_MAX, /* in place of a chain's year: the range of years of a key */
    PART_BITS = 6,          /* of a key, at each level */
    PARTS = 1 << PART_BITS,
    LEVELS = 10,     /* all bits of a word; what is then still in one part stays together */
    OTHER_CHUNKS = 4 /* of streams, beside one for each part */
};

/* A kept game; or the first and the last year of the kept games of a key, 0 = none is known. */
struct entry {
    struct fm_hash128 key;
    struct fm_date date;
    uint16_t year;                  /* of the chain: of the date, 0 = unknown, or ALL_YEARS */
    uint16_t first_year, last_year; /* with ALL_YEARS */
    uint32_t next;                  /* of the chain; NO_ENTRY = none */
    unsigned char result;
};

/* Games of the same bits, on disk. */
struct part {
    struct fm_stream games;
    struct fm_stream results; /* a byte for each that is undecided */
};

struct fm_duplicates {
    struct fm_spool *spool;
    uint64_t memory;
    unsigned level;        /* how many times games were parted already */
    struct part *parts;    /* NULL = all fits in memory; owned */
    struct entry *entries; /* entries[NO_ENTRY] is none; owned */
    uint32_t count, cap;
    uint32_t *heads; /* open addressing by chain, half full at most; the last of each; owned */
    size_t heads_cap;
    struct fm_prefix_tree *tree;
};

static enum fm_status new_within(struct fm_spool *spool, uint64_t memory, unsigned level,
                                 struct fm_duplicates **out)
{
    struct fm_duplicates *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->spool = spool;
    made->memory = memory;
    made->level = level;
    made->count = 1;
    const enum fm_status status = fm_prefix_tree_new(&made->tree);
    if (status == FM_OK)
        *out = made;
    else
        free(made);
    return status;
}

enum fm_status fm_duplicates_new(struct fm_spool *spool, uint64_t memory,
                                 struct fm_duplicates **out)
{
    const uint64_t chunks = (uint64_t)(PARTS + OTHER_CHUNKS) * fm_spool_chunk(spool);
    return new_within(spool, memory > chunks ? memory - chunks : 0, 0, out);
}

/* Forget the games in memory. */
static void free_tables(struct fm_duplicates *d)
{
    fm_prefix_tree_free(d->tree);
    free(d->entries);
    free(d->heads);
    d->tree = NULL;
    d->entries = NULL;
    d->heads = NULL;
    d->count = d->cap = 0;
    d->heads_cap = 0;
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
    free(duplicates);
}

static bool is_full(const struct fm_duplicates *d)
{
    return d->cap < d->count + ENTRIES_A_GAME;
}

/* Bytes that all takes while one more game is added: old and new tables while they grow. */
static uint64_t next_bytes(const struct fm_duplicates *d, size_t moves)
{
    const uint64_t entry = sizeof *d->entries + 2 * sizeof *d->heads; /* two places for each */
    const uint64_t more = !is_full(d) ? 0 : d->cap == 0 ? FIRST_CAP : 2 * (uint64_t)d->cap;
    return (d->cap + more) * entry + fm_prefix_tree_bytes(d->tree, moves);
}

/* ---- chains ---- */

/* The place of a chain, or the free one where it would be. */
static size_t find(const struct fm_duplicates *d, struct fm_hash128 key, unsigned year)
{
    size_t at = (size_t)fm_hash_mix(key.lo ^ fm_hash_mix(year + 1)) & (d->heads_cap - 1);
    while (d->heads[at] != NO_ENTRY) {
        const struct entry *there = &d->entries[d->heads[at]];
        if (there->key.lo == key.lo && there->key.hi == key.hi && there->year == year)
            break;
        at = (at + 1) & (d->heads_cap - 1);
    }
    return at;
}

static enum fm_status reserve(struct fm_duplicates *d)
{
    if (!is_full(d))
        return FM_OK;
    if (d->cap > UINT32_MAX / 4)
        return FM_NO_MEMORY;
    const uint32_t cap = d->cap == 0 ? FIRST_CAP : 2 * d->cap;
    struct entry *entries = realloc(d->entries, cap * sizeof *entries);
    if (entries == NULL)
        return FM_NO_MEMORY;
    d->entries = entries;
    uint32_t *heads = calloc(2 * (size_t)cap, sizeof *heads);
    if (heads == NULL)
        return FM_NO_MEMORY;
    uint32_t *const old = d->heads;
    const size_t old_cap = d->heads_cap;
    d->heads = heads;
    d->heads_cap = 2 * (size_t)cap;
    d->cap = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i] != NO_ENTRY)
            heads[find(d, entries[old[i]].key, entries[old[i]].year)] = old[i];
    free(old);
    return FM_OK;
}

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

static bool is_in_chain(const struct fm_duplicates *d, const struct fm_game_identity *game,
                        unsigned year)
{
    uint32_t at = d->heads[find(d, game->key, year)];
    while (at != NO_ENTRY && !agrees(&d->entries[at], game))
        at = d->entries[at].next;
    return at != NO_ENTRY;
}

static void add_to_chain(struct fm_duplicates *d, const struct fm_game_identity *game)
{
    const size_t place = find(d, game->key, game->date.year);
    d->entries[d->count] = (struct entry){.key = game->key,
                                          .date = game->date,
                                          .year = game->date.year,
                                          .next = d->heads[place],
                                          .result = game->result};
    d->heads[place] = d->count++;
}

/* The years of all kept games of the key; made if it is new. */
static struct entry *years_of(struct fm_duplicates *d, struct fm_hash128 key, bool *made)
{
    const size_t place = find(d, key, ALL_YEARS);
    *made = d->heads[place] == NO_ENTRY;
    if (*made) {
        d->entries[d->count] = (struct entry){.key = key, .year = ALL_YEARS, .next = NO_ENTRY};
        d->heads[place] = d->count++;
    }
    return &d->entries[d->heads[place]];
}

static bool is_same(const struct fm_duplicates *d, const struct fm_game_identity *game,
                    const struct entry *years)
{
    if (is_in_chain(d, game, 0))
        return true;
    if (game->date.year > 0)
        return is_in_chain(d, game, game->date.year);
    for (unsigned year = years->first_year; year > 0 && year <= years->last_year; year++)
        if (is_in_chain(d, game, year))
            return true;
    return false;
}

/* Look a game up in memory and remember it there. */
static enum fm_status add_game(struct fm_duplicates *d, const struct fm_game_identity *game,
                               bool *same)
{
    bool made;
    FM_TRY(reserve(d));
    struct entry *years = years_of(d, game->key, &made);
    *same = !made && is_same(d, game, years);
    if (*same)
        return FM_OK;
    const uint16_t year = game->date.year;
    if (year > 0 && (years->first_year == 0 || year < years->first_year))
        years->first_year = year;
    if (year > years->last_year)
        years->last_year = year;
    add_to_chain(d, game);
    return FM_OK;
}

static enum fm_status add_moves(struct fm_duplicates *d, struct fm_hash128 group,
                                struct fm_text moves, unsigned char *relations)
{
    unsigned found;
    FM_TRY(fm_prefix_tree_add(d->tree, group, moves, &found));
    *relations = (unsigned char)found;
    return FM_OK;
}

/* ---- on disk ---- */

/* What a record of a part's stream is: a game that is undecided; or of one that was kept while all
 * was in memory, what is compared, or its moves. */
enum record { RECORD_GAME, RECORD_KEPT, RECORD_MOVES };

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
    return &d->parts[bits >> (64 - PART_BITS * (d->level % LEVELS + 1)) & (PARTS - 1)];
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
    for (uint32_t i = 1; i < d->count; i++) {
        const struct entry *entry = &d->entries[i];
        struct record_head head;
        if (entry->year == ALL_YEARS)
            continue;
        memset(&head, 0, sizeof head);
        head.key = entry->key;
        head.date = entry->date;
        head.kind = RECORD_KEPT;
        head.result = entry->result;
        FM_TRY(write_record(d, &head, (struct fm_text){NULL, 0}, error));
    }
    FM_TRY(fm_prefix_tree_each(d->tree, move_moves, &moving));
    free_tables(d);
    return FM_OK;
}

static enum fm_status put_off(struct fm_duplicates *d, const struct fm_game_identity *game,
                              struct fm_duplicate *out, struct fm_error *error)
{
    struct record_head head;
    memset(&head, 0, sizeof head);
    head.key = game->key;
    head.group = game->group;
    head.moves = game->related ? game->moves.n : 0;
    head.date = game->date;
    head.kind = RECORD_GAME;
    head.result = game->result;
    head.related = game->related;
    out->part = (unsigned char)(1 + (part_of(d, game->key.hi) - d->parts));
    return write_record(d, &head, (struct fm_text){game->moves.p, head.moves}, error);
}

bool fm_duplicates_overflows(const struct fm_duplicates *duplicates)
{
    return duplicates->parts != NULL;
}

enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                 const struct fm_game_identity *game, struct fm_duplicate *out,
                                 struct fm_error *error)
{
    *out = (struct fm_duplicate){0, false, 0};
    if (game->unique)
        return FM_OK;
    const bool fits =
        duplicates->parts == NULL && (next_bytes(duplicates, game->moves.n) <= duplicates->memory ||
                                      duplicates->count == 1 || duplicates->level == LEVELS);
    if (!fits && duplicates->parts == NULL)
        FM_TRY(overflow(duplicates, error));
    if (!fits)
        return put_off(duplicates, game, out, error);
    FM_TRY(add_game(duplicates, game, &out->same));
    if (out->same || !game->related)
        return FM_OK;
    return add_moves(duplicates, game->group, game->moves, &out->relations);
}

/* ---- the end ---- */

static enum fm_status read_record(struct fm_spool *spool, struct fm_stream *stream,
                                  struct record_head *head, struct fm_buf *moves,
                                  struct fm_error *error)
{
    moves->n = 0;
    FM_TRY(fm_stream_read(spool, stream, head, sizeof *head, error));
    return fm_stream_read_to(spool, stream, moves, head->moves, error);
}

/* What was kept before is remembered again, in memory or one level further on disk. */
static enum fm_status remember(struct fm_duplicates *within, const struct record_head *head,
                               struct fm_text moves, struct fm_error *error)
{
    bool same;
    unsigned char relations;
    if (within->parts == NULL && next_bytes(within, moves.n) > within->memory &&
        within->count > 1 && within->level < LEVELS)
        FM_TRY(overflow(within, error));
    if (within->parts != NULL)
        return write_record(within, head, moves, error);
    if (head->kind == RECORD_MOVES)
        return add_moves(within, head->group, moves, &relations);
    const struct fm_game_identity kept = {
        .key = head->key, .date = head->date, .result = head->result};
    return add_game(within, &kept, &same);
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

/* Answers of which some were undecided become verdicts. */
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
    FM_TRY(new_within(d->spool, d->memory, d->level + 1, &within));
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
    struct part *part = &duplicates->parts[answer->part - 1];
    return fm_stream_read(duplicates->spool, &part->results, answer, sizeof *answer, error);
}
