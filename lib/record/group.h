/* SPDX-License-Identifier: MIT */
/* Rows of groups of positions (`output.rows: groups`). For each position the values of the
 * fields in `output.by` are written: these bytes identify the group. At the end each group is
 * one row, of these values and of its counts. A row can have nothing else, as any other value
 * belongs to a single game. */
#ifndef FM_RECORD_GROUP_H
#define FM_RECORD_GROUP_H
#include "record/record.h"
#include "record/sort_key.h"

/* Compiled once; const afterwards. Lives in the arena it was made in. */
struct fm_group_plan {
    /* Values of a position: each field of `by`, then the values that follow from these. */
    struct fm_record_plan values;
    struct fm_record_plan rows; /* rows, one for each group */
    /* Index of the FEN among the values; SIZE_MAX: no value is the FEN. */
    size_t fen;
    const struct fm_record_field *by; /* fields of the key `by`, as given */
    size_t by_count;                  /* number of fields in `by` */
};

enum { FM_GROUP_VALUES_MAX = 64 };

/** Begin a plan: its values are those of the fields.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint, detail: an unknown field, one that cannot
 * be grouped by, a repeated one, too many), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_group_begin(struct fm_group_plan *plan,
                                            const struct fm_record_field *by, size_t count,
                                            struct fm_arena *arena, struct fm_error *error);
/** Take the fields of a template, which rows are made of or sorted by, from the values of the
 * group. A field that follows from the fields of `by`, as the side to move follows from the
 * FEN, becomes one more value of the group. Returns as fm_group_begin(): refused is a field
 * that differs within a group. */
FM_MUST_CHECK enum fm_status fm_group_bind(struct fm_group_plan *plan,
                                           const struct fm_template *template,
                                           struct fm_arena *arena, struct fm_error *error);
/** Compile the rows, and complete the plan. Columns that are not given are `by`, then count, wins,
 * draws, losses, score. Returns as fm_group_begin(). */
FM_MUST_CHECK enum fm_status fm_group_end(struct fm_group_plan *plan, enum fm_format format,
                                          const struct fm_record_fields *fields,
                                          enum fm_counters counters,
                                          const struct fm_sort_plan *sort, struct fm_arena *arena,
                                          struct fm_error *error);

/** Split a group into its values, for its row: sets `fen` and `group_values` of @p in.
 * @param values  array for FM_GROUP_VALUES_MAX of them; they last as long as the group. */
void fm_group_fill(const struct fm_group_plan *plan, struct fm_text group, struct fm_text *values,
                   struct fm_record_input *in);
/** Append the row of a group. Returns as fm_record_write(). */
FM_MUST_CHECK enum fm_status fm_group_write(const struct fm_group_plan *plan,
                                            const struct fm_record_input *in,
                                            struct fm_record_scratch *scratch, struct fm_buf *out,
                                            struct fm_warnings *notes);

#endif
