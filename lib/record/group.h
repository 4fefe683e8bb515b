/* SPDX-License-Identifier: MIT */
/* Rows of groups of positions (`output.rows: groups`). What is written for each position is the values
 * of the fields that groups are by: these bytes are the group. In the end each group is one row, of
 * these values and of its counts; a row can have nothing else, as anything else is of a single game. */
#ifndef FM_RECORD_GROUP_H
#define FM_RECORD_GROUP_H
#include "record/record.h"
#include "record/sort_key.h"

/* Compiled once; const afterwards. Lives in the arena it was made in. */
struct fm_group_plan {
    struct fm_record_plan
        values;                 /* of a position: each field of `by`, then what follows from them */
    struct fm_record_plan rows; /* of a group */
    size_t fen;                 /* number of the value that is the FEN; SIZE_MAX: none is */
    const struct fm_record_field *by; /* by_count fields, given */
    size_t by_count;
};

enum { FM_GROUP_VALUES_MAX = 64 };

/** Begin a plan: its values are those of the fields. @return FM_OK, FM_BAD_PROFILE (error: what, hint,
 * detail: an unknown field, one that is no part of a group, one twice, too many), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_group_begin(struct fm_group_plan *plan,
                                            const struct fm_record_field *by, size_t count,
                                            struct fm_arena *arena, struct fm_error *error);
/** Have the fields of a template of rows, or of what they are sorted by, taken from the group. What
 * follows from fields of `by`, as the side to move from the FEN, becomes one more value of it.
 * Returns as fm_group_begin(), of a field that differs within a group. */
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

/** Take a group apart, for a row of it: sets `fen` and `group_values`.
 * @param values  gets FM_GROUP_VALUES_MAX of them; they last as long as the group. */
void fm_group_fill(const struct fm_group_plan *plan, struct fm_text group, struct fm_text *values,
                   struct fm_record_input *in);
/** Append the row of a group. Returns as fm_record_write(). */
FM_MUST_CHECK enum fm_status fm_group_write(const struct fm_group_plan *plan,
                                            const struct fm_record_input *in,
                                            struct fm_record_scratch *scratch, struct fm_buf *out,
                                            struct fm_warnings *notes);

#endif
