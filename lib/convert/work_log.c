/* SPDX-License-Identifier: MIT */
/* What the log says of an item that is no matter of the decision: letters, evidence, moves that are not
 * legal, warnings. */
#include <config.h>
#include "convert/worker.h"
#include "base/utf8.h"
#include "convert/log.h"

static enum fm_status put_warning(struct fm_buf *out, bool *first, enum fm_reason reason,
                                  uint64_t count)
{
    FM_TRY(fm_buf_append_text(out, fm_text_of(*first ? ",\"warnings\":{\"" : ",\"")));
    *first = false;
    FM_TRY(fm_buf_append_text(out, fm_text_of(fm_reason_name(reason))));
    return fm_log_number(out, "\":", count);
}

static enum fm_status put_warnings(struct fm_buf *out, const struct fm_warnings *notes,
                                   const uint32_t *tolerated)
{
    bool first = true;
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++)
        if (fm_warnings_has(notes, (enum fm_reason)reason))
            FM_TRY(put_warning(out, &first, (enum fm_reason)reason, 1));
    for (unsigned i = 0; tolerated != NULL && i < FM_TOLERANCES; i++)
        if (tolerated[i] > 0)
            FM_TRY(put_warning(out, &first, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + i),
                               tolerated[i]));
    return first ? FM_OK : fm_buf_append_text(out, fm_text_of("}"));
}

/* The moves of operations that are not legal, as a list of texts. */
struct illegal {
    struct fm_buf *out;
    bool any;
};

static enum fm_status put_illegal(void *user, struct fm_text opcode, struct fm_text move,
                                  const unsigned char *end)
{
    struct illegal *illegal = user;
    (void)end;
    FM_TRY(fm_buf_append_text(illegal->out,
                              fm_text_of(illegal->any ? ",\"" : ",\"illegal-moves\":[\"")));
    illegal->any = true;
    FM_TRY(fm_json_text(illegal->out, opcode));
    FM_TRY(fm_buf_append_text(illegal->out, fm_text_of(" ")));
    FM_TRY(fm_json_text(illegal->out, move));
    return fm_buf_append_text(illegal->out, fm_text_of("\""));
}

static enum fm_status put_all_illegal(struct fm_worker *worker, struct fm_buf *out)
{
    struct illegal illegal = {out, false};
    if (worker->noted == NULL || !fm_warnings_has(&worker->notes, FM_REASON_OPERATION_MOVE_ILLEGAL))
        return FM_OK;
    FM_TRY(fm_work_each_illegal(worker, put_illegal, &illegal));
    return illegal.any ? fm_buf_append_text(out, fm_text_of("]")) : FM_OK;
}

/* What is no matter of the decision, in the order of the line. */
enum fm_status fm_work_details(struct fm_worker *worker, const struct fm_result_of_game *result,
                               uint32_t *place)
{
    struct fm_buf text = {NULL, 0, 0}, *out = &text;
    struct fm_text evidence = result->evidence;
    enum fm_status status = fm_work_decode(worker, &worker->scratch, &evidence);
    if (status == FM_OK && result->language.n > 0)
        status = fm_log_string(out, ",\"letters\":", result->language);
    if (status == FM_OK && evidence.n > 0)
        status = fm_log_string(out, ",\"evidence\":", evidence);
    if (status == FM_OK)
        status = put_all_illegal(worker, out);
    if (status == FM_OK)
        status = put_warnings(out, &worker->notes, result->tolerated);
    if (status == FM_OK && text.n > 0)
        status = fm_block_add_text(worker->block, (struct fm_text){text.p, text.n}, place);
    fm_buf_free(&text);
    return status;
}
