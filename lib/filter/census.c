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

static size_t elo_place(const struct fm_game_facts *facts)
{
    int64_t mean;
    if (!fm_game_mean_rating(facts, &mean))
        return FM_CENSUS_ELOS;
    const int64_t band = mean / FM_NUMBER_UNIT / FM_CENSUS_ELO_BAND;
    return band >= FM_CENSUS_ELOS ? FM_CENSUS_ELOS : (size_t)band;
}

static size_t eco_place(const struct fm_game_facts *facts, struct fm_text eco)
{
    int64_t code;
    const struct fm_tag *tag = fm_tag_find(facts->tags, facts->tag_count, FM_TAG_ECO);
    if (eco.n == 0 && tag != NULL)
        eco = fm_text_trim(tag->value);
    return fm_tag_eco(eco, &code) ? (size_t)code : FM_CENSUS_ECOS;
}

static size_t length_place(int64_t plies)
{
    const int64_t band = plies / FM_CENSUS_PLY_BAND;
    if (plies == FM_CENSUS_UNPLAYED)
        return FM_CENSUS_LENGTHS;
    return band < FM_CENSUS_LENGTHS ? (size_t)band : FM_CENSUS_LENGTHS - 1;
}

struct fm_census_entry fm_census_find(const struct fm_game_facts *facts,
                                      const struct fm_variant *variant, struct fm_text eco,
                                      int64_t plies)
{
    const size_t speed = fm_time_class_of_game(facts->tags, facts->tag_count);
    const size_t places[FM_COUNT_GROUPS] = {
        [FM_COUNT_VARIANT] = variant == NULL ? FM_VARIANT_COUNT : variant->id,
        [FM_COUNT_YEAR] = FM_CENSUS_AT_YEAR + year_place(facts),
        [FM_COUNT_ELO] = FM_CENSUS_AT_ELO + elo_place(facts),
        [FM_COUNT_TIME] = FM_CENSUS_AT_TIME + speed,
        [FM_COUNT_RESULT] = FM_CENSUS_AT_RESULT + fm_result_index(facts->result),
        [FM_COUNT_LENGTH] = FM_CENSUS_AT_LENGTH + length_place(plies),
        [FM_COUNT_ECO] = FM_CENSUS_AT_ECO + eco_place(facts, eco)};
    struct fm_census_entry entry;
    for (size_t i = 0; i < FM_COUNT_GROUPS; i++)
        entry.places[i] = (uint16_t)places[i];
    return entry;
}

struct fm_census_entry fm_census_find_bare(enum fm_result result, const struct fm_variant *variant)
{
    return fm_census_find(&(struct fm_game_facts){.result = result}, variant, FM_NO_TEXT,
                          FM_CENSUS_UNPLAYED);
}

void fm_census_count(struct fm_census *census, const struct fm_census_entry *entry, uint64_t n)
{
    for (size_t i = 0; i < FM_COUNT_GROUPS; i++)
        census->counts[entry->places[i]] += n;
}

/* Where a group begins; the last is where all end. */
static const size_t groups[FM_COUNT_GROUPS + 1] = {
    [FM_COUNT_VARIANT] = 0,
    [FM_COUNT_YEAR] = FM_CENSUS_AT_YEAR,
    [FM_COUNT_ELO] = FM_CENSUS_AT_ELO,
    [FM_COUNT_TIME] = FM_CENSUS_AT_TIME,
    [FM_COUNT_RESULT] = FM_CENSUS_AT_RESULT,
    [FM_COUNT_LENGTH] = FM_CENSUS_AT_LENGTH,
    [FM_COUNT_ECO] = FM_CENSUS_AT_ECO,
    [FM_COUNT_GROUPS] = FM_CENSUS_PLACES,
};

static void put_name(struct fm_count *out, const char *name)
{
    memcpy(out->name, name, strlen(name) + 1);
}

/* "60..79" */
static void put_band(unsigned char *end, size_t place, size_t width)
{
    end = fm_put_u64(end, place * width);
    *end++ = '.';
    *end++ = '.';
    *fm_put_u64(end, place * width + width - 1) = 0;
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
        put_band(end, place, FM_CENSUS_ELO_BAND);
        return;
    case FM_COUNT_TIME:
        put_name(out, fm_time_class_names[place]);
        return;
    case FM_COUNT_RESULT:
        put_name(out, fm_result_names[place]);
        return;
    case FM_COUNT_LENGTH:
        if (place == FM_CENSUS_LENGTHS)
            break;
        put_band(end, place, FM_CENSUS_PLY_BAND);
        if (place == FM_CENSUS_LENGTHS - 1) /* the last band has no upper end */
            memcpy(strchr(out->name, '.') + 2, "", 1);
        return;
    case FM_COUNT_ECO:
        if (place == FM_CENSUS_ECOS)
            break;
        *end++ = (unsigned char)('A' + place / 100);
        *end++ = (unsigned char)('0' + place / 10 % 10);
        *end++ = (unsigned char)('0' + place % 10);
        *end = 0;
        return;
    }
    put_name(out, "unknown");
}

bool fm_census_get(const struct fm_census *census, enum fm_count_group group, size_t index,
                   struct fm_count *out)
{
    if ((unsigned)group >= FM_COUNT_GROUPS)
        return false;
    for (size_t at = groups[group]; at < groups[group + 1]; at++) {
        if (census->counts[at] == 0 || index-- > 0)
            continue;
        name_of_place(group, at - groups[group], out);
        out->count = census->counts[at];
        return true;
    }
    return false;
}
