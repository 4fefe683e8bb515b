/* SPDX-License-Identifier: MIT */
/* Offsets in the row of inputs: see shard.h. */
#include <config.h>
#include "run/shard.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "os/os.h"

/* Find the size of an input; anything but a regular file counts as 0 bytes. @return 0, or errno
 * where the size is not known. */
static int find_size(const char *name, uint64_t *size)
{
    struct fm_os_about about;
    *size = 0;
    if (strcmp(name, "-") == 0)
        return 0;
    const int os_error = fm_os_look(FM_OS_HERE, name, true, &about);
    if (os_error == 0 && about.kind == FM_OS_FILE)
        *size = about.size;
    return os_error;
}

/* total * number / of; the last part goes to the end, so that it has what has no bytes. */
uint64_t fm_shard_cut(const struct fm_shard *shard, uint64_t number, uint64_t of)
{
    const uint64_t total = shard->total;
    return number == of ? UINT64_MAX : total / of * number + total % of * number / of;
}

enum fm_status fm_shard_lay(struct fm_shard *shard, const struct fm_inputs *inputs)
{
    shard->count = inputs->count;
    shard->begins = calloc(2 * inputs->count + 1, sizeof *shard->begins);
    FM_TRY_MADE(shard->begins);
    shard->sizes = shard->begins + inputs->count;
    for (size_t i = 0; i < inputs->count; i++) {
        shard->begins[i] = shard->total;
        const bool file = inputs->sources == NULL || inputs->sources[i] == NULL;
        const int error = file ? find_size(inputs->names[i], &shard->sizes[i]) : 0;
        if (error != 0 && shard->errors == NULL)
            shard->errors = calloc(inputs->count, sizeof *shard->errors);
        if (error != 0 && shard->errors == NULL)
            return FM_NO_MEMORY;
        if (error != 0)
            shard->errors[i] = error;
        shard->total += shard->sizes[i];
    }
    return FM_OK;
}

void fm_shard_choose(struct fm_shard *shard, uint64_t number, uint64_t of)
{
    shard->of = of;
    shard->from = fm_shard_cut(shard, number - 1, of);
    shard->to = fm_shard_cut(shard, number, of);
}

void fm_shard_free(struct fm_shard *shard)
{
    free(shard->begins);
    free(shard->errors);
    *shard = (struct fm_shard){.begins = NULL};
}

static bool has(const struct fm_shard *shard, uint64_t at)
{
    return shard->from <= at && at < shard->to;
}

enum fm_shard_share fm_shard_of(const struct fm_shard *shard, size_t input, uint64_t at[2])
{
    if (shard->begins == NULL || (shard->errors != NULL && shard->errors[input] != 0))
        return FM_SHARD_WHOLE;
    const uint64_t begin = shard->begins[input], end = begin + shard->sizes[input];
    if (begin >= shard->to || (end <= shard->from && !has(shard, begin)))
        return FM_SHARD_NONE;
    if (begin >= shard->from && end <= shard->to)
        return FM_SHARD_WHOLE;
    at[0] = shard->from > begin ? shard->from - begin : 0;
    at[1] = (shard->to < end ? shard->to : end) - begin;
    return FM_SHARD_CUT;
}

bool fm_shard_has_middle(const struct fm_shard *shard, size_t input)
{
    return has(shard, shard->begins[input] + shard->sizes[input] / 2);
}

bool fm_shard_more_after(const struct fm_shard *shard, size_t input)
{
    for (size_t i = input + 1; i < shard->count; i++)
        if (shard->sizes[i] > 0)
            return true;
    return false;
}

enum fm_status fm_shard_check(const struct fm_plan *plan, struct fm_error *error)
{
    /* A reader gives the number of each game, but 0 where it is not known. */
    const unsigned needs = plan->delivers != NULL ? plan->routes->record.needs : plan->needs;
    if (!fm_plan_is_shard(plan) || !(needs & (FM_NEEDS_NUMBERS | FM_NEEDS_RECORD)))
        return FM_OK;
    return fm_refuse_profile(error, FM_TEXT("input.shard"),
                             "a shard does not know how many games and records are before it: "
                             "{offset} is a number that it knows, {game} and {record} are not");
}
