/* The log's lines: see log.h. */
#include <config.h>
#include "convert/log.h"
#include "base/json.h"

static enum fm_status put(struct fm_buf *out, const char *literal)
{
    return fm_buf_append_text(out, fm_text_of(literal));
}

static enum fm_status put_number(struct fm_buf *out, const char *key, uint64_t number)
{
    FM_TRY(put(out, key));
    return fm_buf_append_u64(out, number);
}

static enum fm_status put_string(struct fm_buf *out, const char *key, struct fm_text value)
{
    FM_TRY(put(out, key));
    FM_TRY(put(out, "\""));
    FM_TRY(fm_json_text(out, value));
    return put(out, "\"");
}

static enum fm_status put_head(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line)
{
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(input)));
    FM_TRY(put_number(out, ",\"offset\":", offset));
    FM_TRY(put_number(out, ",\"length\":", length));
    return put_number(out, ",\"line\":", line);
}

static enum fm_status put_warning(struct fm_buf *out, bool *first, enum fm_reason reason,
                                  uint64_t count)
{
    FM_TRY(put(out, *first ? ",\"warnings\":{\"" : ",\""));
    *first = false;
    FM_TRY(put(out, fm_reason_name(reason)));
    return put_number(out, "\":", count);
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
    return first ? FM_OK : put(out, "}");
}

enum fm_status fm_log_span(struct fm_worker *worker, size_t begin, size_t end, uint64_t line,
                           size_t ordinal, const struct fm_result_of_game *result)
{
    static const char *const outcomes[] = {"kept", "unselected", "rejected", "stray"};
    const struct fm_block *block = worker->block;
    struct fm_buf *out = &worker->block->out[worker->plan->log];
    FM_TRY(put_head(out, block->input, block->offset + begin, end - begin, line));
    if (result->outcome != FM_STRAY) {
        FM_TRY(put_number(out, ",\"game\":", block->game_base + ordinal + 1));
        if (result->class_ < FM_CLASSES)
            FM_TRY(put_string(out, ",\"class\":", fm_text_of(fm_class_names[result->class_])));
    }
    FM_TRY(put_string(out, ",\"outcome\":", fm_text_of(outcomes[result->outcome])));
    if (result->reason != FM_REASON_NONE)
        FM_TRY(put_string(out, ",\"reason\":", fm_text_of(fm_reason_name(result->reason))));
    if (result->outcome != FM_STRAY) {
        FM_TRY(put_number(out, ",\"plies\":", result->plies));
        FM_TRY(put_number(out, ",\"records\":", result->records));
        if (result->language.n > 0)
            FM_TRY(put_string(out, ",\"letters\":", result->language));
        struct fm_text evidence = result->evidence;
        FM_TRY(fm_work_decode(worker, &worker->scratch, &evidence));
        if (evidence.n > 0)
            FM_TRY(put_string(out, ",\"evidence\":", evidence));
        FM_TRY(put_warnings(out, &worker->notes, result->tolerated));
    }
    return put(out, "}\n");
}

enum fm_status fm_log_note(struct fm_buf *out, enum fm_reason reason)
{
    static const unsigned char end[] = "}}\n"; /* only `warnings`, the last key, is an object */
    const size_t n = sizeof end - 1;
    bool first = memcmp(out->p + out->n - n, end, n) != 0;
    out->n -= first ? n - 1 : n;
    FM_TRY(put_warning(out, &first, reason, 1));
    return put(out, "}}\n");
}

enum fm_status fm_log_oversize(struct fm_buf *out, const char *input, uint64_t offset,
                               uint64_t length, uint64_t line, uint64_t game)
{
    FM_TRY(put_head(out, input, offset, length, line));
    FM_TRY(put_number(out, ",\"game\":", game));
    return put(out, ",\"class\":\"broken\",\"outcome\":\"rejected\",\"reason\":\"game-too-large\""
                    ",\"plies\":0,\"records\":0}\n");
}

enum fm_status fm_log_stray(struct fm_buf *out, const char *input, uint64_t offset, uint64_t length,
                            uint64_t line)
{
    FM_TRY(put_head(out, input, offset, length, line));
    return put(out, ",\"outcome\":\"stray\"}\n");
}

enum fm_status fm_log_input(struct fm_buf *out, const struct fm_error *failure, bool skipped,
                            uint64_t unverified)
{
    const struct fm_text outcome = skipped ? FM_TEXT("skipped") : FM_TEXT("failed");
    FM_TRY(put_string(out, "{\"input\":", fm_text_of(failure->input)));
    FM_TRY(put_number(out, ",\"offset\":", failure->offset));
    FM_TRY(put_string(out, ",\"outcome\":", outcome));
    FM_TRY(put_string(out, ",\"reason\":", fm_text_of(fm_reason_name(failure->reason))));
    if (failure->detail.n > 0)
        FM_TRY(put_string(out, ",\"detail\":", failure->detail));
    if (failure->os_error != 0)
        FM_TRY(put_number(out, ",\"errno\":", (uint64_t)failure->os_error));
    if (unverified != UINT64_MAX)
        FM_TRY(put_number(out, ",\"unverified-from\":", unverified));
    return put(out, "}\n");
}
