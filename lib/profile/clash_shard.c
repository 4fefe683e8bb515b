/* SPDX-License-Identifier: MIT */
/* A shard does not know what the shards before it have read and written: see clash_shard.h. */
#include <config.h>
#include "profile/clash_shard.h"
#include <string.h>

struct view {
    const struct fm_profile *profile;
    const struct fm_profile_output *output;
    const struct fm_profile_positions *positions;
};

static bool range(const struct view *v)
{
    return v->profile->games.range.set;
}

static bool duplicates(const struct view *v)
{
    return v->profile->games.duplicates != FM_DUPLICATES_ALL;
}

static bool max_errors(const struct view *v)
{
    return v->profile->input.max_errors.n > 0;
}

static bool stop(const struct view *v)
{
    return v->profile->input.on_error == FM_ON_ERROR_STOP;
}

static bool limit(const struct view *v)
{
    return v->output->limit > 0;
}

static bool chunk(const struct view *v)
{
    return v->output->chunk > 0;
}

static bool sort(const struct view *v)
{
    return v->output->sort_count > 0;
}

static bool min_count(const struct view *v)
{
    return v->output->min_count > 1;
}

/* What a move weighs is that of all games. */
static bool book(const struct view *v)
{
    return v->output->format == FM_FORMAT_POLYGLOT;
}

static bool merge(const struct view *v)
{
    return v->output->fields.merge_count > 0;
}

static bool total(const struct view *v)
{
    return v->positions->sample_total > 0;
}

static bool store(const struct view *v)
{
    return v->positions->unique_store.n > 0;
}

/* The first shard writes headers, and does not know all the names of the others. */
static bool header(const struct view *v)
{
    const struct fm_text to = v->output->to;
    return v->output->header && fm_formats[v->output->format]->write_head != NULL && to.n > 0 &&
           memchr(to.p, '{', to.n) != NULL;
}

/* In games plies are counted, in lists the records of the run. */
static bool every(const struct view *v)
{
    return v->positions->every > 1 && v->profile->input.format != FM_INPUT_PGN;
}

#define BEFORE "excluded by `shard`: it depends on the shards before"

static const struct {
    bool of_output;
    bool (*holds)(const struct view *view);
    struct fm_shard_clash clash;
} clashes[] = {
    {false, range, {"games.range", BEFORE}},
    {false,
     duplicates,
     {"games.duplicates", BEFORE ": drop the duplicates from what all shards have written"}},
    {false, max_errors, {"input.max-errors", BEFORE}},
    {false, stop, {"input.on-error", "`stop` is " BEFORE}},
    {true, limit, {"output.limit", BEFORE}},
    {true, chunk, {"output.chunk", BEFORE}},
    {true, sort, {"output.sort", BEFORE ": sort what all shards have written"}},
    {true, min_count, {"output.min-count", BEFORE ": merge the groups of all shards first"}},
    {true, book, {"output.format", "a book is " BEFORE}},
    {true,
     merge,
     {"output.merge-ops", BEFORE ": merge the records of what all shards have written"}},
    {true,
     header,
     {"output.header",
      "the first shard writes headers, and files named after games may be another's: "
      "`header: false`"}},
    {true, total, {"positions.sample.total", BEFORE ": sample what all shards have written"}},
    {true, store, {"positions.unique.store", BEFORE}},
    {true,
     every,
     {"positions.every",
      "excluded by `shard`: in a list it counts the records before; `--set input.format=pgn`, if the "
      "input is none"}},
};

struct fm_shard_clash fm_shard_clash_of(const struct fm_profile *profile,
                                        const struct fm_profile_output *output)
{
    const struct fm_profile_positions *positions =
        output == NULL || output->instance == 0 ? &profile->positions : &output->positions;
    const struct view view = {profile, output, positions};
    for (size_t i = 0; profile->input.shard.of > 0 && i < FM_COUNT_OF(clashes); i++)
        if (clashes[i].of_output == (output != NULL) && clashes[i].holds(&view))
            return clashes[i].clash;
    return (struct fm_shard_clash){NULL, NULL};
}
