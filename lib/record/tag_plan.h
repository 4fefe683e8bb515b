/* SPDX-License-Identifier: MIT */
/* The tags that an output sets, drops and orders (`output.pgn.set-tags`, `tags`): compiled once,
 * and applied to the tag section of each game. */
#ifndef FM_RECORD_TAG_PLAN_H
#define FM_RECORD_TAG_PLAN_H
#include "pgn/tag_section.h"
#include "record/record.h"

struct fm_tag_template;

/* Lives in the arena that it was made in. */
struct fm_tag_plan {
    const struct fm_tag_template *sets;
    size_t set_count;
    struct fm_tag_order order;
    unsigned needs; /* set of enum fm_record_needs */
};

/** Are there tags that are set, dropped or ordered? */
static inline bool fm_tag_plan_changes(const struct fm_tag_plan *plan)
{
    return plan->set_count > 0 || plan->order.names != NULL;
}
/** Compile the tags of an output. @param sets  an empty template drops the tag.
 * @return FM_OK, FM_BAD_PROFILE (error: what, hint or detail: an unknown field, or one that differs
 * from position to position), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_plan_make(const struct fm_record_field *sets, size_t set_count,
                                              const struct fm_record_field *names, size_t count,
                                              struct fm_arena *arena, struct fm_tag_plan *out,
                                              struct fm_error *error);
/** The template of a tag that is set; NULL: it is dropped. */
const struct fm_template *fm_tag_plan_template(const struct fm_tag_plan *plan, size_t set);
/** Set and drop tags; every template is of the tags as they were. One without a value leaves its
 * tag as it is.
 * @param room  bytes that the values may have. @return FM_OK, FM_NO_MEMORY, FM_REJECTED: they have
 * more. */
FM_MUST_CHECK enum fm_status fm_tag_plan_apply(const struct fm_tag_plan *plan,
                                               const struct fm_record_input *in, size_t room,
                                               struct fm_tag_section *section);

#endif
