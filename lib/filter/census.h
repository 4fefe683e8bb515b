/* SPDX-License-Identifier: MIT */
/* Games counted by variant, year, rating, time class, result, length and opening: for --stats. */
#ifndef FM_FILTER_CENSUS_H
#define FM_FILTER_CENSUS_H
#include "board/variant.h"
#include "filter/game_filter.h"
#include "filter/tagvalue.h"

enum {
    FM_CENSUS_YEAR_FIRST = 1400,
    FM_CENSUS_YEARS = 800,
    FM_CENSUS_ELO_BAND = 100,
    FM_CENSUS_ELOS = 40,
    FM_CENSUS_RESULTS = 4,
    FM_CENSUS_PLY_BAND = 20,
    FM_CENSUS_LENGTHS = 32, /* the last is for all that are longer */
    FM_CENSUS_ECOS = 500,   /* A00 to E99 */
    FM_CENSUS_UNPLAYED = -1
};

/* The first place of each group. A group in which the value can be unknown has one more place
 * for that. */
enum {
    FM_CENSUS_AT_YEAR = FM_VARIANT_COUNT + 1, /* first number after those of enum fm_variant_id */
    FM_CENSUS_AT_ELO = FM_CENSUS_AT_YEAR + FM_CENSUS_YEARS + 1,
    FM_CENSUS_AT_TIME = FM_CENSUS_AT_ELO + FM_CENSUS_ELOS + 1,
    FM_CENSUS_AT_RESULT = FM_CENSUS_AT_TIME + FM_TIME_CLASSES,
    FM_CENSUS_AT_LENGTH = FM_CENSUS_AT_RESULT + FM_CENSUS_RESULTS,
    FM_CENSUS_AT_ECO = FM_CENSUS_AT_LENGTH + FM_CENSUS_LENGTHS + 1,
    FM_CENSUS_PLACES = FM_CENSUS_AT_ECO + FM_CENSUS_ECOS + 1
};

/* The numbers of games, by place. */
struct fm_census {
    uint64_t counts[FM_CENSUS_PLACES];
};
/* The places where one game is counted, by enum fm_count_group. */
struct fm_census_entry {
    uint16_t places[FM_COUNT_GROUPS];
};

/** Find where a game is counted. @param variant  NULL = not known. @param eco  code of its opening
 * by position; empty = the tag's. @param plies  of the whole game, or FM_CENSUS_UNPLAYED. */
struct fm_census_entry fm_census_find(const struct fm_game_facts *facts,
                                      const struct fm_variant *variant, struct fm_text eco,
                                      int64_t plies);
/** Find where a record of a list, or a game that could not be read, is counted. @param variant
 * as above. */
struct fm_census_entry fm_census_find_bare(enum fm_result result, const struct fm_variant *variant);
/** Count a game there, or @p n with the same places. */
void fm_census_count(struct fm_census *census, const struct fm_census_entry *entry, uint64_t n);
/** The @p index th count that is not zero. @return false after the last. */
bool fm_census_get(const struct fm_census *census, enum fm_count_group group, size_t index,
                   struct fm_count *out);

#endif
