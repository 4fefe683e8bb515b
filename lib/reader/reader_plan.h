/* SPDX-License-Identifier: MIT */
/* The plan of a reader: all that follows from its options. Const while its threads run. */
#ifndef FM_READER_READER_PLAN_H
#define FM_READER_READER_PLAN_H
#include "base/memory.h"
#include "profile/profile.h"
#include "reader/exchange.h"

struct fm_reader_plan {
    struct fm_reader_options options; /* a copy; `fields` is not NULL */
    struct fm_profile *own;           /* where the caller has none */
    struct fm_profile
        profile; /* a copy, with the output of a reader; its texts are another's, or in */
    struct fm_arena arena;
    size_t columns; /* of a record: the wanted fields, and the path of variations */
    size_t fen_at;  /* of the fields: the FEN; SIZE_MAX = none */
    bool follows;   /* what a FEN says is what the one before says after the move between them */
    struct fm_inputs inputs;
    char *name;                   /* of the only one */
    struct fm_byte_source source; /* of that, if it is no file */
    const struct fm_byte_source *sources;
};

/** @param plan  all zeros. @param exchange  where fed bytes come from; not used here.
 * @return FM_OK, FM_BAD_USE (error: the member of the options), FM_BAD_PROFILE, FM_NO_MEMORY;
 * fm_reader_plan_free() after any. */
FM_MUST_CHECK enum fm_status fm_reader_plan_make(struct fm_reader_plan *plan,
                                                 const struct fm_reader_options *options,
                                                 struct fm_exchange *exchange,
                                                 struct fm_error *error);
/** Is the input what is fed? */
bool fm_reader_plan_is_fed(const struct fm_reader_plan *plan);
/** Where a field is wrong, let the error name the caller's text. */
void fm_reader_plan_name_field(const struct fm_reader_plan *plan, struct fm_error *error);
void fm_reader_plan_free(struct fm_reader_plan *plan);

#endif
