/* SPDX-License-Identifier: MIT */
/* The plan of a reader: all that follows from its options. Const while its threads run. */
#ifndef FM_READER_READER_PLAN_H
#define FM_READER_READER_PLAN_H
#include "base/memory.h"
#include "profile/profile.h"
#include "reader/exchange.h"

struct fm_reader_plan {
    struct fm_reader_options options; /* copy of the options; `fields` is not NULL */
    struct fm_profile *own;           /* default profile, if the caller gives none; owned */
    /* Copy of the profile, with the output of a reader. Its texts belong to the profile of the
     * caller, to `own` or to `arena`. */
    struct fm_profile profile;
    struct fm_arena arena;
    /* Columns of a record: the wanted fields, and the path of variations. */
    size_t columns;
    size_t fen_at;             /* index of the FEN among the fields; SIZE_MAX = none */
    enum fm_value_type *types; /* types of the fields, in the arena */
    struct fm_inputs inputs;
    char *name;                           /* name of the only input */
    struct fm_byte_source source;         /* source of the only input, if it is no file */
    const struct fm_byte_source *sources; /* pointer to `source`, for `inputs` */
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
/** Let an error about a field name the text of the caller. */
void fm_reader_plan_name_field(const struct fm_reader_plan *plan, struct fm_error *error);
void fm_reader_plan_free(struct fm_reader_plan *plan);

#endif
