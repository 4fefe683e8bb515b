/* SPDX-License-Identifier: MIT */
/* Games counted by variant, year, rating, time class and result: for --stats. */
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
    FM_CENSUS_RESULTS = 4
};

/* Numbers of games; one census a thread. The last place of each of the first three is for what is
 * not known. */
struct fm_census {
    uint64_t variants[FM_VARIANT_COUNT + 1]; /* by enum fm_variant_id */
    uint64_t years[FM_CENSUS_YEARS + 1];     /* of the Date tag, from FM_CENSUS_YEAR_FIRST on */
    uint64_t elos[FM_CENSUS_ELOS + 1];       /* bands of the mean rating, or of the only one */
    uint64_t times[FM_TIME_CLASSES];         /* by enum fm_time_class */
    uint64_t results[FM_CENSUS_RESULTS];     /* 1-0 0-1 1/2-1/2 * */
};

/** Count a game. @param variant  NULL = not known. */
void fm_census_count(struct fm_census *census, const struct fm_game_facts *facts,
                     const struct fm_variant *variant);
void fm_census_add(struct fm_census *sum, const struct fm_census *more);
/** The @p index th count that is not zero. @return false after the last. */
bool fm_census_get(const struct fm_census *census, enum fm_count_group group, size_t index,
                   struct fm_count *out);

#endif
