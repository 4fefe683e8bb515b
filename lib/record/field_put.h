/* SPDX-License-Identifier: MIT */
/* Finding the fields of templates by name, and appending their values. */
#ifndef FM_RECORD_FIELD_PUT_H
#define FM_RECORD_FIELD_PUT_H
#include "record/fields.h"

/** The field of this name, or NULL. */
const struct fm_field *fm_field_find(struct fm_text name);
/** The nearest name; empty if nothing is near. */
struct fm_text fm_field_hint(struct fm_text name);
/** Append the field's value; nothing if there is none. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_field_put(const struct fm_field *field,
                                          const struct fm_record_input *in,
                                          struct fm_arena *scratch, struct fm_buf *out);
/** The same for a tag of the game. */
FM_MUST_CHECK enum fm_status fm_field_put_tag(struct fm_text name, const struct fm_record_input *in,
                                              struct fm_arena *scratch, struct fm_buf *out);
/** The same for an operation that the position came with. */
FM_MUST_CHECK enum fm_status fm_field_put_op(struct fm_text opcode,
                                             const struct fm_record_input *in, struct fm_buf *out);

#endif
