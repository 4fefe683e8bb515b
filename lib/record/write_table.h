/* Rows of cells with a separator between them, and the row of names before the first: what csv and
 * tsv share. Compiled into each, so that no cell is written through a pointer. */
#ifndef FM_RECORD_WRITE_TABLE_H
#define FM_RECORD_WRITE_TABLE_H
#include "record/record.h"
#include "record/template.h"

/* A way to write rows; const. */
struct fm_table_form {
    /* @param alone  the row's only value. */
    enum fm_status (*put_cell)(struct fm_buf *out, struct fm_text value, bool alone);
    struct fm_text between, end; /* of two cells; of a row */
};

FM_INLINE enum fm_status fm_table_end_cell(const struct fm_table_form *form, bool last,
                                           struct fm_buf *out)
{
    const struct fm_text text = last ? form->end : form->between;
    return fm_buf_append_short(out, text.p, text.n);
}

/** Append a row of values. Returns as the writer of a format (fm_record_write()). */
FM_INLINE enum fm_status fm_table_put_row(const struct fm_table_form *form,
                                          const struct fm_record_plan *plan,
                                          const struct fm_record_input *in,
                                          struct fm_record_scratch *scratch, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct fm_text value;
        FM_TRY(fm_record_value(&plan->slots[i], in, scratch, out, &value));
        if (fm_template_counts(plan->slots[i].value)) /* a mark, which the end of the run fills */
            FM_TRY(fm_buf_append_text(out, value));
        else
            FM_TRY(form->put_cell(out, value, plan->count == 1));
        FM_TRY(fm_table_end_cell(form, i + 1 == plan->count, out));
    }
    return FM_OK;
}

/** Append the row of the columns' names. @return FM_OK or FM_NO_MEMORY. */
FM_INLINE enum fm_status fm_table_put_names(const struct fm_table_form *form,
                                            const struct fm_record_plan *plan, struct fm_buf *out)
{
    for (size_t i = 0; i < plan->count; i++) {
        FM_TRY(form->put_cell(out, plan->slots[i].name, false));
        FM_TRY(fm_table_end_cell(form, i + 1 == plan->count, out));
    }
    return FM_OK;
}

#endif
