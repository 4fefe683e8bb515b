/* SPDX-License-Identifier: MIT */
/* Counting games: see census.h. */
#include <config.h>
#include "filter/census.h"
#include "filter/tagvalue.h"

static size_t year_place(const struct fm_game_facts *facts)
{
    enum { DAYS_A_YEAR = 10000 };
    const struct fm_tag *date = fm_tag_find(facts->tags, facts->tag_count, FM_TAG_DATE);
    int64_t from, to;
    if (date == NULL || !fm_tag_date(fm_text_trim(date->value), &from, &to))
        return FM_CENSUS_YEARS;
    const int64_t year = from / DAYS_A_YEAR - FM_CENSUS_YEAR_FIRST;
    return year < 0 || year >= FM_CENSUS_YEARS ? FM_CENSUS_YEARS : (size_t)year;
}

static bool rating(const struct fm_game_facts *facts, enum fm_tag_id id, int64_t *out)
{
    const struct fm_tag *tag = fm_tag_find(facts->tags, facts->tag_count, id);
    return tag != NULL && fm_tag_number(fm_text_trim(tag->value), out) && *out > 0;
}

static size_t elo_place(const struct fm_game_facts *facts)
{
    int64_t white = 0, black = 0;
    const bool has_white = rating(facts, FM_TAG_WHITE_ELO, &white);
    const bool has_black = rating(facts, FM_TAG_BLACK_ELO, &black);
    if (!has_white && !has_black)
        return FM_CENSUS_ELOS;
    const int64_t mean = has_white && has_black ? (white + black) / 2 : has_white ? white : black;
    const int64_t band = mean / FM_NUMBER_UNIT / FM_CENSUS_ELO_BAND;
    return band >= FM_CENSUS_ELOS ? FM_CENSUS_ELOS : (size_t)band;
}

void fm_census_count(struct fm_census *census, const struct fm_game_facts *facts,
                     const struct fm_variant *variant)
{
    const struct fm_tag *time = fm_tag_find(facts->tags, facts->tag_count, FM_TAG_TIME_CONTROL);
    census->variants[variant == NULL ? FM_VARIANT_COUNT : variant->id]++;
    census->years[year_place(facts)]++;
    census->elos[elo_place(facts)]++;
    census->times[time == NULL ? FM_TIME_UNKNOWN : fm_time_class_of(time->value)]++;
    census->results[fm_result_index(facts->result)]++;
}

void fm_census_add(struct fm_census *sum, const struct fm_census *more)
{
    for (size_t i = 0; i < FM_COUNT_OF(sum->variants); i++)
        sum->variants[i] += more->variants[i];
    for (size_t i = 0; i < FM_COUNT_OF(sum->years); i++)
        sum->years[i] += more->years[i];
    for (size_t i = 0; i < FM_COUNT_OF(sum->elos); i++)
        sum->elos[i] += more->elos[i];
    for (size_t i = 0; i < FM_COUNT_OF(sum->times); i++)
        sum->times[i] += more->times[i];
    for (size_t i = 0; i < FM_COUNT_OF(sum->results); i++)
        sum->results[i] += more->results[i];
}

static void put_name(struct fm_count *out, const char *name)
{
    memcpy(out->name, name, strlen(name) + 1);
}

static void name_of_place(enum fm_count_group group, size_t place, struct fm_count *out)
{
    unsigned char *end = (unsigned char *)out->name;
    switch (group) {
    case FM_COUNT_VARIANT:
        put_name(out, place == FM_VARIANT_COUNT ? "unknown" : fm_variants[place].name);
        return;
    case FM_COUNT_YEAR:
        if (place == FM_CENSUS_YEARS)
            break;
        *fm_put_u64(end, FM_CENSUS_YEAR_FIRST + place) = 0;
        return;
    case FM_COUNT_ELO:
        if (place == FM_CENSUS_ELOS)
            break;
        end = fm_put_u64(end, place * FM_CENSUS_ELO_BAND);
        *end++ = '.';
        *end++ = '.';
        *fm_put_u64(end, place * FM_CENSUS_ELO_BAND + FM_CENSUS_ELO_BAND - 1) = 0;
        return;
    case FM_COUNT_TIME:
        put_name(out, fm_time_class_names[place]);
        return;
    case FM_COUNT_RESULT:
        put_name(out, fm_result_names[place]);
        return;
    case FM_COUNT_GROUPS:
        break;
    }
    put_name(out, "unknown");
}

bool fm_census_get(const struct fm_census *census, enum fm_count_group group, size_t index,
                   struct fm_count *out)
{
    const struct {
        const uint64_t *counts;
        size_t places;
    } groups[FM_COUNT_GROUPS] = {
        [FM_COUNT_VARIANT] = {census->variants, FM_COUNT_OF(census->variants)},
        [FM_COUNT_YEAR] = {census->years, FM_COUNT_OF(census->years)},
        [FM_COUNT_ELO] = {census->elos, FM_COUNT_OF(census->elos)},
        [FM_COUNT_TIME] = {census->times, FM_COUNT_OF(census->times)},
        [FM_COUNT_RESULT] = {census->results, FM_COUNT_OF(census->results)},
    };
    if ((unsigned)group >= FM_COUNT_GROUPS)
        return false;
    for (size_t place = 0; place < groups[group].places; place++) {
        if (groups[group].counts[place] == 0 || index-- > 0)
            continue;
        name_of_place(group, place, out);
        out->count = groups[group].counts[place];
        return true;
    }
    return false;
}
