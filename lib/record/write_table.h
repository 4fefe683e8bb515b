/* SPDX-License-Identifier: MIT */
/* Rows of cells with a separator between them, and the row of names before the first: what csv and
 * tsv share. Compiled into each, so that no cell is written through a pointer. */
#ifndef FM_RECORD_WRITE_TABLE_H
#define FM_RECORD_WRITE_TABLE_H
#include "record/record.h"

/* A way to write rows; const. */
struct fm_table_form {
    /* @param alone  the row's only value. */
    enum fm_status (*put_cell)(struct fm_buf *out, struct fm_text value, bool alone);
    struct fm_text between, end; /* of two cells; of a row */
    struct fm_text empty;        /* the row's only value, where it is empty */
};

/** As fm_format_row.frame. */
FM_INLINE enum fm_status fm_table_frame(const struct fm_table_form *form,
                                        const struct fm_record_plan *plan,
                                        const struct fm_record_slot *slot, struct fm_frame *frame)
{
    const bool last = slot == &plan->slots[plan->count - 1];
    *frame = (struct fm_frame){.after = last ? form->end : form->between, .most = SIZE_MAX};
    if (plan->count == 1)
        frame->instead = form->empty;
    return FM_OK;
}

/** As fm_format_row.put. */
FM_INLINE enum fm_status fm_table_put(const struct fm_table_form *form,
                                      const struct fm_record_plan *plan,
                                      const struct fm_record_slot *slot, struct fm_text value,
                                      struct fm_buf *out)
{
    FM_TRY(form->put_cell(out, value, plan->count == 1));
    return fm_buf_append_text(out, slot->frame.after);
}

/** Append the row of the columns' names. @return FM_OK or FM_NO_MEMORY. */
FM_INLINE enum fm_status fm_table_put_names(const struct fm_table_form *form,
                                            const struct fm_record_plan *plan, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->count; i++) {
        FM_TRY(form->put_cell(out, plan->slots[i].name, false));
        FM_TRY(fm_buf_append_text(out, plan->slots[i].frame.after));
    }
    return FM_OK;
}

#endif
