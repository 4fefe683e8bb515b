/* Games that are the same: see duplicates.h. Kept games of one key hang in chains, one for each year
 * and one for an unknown year. The games of a chain contradict each other pairwise, so a chain holds
 * at most a year of days times the results, and a lookup stays short whatever the archive. */
#include <config.h>
#include "store/duplicates.h"
#include <stdlib.h>

enum { FIRST_CAP = 64, NO_ENTRY = 0, ENTRIES_A_GAME = 2 };

/* A kept game, or (first of its chain, with `years`) the range of years of a key. */
struct entry {
    struct fm_hash128 key; /* of the chain */
    struct fm_date date;
    uint16_t first_year, last_year; /* of the kept games of the key; 0 = none is known */
    uint32_t next;                  /* of the chain; NO_ENTRY = none */
    unsigned char result;
};

struct fm_duplicates {
    struct entry *entries; /* entries[NO_ENTRY] is none; owned */
    uint32_t count, cap;
    uint32_t *heads; /* open addressing by key, half full at most: first of a chain; owned */
    size_t heads_cap;
    struct fm_prefix_tree *tree;
};

enum fm_status fm_duplicates_new(struct fm_duplicates **out)
{
    struct fm_duplicates *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->count = 1;
    const enum fm_status status = fm_prefix_tree_new(&made->tree);
    if (status == FM_OK)
        *out = made;
    else
        free(made);
    return status;
}

void fm_duplicates_free(struct fm_duplicates *duplicates)
{
    if (duplicates == NULL)
        return;
    fm_prefix_tree_free(duplicates->tree);
    free(duplicates->entries);
    free(duplicates->heads);
    free(duplicates);
}

static bool is_full(const struct fm_duplicates *d)
{
    return d->cap < d->count + ENTRIES_A_GAME;
}

uint64_t fm_duplicates_bytes(const struct fm_duplicates *d, size_t moves)
{
    /* Two places for each entry; old and new tables while they grow. */
    const uint64_t entry = sizeof *d->entries + 2 * sizeof *d->heads;
    const uint64_t more = !is_full(d) ? 0 : d->cap == 0 ? FIRST_CAP : 2 * (uint64_t)d->cap;
    return (d->cap + more) * entry + fm_prefix_tree_bytes(d->tree, moves);
}

/* ---- chains ---- */

/* The place of the key's chain, or the free one where it would be. */
static size_t find(const struct fm_duplicates *d, struct fm_hash128 key)
{
    size_t at = (size_t)key.lo & (d->heads_cap - 1);
    while (d->heads[at] != NO_ENTRY) {
        const struct fm_hash128 there = d->entries[d->heads[at]].key;
        if (there.lo == key.lo && there.hi == key.hi)
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
            heads[find(d, entries[old[i]].key)] = old[i];
    free(old);
    return FM_OK;
}

/* The chain of a key for a year (0: unknown), or for the years of all its games. */
enum { ALL_YEARS = UINT16_MAX };
static struct fm_hash128 chain_of(struct fm_hash128 key, unsigned year)
{
    key.lo = fm_hash_mix(key.lo ^ fm_hash_mix(year + 1));
    return key;
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
    uint32_t at = d->heads[find(d, chain_of(game->key, year))];
    while (at != NO_ENTRY && !agrees(&d->entries[at], game))
        at = d->entries[at].next;
    return at != NO_ENTRY;
}

static void add_to_chain(struct fm_duplicates *d, const struct fm_game_identity *game)
{
    const struct fm_hash128 key = chain_of(game->key, game->date.year);
    const size_t place = find(d, key);
    d->entries[d->count] = (struct entry){
        .key = key, .date = game->date, .next = d->heads[place], .result = game->result};
    d->heads[place] = d->count++;
}

/* The years of all kept games of the key; made if it is new. */
static struct entry *years_of(struct fm_duplicates *d, struct fm_hash128 key, bool *made)
{
    key = chain_of(key, ALL_YEARS);
    const size_t place = find(d, key);
    *made = d->heads[place] == NO_ENTRY;
    if (*made) {
        d->entries[d->count] = (struct entry){.key = key, .next = NO_ENTRY};
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

enum fm_status fm_duplicates_add(struct fm_duplicates *duplicates,
                                 const struct fm_game_identity *game, struct fm_duplicate *out)
{
    bool made;
    *out = (struct fm_duplicate){false, 0};
    if (game->unique)
        return FM_OK;
    FM_TRY(reserve(duplicates));
    struct entry *years = years_of(duplicates, game->key, &made);
    out->same = !made && is_same(duplicates, game, years);
    if (out->same)
        return FM_OK;
    const uint16_t year = game->date.year;
    if (year > 0 && (years->first_year == 0 || year < years->first_year))
        years->first_year = year;
    if (year > years->last_year)
        years->last_year = year;
    add_to_chain(duplicates, game);
    return fm_prefix_tree_add(duplicates->tree, game->group, game->moves, &out->relations);
}
