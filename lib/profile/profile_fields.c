/* SPDX-License-Identifier: MIT */
/* What an output writes, and what its format has: see profile_fields.h. */
#include <config.h>
#include "profile/profile_fields.h"
#include "profile/profile_merge.h"

/* What a condition is about. */
struct view {
    const struct fm_profile *profile;
    const struct fm_profile_output *output;
};

static bool has(const struct view *v, enum fm_format_trait trait)
{
    return fm_format_has(v->output->format, trait);
}

static bool ops_outside_epd(const struct view *v)
{
    return v->output->fields.op_count > 0 && !has(v, FM_FORMAT_OPS);
}

static bool drops_outside_epd(const struct view *v)
{
    return v->output->fields.drop_count > 0 && !has(v, FM_FORMAT_OPS);
}

static bool drops_what_is_written(const struct view *v)
{
    const struct fm_record_fields *fields = &v->output->fields;
    for (size_t i = 0; i < fields->op_count; i++)
        for (size_t k = 0; k < fields->drop_count; k++)
            if (fm_text_equal(fields->ops[i].name, fields->drops[k].name))
                return true;
    return false;
}

static bool counters_twice(const struct view *v)
{
    const struct fm_record_fields *fields = &v->output->fields;
    const enum fm_counters counters = v->output->style.counters;
    for (size_t i = 0; i < fields->op_count; i++)
        if ((counters == FM_COUNTERS_KEEP || counters == FM_COUNTERS_OPS) &&
            (fm_text_equal(fields->ops[i].name, FM_TEXT("hmvc")) ||
             fm_text_equal(fields->ops[i].name, FM_TEXT("fmvn"))))
            return true;
    return false;
}

static const struct fm_profile_positions *positions_of(const struct view *v)
{
    return v->output->instance == 0 ? &v->profile->positions : &v->output->positions;
}

static bool merges(const struct view *v)
{
    return v->output->fields.merge_count > 0;
}

static bool merges_outside_epd(const struct view *v)
{
    return merges(v) && !has(v, FM_FORMAT_OPS);
}

static bool merges_all_records(const struct view *v)
{
    return merges(v) && positions_of(v)->unique_key == FM_UNIQUE_NO;
}

static bool merges_by_board(const struct view *v)
{
    return merges(v) && positions_of(v)->unique_key == FM_UNIQUE_BOARD;
}

static bool merges_in_part(const struct view *v)
{
    return merges(v) &&
           (positions_of(v)->unique_scope == FM_SCOPE_GAME || positions_of(v)->unique_store.n > 0);
}

static bool merges_into_many_files(const struct view *v)
{
    return merges(v) && v->output->to.n > 0 &&
           memchr(v->output->to.p, '{', v->output->to.n) != NULL;
}

static bool merges_what_is_dropped(const struct view *v)
{
    const struct fm_record_fields *fields = &v->output->fields;
    for (size_t i = 0; i < fields->merge_count; i++)
        for (size_t k = 0; k < fields->drop_count; k++)
            if (fm_text_equal(fields->merges[i].name, fields->drops[k].name))
                return true;
    return false;
}

static bool line_missing(const struct view *v)
{
    return has(v, FM_FORMAT_LINE) && v->output->fields.line.n == 0;
}

static bool line_without_text(const struct view *v)
{
    return !has(v, FM_FORMAT_LINE) && v->output->fields.line.n > 0;
}

static bool columns_outside_tables(const struct view *v)
{
    return !has(v, FM_FORMAT_COLUMNS) && v->output->fields.column_count > 0;
}

/* Set for this output itself, not for all outputs. */
static bool header_outside_tables(const struct view *v)
{
    const unsigned instance = v->output->instance;
    const struct fm_given *given =
        fm_given_find(v->profile, fm_key_find(FM_TEXT("output.header")), instance);
    return !v->output->header && given != NULL && (instance == 0 || given->input != NULL) &&
           fm_formats[v->output->format]->write_head == NULL;
}

static bool normalize_outside_epd(const struct view *v)
{
    return v->output->normalize && !has(v, FM_FORMAT_OPS);
}

static const struct {
    bool (*holds)(const struct view *view);
    struct fm_fields_clash clash;
} clashes[] = {
    {ops_outside_epd, {"output.ops", "operations need `format: epd`"}},
    {drops_outside_epd, {"output.drop-ops", "operations need `format: epd`"}},
    {drops_what_is_written,
     {"output.drop-ops", "this operation is one of `ops`, which are written"}},
    {counters_twice,
     {"output.ops", "hmvc and fmvn are written already: remove them, or set `counters: none`"}},
    {merges_outside_epd, {"output.merge-ops", "operations need `format: epd`"}},
    {merges_all_records,
     {"output.merge-ops", "records of one position are merged: add `unique: position`"}},
    {merges_by_board,
     {"output.merge-ops",
      "equal boards may be two positions, with other moves: take `unique: position`"}},
    {merges_in_part,
     {"output.merge-ops",
      "all records of the run are merged: excluded by `scope: game` and `store`"}},
    {merges_into_many_files,
     {"output.merge-ops",
      "what is written at the end of the run cannot go to files named after games"}},
    {merges_what_is_dropped,
     {"output.merge-ops", "this operation is one of `drop-ops`, which are left out"}},
    {line_missing, {"output.format", "`format: text` needs `line`, the template of a record"}},
    {line_without_text, {"output.line", "a line needs `format: text`"}},
    {columns_outside_tables,
     {"output.columns", "columns need a format of tables: `format: csv`, `tsv` or `jsonl`"}},
    {header_outside_tables, {"output.header", "only `format: csv` and `tsv` have a header"}},
    {normalize_outside_epd, {"output.normalize", "only EPD is normalized: `format: epd`"}},
};

struct fm_fields_clash fm_fields_clash_of(const struct fm_profile *profile,
                                          const struct fm_profile_output *output)
{
    const struct view view = {profile, output};
    for (size_t i = 0; i < FM_COUNT_OF(clashes); i++)
        if (clashes[i].holds(&view))
            return clashes[i].clash;
    return (struct fm_fields_clash){NULL, NULL};
}
