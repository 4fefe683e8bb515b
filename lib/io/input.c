/* SPDX-License-Identifier: MIT */
/* One input: opens it, looks at its first bytes for a compression (io/codec.h), and reads on. A
 * failure is kept until the bytes before it have been handed over, and then stays.
 *
 * With a decode pool, bytes are read ahead from the second member on: then the file continues,
 * after the raw bytes held here, with what the pool's queue holds, then with the file itself. */
#include <config.h>
#include "io/input.h"
#include <stdlib.h>
#include "io/file.h"
#include "io/input_state.h"

static enum fm_status report_input(const struct fm_input *input, struct fm_error *error)
{
    const struct fm_input_fault *fault = &input->fault;
    if (error != NULL)
        *error = (struct fm_error){.status = fault->status,
                                   .reason = fault->reason,
                                   .os_error = fault->os_error,
                                   .os_code = fault->os_code,
                                   .input = input->name,
                                   .offset = input->bytes,
                                   .what = fm_text_of(input->name),
                                   .detail = fault->detail,
                                   .in_part = fault->in_part,
                                   .part_raw = fault->raw,
                                   .part_plain = fault->plain};
    return fault->status;
}

static enum fm_status fail(struct fm_input *input, int os_error, struct fm_text detail)
{
    const bool inside = input->stage == STAGE_MEMBER;
    input->fault = (struct fm_input_fault){
        .status = FM_INPUT_FAILED,
        .reason = os_error != 0 ? FM_REASON_INPUT_UNREADABLE : FM_REASON_INPUT_DAMAGED,
        .os_error = os_error,
        .os_code = fm_os_code(os_error),
        .detail = detail,
        .in_part = os_error == 0 && inside,
        .raw = fm_raw_offset(&input->raw, inside ? input->fed : 0),
        .plain = inside ? input->unit_at : input->decoded};
    return FM_INPUT_FAILED;
}

static enum fm_status fail_memory(struct fm_input *input)
{
    input->fault.status = FM_NO_MEMORY;
    return FM_NO_MEMORY;
}

static enum fm_status fail_table(struct fm_input *input)
{
    (void)fail(input, 0, FM_TEXT("its seek table does not agree with the compressed data"));
    input->fault.in_part = false;
    return FM_INPUT_FAILED;
}

/* Fail if the file cannot be read on. */
static enum fm_status check_file(struct fm_input *input)
{
    const struct fm_raw *raw = &input->raw;
    if (!raw->failed)
        return FM_OK;
    if (raw->failure.status == FM_NO_MEMORY)
        return fail_memory(input);
    (void)fail(input, raw->failure.os_error, raw->failure.detail);
    input->fault.reason = raw->failure.reason;
    input->fault.whole = raw->whole && input->stage == STAGE_PLAIN;
    input->fault.in_part = raw->failure.in_part;
    input->fault.raw = raw->failure.part_raw;
    return FM_INPUT_FAILED;
}

/* ---- opening and closing --------------------------------------------------------------------- */

enum fm_status fm_input_of(const char *name, struct fm_member *member,
                           const struct fm_byte_source *source, struct fm_input **out)
{
    struct fm_input *input = malloc(sizeof *input);
    FM_TRY_MADE(input);
    memset(input, 0, offsetof(struct fm_input, raw));
    fm_raw_of(&input->raw, member, source);
    input->name = name;
    input->known.raw = input->bytes_max = UINT64_MAX;
    *out = input;
    return FM_OK;
}

enum fm_status fm_input_open(const char *name, struct fm_input **out, struct fm_error *error)
{
    struct fm_input *input;
    FM_TRY(fm_input_of(name, NULL, NULL, &input));
    const int os_error = fm_raw_open(&input->raw, name);
    if (os_error == 0) {
        *out = input;
        return FM_OK;
    }
    (void)fail(input, os_error, FM_NO_TEXT);
    (void)report_input(input, error);
    fm_input_close(input);
    return FM_INPUT_FAILED;
}

/* The decoder is that of this codec from now on; NULL = none. */
static void change_codec(struct fm_input *input, const struct fm_codec *codec)
{
    if (input->codec != codec) {
        if (input->codec != NULL)
            input->codec->coder->decoder.end(input->state);
        input->state = NULL;
    }
    input->codec = codec;
}

void fm_input_close(struct fm_input *input)
{
    if (input == NULL)
        return;
    fm_raw_close(&input->raw);
    change_codec(input, NULL);
    free(input->window);
    free(input);
}

/* ---- members --------------------------------------------------------------------------------- */

/* What begins with the unused bytes: a codec, or NULL for anything else. */
static enum fm_status look(struct fm_input *input, const struct fm_codec **out)
{
    return fm_raw_find_codec(&input->raw, out) ? FM_OK : check_file(input);
}

static void begin_unit(struct fm_input *input)
{
    input->fed = 0;
    input->unit_at = input->decoded;
    input->large = false;
    input->stage = STAGE_MEMBER;
}

static enum fm_status begin_member(struct fm_input *input, const struct fm_codec *codec)
{
    struct fm_raw *raw = &input->raw;
    if (!fm_codec_reads(codec)) {
        const enum fm_status status = fail(input, 0, fm_text_of(codec->refusal));
        input->fault.reason = FM_REASON_INPUT_UNREADABLE;
        return status;
    }
    if (fm_raw_enlarge(raw) != FM_OK)
        return fail_memory(input);
    change_codec(input, codec);
    const struct fm_decoder *decoder = &codec->coder->decoder;
    if (decoder->start(&input->state) != FM_OK)
        return fail_memory(input);
    size_t reported = 0;
    while (decoder->reported != NULL &&
           decoder->reported(fm_raw_unused(raw), &reported) == FM_EXTENT_MORE &&
           raw->n - raw->at < raw->cap && !fm_raw_has_ended(raw))
        fm_raw_fill(raw);
    input->reported = reported;
    begin_unit(input);
    return FM_OK;
}

static enum fm_status begin(struct fm_input *input)
{
    const struct fm_codec *codec;
    FM_TRY(look(input, &codec));
    if (codec != NULL)
        return begin_member(input, codec);
    input->stage = STAGE_PLAIN;
    return FM_OK;
}

/* Between members, at the start of the first batch: whether the decode pool has decoded it. */
static bool take_batch(struct fm_input *input)
{
    struct fm_decode_pool *pool = input->raw.pool;
    fm_raw_read_ahead(&input->raw, true);
    if (!fm_decode_pool_claim(pool, true))
        return false;
    const struct fm_decode_batch *batch = fm_decode_pool_first(pool);
    const struct fm_text raw = {batch->raw.p, batch->raw_n};
    if ((input->check != CHECK_NONE && !batch->verified) ||
        (input->inside && !batch->codec->coder->decoder.parts.skip(input->state, raw)))
        return fm_decode_pool_claim(pool, false);
    change_codec(input, batch->codec);
    input->unended = batch->unended;
    input->stage = STAGE_BATCH;
    return true;
}

/* Bytes that the pool gave back, to be decoded here, do not go to it again. */
static enum fm_status next_member(struct fm_input *input)
{
    struct fm_raw *raw = &input->raw;
    const struct fm_codec *codec;
    const bool ahead = fm_raw_is_ahead(raw);
    const bool may_begin = raw->pool != NULL && !ahead && !input->little;
    if (ahead && raw->at == raw->n && take_batch(input))
        return FM_OK;
    if (input->inside) {
        if (!may_begin || !fm_raw_begin_ahead(raw, input->codec, input->state))
            begin_unit(input);
        return FM_OK;
    }
    if (input->codec->zeros_follow)
        fm_raw_skip_zeros(raw);
    FM_TRY(look(input, &codec));
    if (codec != NULL)
        return may_begin && fm_raw_begin_ahead(raw, codec, NULL) ? FM_OK
                                                                 : begin_member(input, codec);
    if (raw->at < raw->n) {
        (void)fail(input, 0, FM_TEXT("something else follows the compressed data"));
        input->fault.whole = input->fault.in_part = true;
        return FM_INPUT_FAILED;
    }
    if (input->known.raw == raw->bytes) {
        /* The access point up to which the file was to be read first: from here on by few bytes. */
        if (input->decoded != input->known.plain)
            return fail_table(input);
        input->known.raw = raw->end = UINT64_MAX;
        raw->ended = false;
        fm_input_read_little(input);
        return FM_OK;
    }
    if (input->unended)
        return fail(
            input, 0,
            FM_TEXT("the compressed data end too early: the end marker of BGZF is missing"));
    input->stage = STAGE_END;
    return FM_OK;
}

static enum fm_status decode(struct fm_input *input, struct fm_flow *flow)
{
    struct fm_raw *raw = &input->raw;
    const struct fm_decoder *decoder = &input->codec->coder->decoder;
    struct fm_text detail = FM_NO_TEXT;
    const size_t most = input->little ? LITTLE : FEED_SIZE, out_n = flow->out_n;
    uint64_t wanted = most - input->fed % most;
    if (input->reported > input->fed && input->reported - input->fed < wanted)
        wanted = input->reported - input->fed;
    /* A zstd frame's header does not have its size, nor that of an xz stream; but a batch ends
     * where its frames or blocks do, so that the next is left alone. */
    const size_t in_n = fm_raw_measure(raw, wanted, decoder->reported == NULL);
    if (in_n == 0)
        FM_TRY(check_file(input));
    flow->in = fm_raw_unused(raw).p;
    flow->in_n = in_n;
    const enum fm_flow_state state = decoder->feed(input->state, flow, &detail);
    const size_t used = in_n - flow->in_n;
    raw->at += used;
    input->fed += used;
    switch (state) {
    case FM_FLOW_MORE:
        if (used > 0 || flow->out_n < out_n)
            return FM_OK;
        return fail(input, 0, FM_TEXT("the compressed data end too early"));
    case FM_FLOW_PART:
    case FM_FLOW_END:
        input->inside = state == FM_FLOW_PART;
        input->stage = STAGE_BETWEEN;
        return FM_OK;
    case FM_FLOW_DAMAGED:
        return fail(input, 0, detail);
    case FM_FLOW_UNVERIFIED:
        fm_raw_hold(raw);
        (void)fail(input, 0, detail);
        input->fault.whole = raw->at == raw->n && !raw->failed; /* at the file's end */
        return FM_INPUT_FAILED;
    case FM_FLOW_NO_MEMORY:
        break;
    }
    return fail_memory(input);
}

static enum fm_status enlarge_window(struct fm_input *input, size_t size)
{
    if (size <= input->window_size)
        return FM_OK;
    unsigned char *window = realloc(input->window, size);
    if (window == NULL)
        return fail_memory(input);
    input->window = window;
    input->window_size = size;
    return FM_OK;
}

/* Decode a unit; of one that does not wait for its checksum, as much as a window holds. Of a unit
 * that fails while it waits nothing is handed over. */
static enum fm_status read_unit(struct fm_input *input)
{
    const struct fm_decoder *decoder = &input->codec->coder->decoder;
    const bool waits = !input->large && (!decoder->flows || input->reported > 0);
    size_t size = input->little && !waits ? LITTLE : WINDOW_SIZE, n = 0;
    enum fm_status status = FM_OK;
    for (; status == FM_OK && input->stage == STAGE_MEMBER;
         size += size < FM_HELD_BYTES ? size : WINDOW_SIZE) {
        FM_TRY(enlarge_window(input, size));
        struct fm_flow window = {.out = input->window + n, .out_n = size - n};
        while (status == FM_OK && window.out_n > 0 && input->stage == STAGE_MEMBER)
            status = decode(input, &window);
        n = size - window.out_n;
        input->large = input->large || n > FM_HELD_BYTES;
        if (!waits || input->large)
            break;
    }
    const bool ended = input->stage == STAGE_BETWEEN && status == FM_OK;
    const bool verified = ended && (decoder->verifies == NULL || decoder->verifies(input->state));
    if (ended && n > 0 && !verified && input->check != CHECK_NONE) {
        input->stage = STAGE_MEMBER; /* that is where it fails */
        status = fail(input, 0, FM_TEXT("compressed without a checksum, it cannot be verified"));
    }
    if (waits && status != FM_OK) {
        input->fault.whole = false;
        n = 0;
    }
    input->decoded += n;
    input->unended = input->reported > 0 && input->decoded > input->unit_at;
    if (verified && input->unit_at < input->decoded)
        input->verified = input->decoded;
    input->window_at = 0;
    input->window_n = n;
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Copy some of these bytes. @return how many. */
static size_t pass(struct fm_flow *flow, const unsigned char *bytes, size_t n)
{
    n = n < flow->out_n ? n : flow->out_n;
    memcpy(flow->out, bytes, n);
    fm_flow_pass(flow, 0, n);
    return n;
}

static enum fm_status step(struct fm_input *input, struct fm_flow *flow)
{
    struct fm_raw *raw = &input->raw;
    const struct fm_decode_batch *batch;
    size_t got;
    switch (input->stage) {
    case STAGE_START:
        return begin(input);
    case STAGE_PLAIN:
        if (raw->at < raw->n) {
            raw->at += pass(flow, raw->held + raw->at, raw->n - raw->at);
            return FM_OK;
        }
        got = fm_raw_read(raw, flow->out, flow->out_n);
        fm_flow_pass(flow, 0, got);
        if (got == 0 && raw->ended) {
            FM_TRY(check_file(input));
            input->stage = STAGE_END;
        }
        return FM_OK;
    case STAGE_MEMBER:
        return read_unit(input);
    case STAGE_BETWEEN:
        return next_member(input);
    case STAGE_BATCH:
        batch = fm_decode_pool_first(raw->pool);
        if (batch->verified_n > 0)
            input->verified = input->decoded - batch->at + batch->verified_n;
        got = fm_decode_pool_take(raw->pool, true, flow->out, flow->out_n);
        fm_flow_pass(flow, 0, got);
        input->decoded += got;
        if (fm_decode_pool_first(raw->pool) != batch)
            input->stage = STAGE_BETWEEN;
        return FM_OK;
    case STAGE_END:
        break;
    }
    return FM_OK;
}

struct fm_text fm_input_peek(struct fm_input *input, size_t n)
{
    struct fm_raw *raw = &input->raw;
    struct fm_flow none = {.out_n = 0};
    fm_input_read_little(input); /* a shard may need no more of it */
    enum fm_status status = input->stage == STAGE_START ? begin(input) : FM_OK;
    while (status == FM_OK && input->window_at == input->window_n &&
           (input->stage == STAGE_MEMBER || input->stage == STAGE_BETWEEN))
        status = step(input, &none);
    while (status == FM_OK && input->stage == STAGE_PLAIN && raw->n - raw->at < n &&
           !fm_raw_has_ended(raw))
        fm_raw_fill(raw);
    raw->most = SIZE_MAX;
    input->little = false;
    if (input->stage == STAGE_PLAIN)
        return fm_raw_unused(raw);
    if (input->window == NULL) /* nothing was ever decoded: it could not be read */
        return FM_NO_TEXT;
    return (struct fm_text){input->window + input->window_at, input->window_n - input->window_at};
}

/* Read all of it, and begin again: what is handed over is then only what was verified, and the
 * fault comes after it. Of a part of a file, that goes to the end of the unit after it: no game
 * that begins in the part ends later, unless more than `input.max-game` waits for a checksum. */
static enum fm_status read_before(struct fm_input *input)
{
    const struct fm_input_mark from = {input->raw_from, input->bytes}, to = input->known;
    const struct fm_raw *raw = &input->raw;
    const struct fm_codec *codec = NULL;
    size_t got = 1;
    input->check = CHECK_NONE;
    const bool checked = raw->member != NULL && raw->member->kind->verified == NULL;
    if (!checked && input->codec == NULL && (look(input, &codec) != FM_OK || codec == NULL))
        return FM_OK; /* plain bytes, or none */
    if (!fm_raw_can_restart(raw)) {
        (void)fail(input, 0,
                   FM_TEXT("to be verified, compressed data are read twice, which a pipe is not"));
        input->fault.reason = FM_REASON_INPUT_UNREADABLE;
        input->fault.in_part = false;
        return FM_INPUT_FAILED;
    }
    unsigned char *text = malloc(WINDOW_SIZE);
    if (text == NULL)
        return fail_memory(input);
    if (input->codec != NULL) { /* its first bytes were looked at, or it is a part */
        fm_input_go_between(input, &from, &to);
        input->stage = from.raw == 0 ? STAGE_START : input->stage;
    }
    input->check = CHECK_NOW;
    for (enum fm_status status = FM_OK; status == FM_OK && got > 0;)
        if (fm_raw_is_cancelled(raw) || (input->little && input->stage == STAGE_BETWEEN))
            got = 0;
        else
            status = fm_input_read(input, text, WINDOW_SIZE, &got, NULL);
    free(text);
    input->found = input->fault;
    input->bytes_max = input->found.status == FM_OK ? UINT64_MAX : fm_input_verified(input);
    input->found.whole = input->found.whole && input->bytes_max == input->bytes;
    fm_input_go_between(input, &from, &to);
    input->stage = from.raw == 0 ? STAGE_START : input->stage;
    input->check = CHECK_DONE;
    return input->found.status == FM_NO_MEMORY ? fail_memory(input) : FM_OK;
}

enum fm_status fm_input_read(struct fm_input *input, unsigned char *to, size_t room, size_t *got,
                             struct fm_error *error)
{
    if (input->check == CHECK_BEFORE && !input->little && read_before(input) != FM_OK)
        return report_input(input, error);
    const uint64_t rest = input->bytes_max - input->bytes;
    const size_t most = rest < room ? (size_t)rest : room;
    struct fm_flow flow = {.out = to, .out_n = most};
    if (fm_raw_is_ahead(&input->raw) && input->fault.status == FM_OK)
        fm_raw_read_ahead(&input->raw, false);
    while (flow.out_n > 0) {
        if (input->window_at < input->window_n)
            input->window_at +=
                pass(&flow, input->window + input->window_at, input->window_n - input->window_at);
        else if (input->stage == STAGE_END || input->fault.status != FM_OK ||
                 (step(input, &flow) != FM_OK && input->window_at == input->window_n))
            break;
    }
    if (rest == 0) {
        input->fault = input->found;
        input->verified = input->bytes_max;
    }
    if (flow.out_n == most && input->fault.status != FM_OK)
        return report_input(input, error);
    *got = most - flow.out_n;
    input->bytes += *got;
    return FM_OK;
}

enum fm_status fm_input_changed(struct fm_input *input, struct fm_error *error)
{
    (void)fail(input, 0, FM_NO_TEXT);
    input->fault.reason = FM_REASON_INPUT_CHANGED;
    input->fault.in_part = false;
    return report_input(input, error);
}

/* ---- parts of a file ------------------------------------------------------------------------- */

enum fm_status fm_input_find_access(struct fm_input *input, const uint64_t at[2],
                                    struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    const struct fm_raw *raw = &input->raw;
    const struct fm_codec *codec = input->codec;
    struct fm_error fault = {.os_error = 0};
    *any = false;
    if (!raw->has_offsets)
        return FM_OK;
    if (input->stage == STAGE_START && look(input, &codec) != FM_OK)
        return report_input(input, error);
    *any = codec == NULL;
    for (unsigned i = 0; *any && i < 2; i++)
        out[i].raw = out[i].plain = at[i] < raw->size ? at[i] : raw->size;
    if (*any || !fm_codec_reads(codec) || codec->coder->decoder.access == NULL ||
        codec->coder->decoder.access(raw->fd, raw->size, at, out, any, &fault) == FM_OK)
        return FM_OK;
    (void)fail(input, fault.os_error, fault.detail);
    return report_input(input, error);
}

void fm_input_go_between(struct fm_input *input, const struct fm_input_mark *from,
                         const struct fm_input_mark *to)
{
    struct fm_raw *raw = &input->raw;
    const bool plain = input->codec == NULL;
    fm_raw_go_on(raw, from->raw);
    raw->failed = false;
    raw->most = SIZE_MAX;
    input->window_at = input->window_n = 0;
    input->stage = plain ? STAGE_PLAIN : STAGE_BETWEEN;
    input->bytes = input->decoded = input->unit_at = input->verified = from->plain;
    input->raw_from = from->raw;
    input->known = *to;
    if (plain || to->raw >= raw->size)
        input->known.raw = UINT64_MAX;
    raw->end = input->known.raw;
    input->inside = input->little = input->unended = false;
    input->fault = (struct fm_input_fault){.status = FM_OK};
}

/* A wrong access point: text of the next part was taken for this part's, or the reverse. */
enum fm_status fm_input_end_between(struct fm_input *input, struct fm_error *error)
{
    if (fm_raw_change(&input->raw) == FM_CHANGE_OTHER)
        return fm_input_changed(input, error);
    if (input->known.raw == UINT64_MAX)
        return FM_OK;
    (void)fail_table(input);
    return report_input(input, error);
}
