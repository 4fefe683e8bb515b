/* SPDX-License-Identifier: MIT */
/* One input: opens it, looks at its first bytes for a compression (io/codec.h), and reads on. A
 * failure is kept until the bytes before it have been handed over, and then stays.
 *
 * With a decode pool, bytes are read ahead from the second member on: then the file continues,
 * after the raw bytes held here, with what the pool's queue holds, and after that with the file
 * itself. */
#include <config.h>
#include "io/input.h"
#include <stdlib.h>
#include "io/file.h"

/* A decoder gets bytes up to the next multiple of this in its member, or up to the size in its
 * header: what it gives before it finds damage may depend on where its input ends, and must not
 * depend on where in a buffer the member is. */
enum { FEED_SIZE = 64 * 1024 };

/* Room that a decoder gets, again and again from the start of its member, for the same reason. */
enum { WINDOW_SIZE = 128 * 1024 };

/* Bytes that are read, fed and decoded at a time where few are needed. */
enum { LITTLE = 16 * 1024 };

enum stage {
    STAGE_START,   /* nothing is known yet */
    STAGE_PLAIN,   /* bytes pass as they are */
    STAGE_MEMBER,  /* inside a compressed member */
    STAGE_BETWEEN, /* after one, or before a part of one */
    STAGE_BATCH,   /* inside a batch that the decode pool has decoded */
    STAGE_END
};

struct fm_input {
    const char *name; /* the caller's */
    enum stage stage;
    const struct fm_codec *codec; /* codec of the last member */
    void *state;                  /* state of the codec's decoder */
    bool inside;                  /* a member, before or in one of its parts */
    uint64_t fed;                 /* bytes that it was given of the member or part */
    uint64_t reported;            /* size of the member by its header; 0 = unknown */
    bool unended;               /* the last member has such a size, and text: another must follow */
    unsigned char *window;      /* WINDOW_SIZE bytes, where the caller has less room; owned */
    size_t window_at, window_n; /* offsets in it: first byte not handed over; the end */
    uint64_t bytes;             /* handed over */
    uint64_t decoded;           /* bytes that decoders made, those in the window included */
    uint64_t member_at;         /* the count `decoded` at the beginning of the last member */
    uint64_t raw_from;          /* offset in the file at which reading began */
    /* Where the text must have the length that an index gives; UINT64_MAX = nowhere. */
    struct fm_input_mark known;
    bool little;           /* few bytes are needed: LITTLE takes the place of both sizes */
    bool whole;            /* the failure is after the end of the compressed data */
    enum fm_status failed; /* FM_OK, or what every later call returns */
    enum fm_reason reason;
    int os_error;
    struct fm_text detail;
    struct fm_raw raw; /* last, as its head is not initialised */
};

static enum fm_status report_input(const struct fm_input *input, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){.status = input->failed,
                                   .reason = input->reason,
                                   .os_error = input->os_error,
                                   .input = input->name,
                                   .offset = input->bytes,
                                   .what = fm_text_of(input->name),
                                   .detail = input->detail};
    return input->failed;
}

static enum fm_status fail(struct fm_input *input, int os_error, struct fm_text detail)
{
    input->reason = os_error != 0 ? FM_REASON_INPUT_UNREADABLE : FM_REASON_INPUT_DAMAGED;
    input->os_error = os_error;
    input->detail = detail;
    return input->failed = FM_INPUT_FAILED;
}

static enum fm_status fail_table(struct fm_input *input)
{
    return fail(input, 0, FM_TEXT("its seek table does not agree with the compressed data"));
}

/* Fail if the file cannot be read on. */
static enum fm_status check_file(struct fm_input *input)
{
    const struct fm_raw *raw = &input->raw;
    if (!raw->failed)
        return FM_OK;
    if (raw->failure.status == FM_NO_MEMORY)
        return input->failed = FM_NO_MEMORY;
    (void)fail(input, raw->failure.os_error, raw->failure.detail);
    input->reason = raw->failure.reason;
    input->whole = raw->whole && input->stage == STAGE_PLAIN;
    return input->failed;
}

/* ---- opening and closing --------------------------------------------------------------------- */

enum fm_status fm_input_of(const char *name, struct fm_zip_member *member,
                           const struct fm_byte_source *source, struct fm_input **out)
{
    struct fm_input *input = malloc(sizeof *input);
    if (input == NULL)
        return FM_NO_MEMORY;
    memset(input, 0, offsetof(struct fm_input, raw));
    fm_raw_of(&input->raw, member, source);
    input->name = name;
    input->known.raw = UINT64_MAX;
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
    (void)fail(input, os_error, (struct fm_text){NULL, 0});
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

static enum fm_status begin_member(struct fm_input *input, const struct fm_codec *codec)
{
    struct fm_raw *raw = &input->raw;
    if (!fm_codec_reads(codec)) {
        (void)fail(input, 0, fm_text_of(codec->refusal));
        input->reason = FM_REASON_INPUT_UNREADABLE;
        return input->failed;
    }
    if (fm_raw_enlarge(raw) != FM_OK)
        return input->failed = FM_NO_MEMORY;
    change_codec(input, codec);
    const struct fm_decoder *decoder = &codec->coder->decoder;
    if (decoder->start(&input->state) != FM_OK)
        return input->failed = FM_NO_MEMORY;
    size_t reported = 0;
    while (decoder->reported != NULL &&
           decoder->reported(fm_raw_unused(raw), &reported) == FM_EXTENT_MORE &&
           raw->n - raw->at < raw->cap && !fm_raw_has_ended(raw))
        fm_raw_fill(raw);
    input->fed = 0;
    input->member_at = input->decoded;
    input->reported = reported;
    input->stage = STAGE_MEMBER;
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
    const struct fm_batch *batch = fm_decode_pool_first(pool);
    const struct fm_text raw = {batch->raw.p, batch->raw_n};
    if (input->inside && !batch->codec->coder->decoder.parts.skip(input->state, raw))
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
    const bool ahead = fm_raw_is_ahead(raw), may_begin = raw->pool != NULL && !ahead;
    if (ahead && raw->at == raw->n && take_batch(input))
        return FM_OK;
    if (input->inside) {
        if (!may_begin || !fm_raw_begin_ahead(raw, input->codec, input->state))
            input->stage = STAGE_MEMBER;
        return FM_OK;
    }
    if (input->codec->zeros_follow)
        fm_raw_skip_zeros(raw);
    FM_TRY(look(input, &codec));
    if (codec != NULL)
        return may_begin && fm_raw_begin_ahead(raw, codec, NULL) ? FM_OK
                                                                 : begin_member(input, codec);
    if (raw->at < raw->n) {
        input->whole = true;
        return fail(input, 0, FM_TEXT("something else follows the compressed data"));
    }
    if (input->known.raw == raw->bytes) {
        /* The access point up to which the file was to be read first: from here on by few bytes. */
        if (input->decoded != input->known.plain)
            return fail_table(input);
        input->known.raw = raw->end = UINT64_MAX;
        raw->ended = false;
        raw->pool = NULL;
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
    struct fm_text detail = {NULL, 0};
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
        input->fed = input->inside ? 0 : input->fed;
        input->stage = STAGE_BETWEEN;
        return FM_OK;
    case FM_FLOW_DAMAGED:
        return fail(input, 0, detail);
    case FM_FLOW_UNVERIFIED:
        fm_raw_hold(raw);
        input->whole = raw->at == raw->n && !raw->failed; /* at the file's end */
        return fail(input, 0, detail);
    case FM_FLOW_NO_MEMORY:
        break;
    }
    return input->failed = FM_NO_MEMORY;
}

/* Decode the room of a window: the caller's, or where that is smaller one of its own. */
static enum fm_status read_window(struct fm_input *input, struct fm_flow *flow)
{
    const size_t size = input->little ? LITTLE : WINDOW_SIZE;
    const bool direct = flow->out_n >= size;
    if (!direct && input->window == NULL && (input->window = malloc(WINDOW_SIZE)) == NULL)
        return input->failed = FM_NO_MEMORY;
    struct fm_flow window = {.out = direct ? flow->out : input->window, .out_n = size};
    enum fm_status status = FM_OK;
    while (status == FM_OK && window.out_n > 0 && input->stage == STAGE_MEMBER)
        status = decode(input, &window);
    const size_t n = size - window.out_n;
    input->decoded += n;
    input->unended = input->reported > 0 && input->decoded > input->member_at;
    input->window_at = 0;
    input->window_n = direct ? 0 : n;
    if (direct)
        fm_flow_pass(flow, 0, n);
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
    const struct fm_batch *batch;
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
        return read_window(input, flow);
    case STAGE_BETWEEN:
        return next_member(input);
    case STAGE_BATCH:
        batch = fm_decode_pool_first(raw->pool);
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

enum fm_status fm_input_read(struct fm_input *input, unsigned char *to, size_t room, size_t *got,
                             struct fm_error *error)
{
    struct fm_flow flow = {.out = to, .out_n = room};
    if (fm_raw_is_ahead(&input->raw) && input->failed == FM_OK)
        fm_raw_read_ahead(&input->raw, false);
    while (flow.out_n > 0) {
        if (input->window_at < input->window_n)
            input->window_at +=
                pass(&flow, input->window + input->window_at, input->window_n - input->window_at);
        else if (input->stage == STAGE_END || input->failed != FM_OK ||
                 (step(input, &flow) != FM_OK && input->window_at == input->window_n))
            break;
    }
    if (flow.out_n == room && input->failed != FM_OK)
        return report_input(input, error);
    *got = room - flow.out_n;
    input->bytes += *got;
    return FM_OK;
}

enum fm_status fm_input_read_at(const struct fm_input *input, uint64_t offset, unsigned char *to,
                                size_t n, size_t *got, struct fm_error *error)
{
    int os_error = 0;
    *got = fm_file_read_at(input->raw.fd, to, n, offset, &os_error);
    if (*got == n && fm_raw_change(&input->raw) != FM_CHANGE_OTHER)
        return FM_OK;
    if (error != NULL)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .reason = os_error != 0 ? FM_REASON_INPUT_UNREADABLE
                                                           : FM_REASON_INPUT_CHANGED,
                                   .os_error = os_error,
                                   .input = input->name,
                                   .offset = offset + *got,
                                   .what = fm_text_of(input->name)};
    return FM_INPUT_FAILED;
}

void fm_input_watch(struct fm_input *input, const atomic_bool *cancelled)
{
    input->raw.cancelled = cancelled;
}

void fm_input_share(struct fm_input *input, struct fm_decode_pool *pool)
{
    input->raw.pool = input->raw.member == NULL ? pool : NULL;
}

enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip, struct fm_zip **out,
                                 struct fm_error *error)
{
    const struct fm_codec *codec = NULL;
    /* A ZIP archive within one is refused when it is read. */
    *is_zip = look(input, &codec) == FM_OK && codec != NULL && codec->archive &&
              input->raw.member == NULL;
    if (!*is_zip)
        return FM_OK;
    if (input->raw.size > 0)
        return fm_zip_open(input->raw.fd, input->raw.size, out, error);
    *error = (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_ZIP_NEEDS_FILE};
    return FM_INPUT_FAILED;
}

bool fm_input_is_plain(const struct fm_input *input)
{
    return input->codec == NULL;
}

uint64_t fm_input_file_size(const struct fm_input *input)
{
    const bool known = input->stage == STAGE_PLAIN && input->raw.has_offsets;
    return known && !input->raw.failed ? input->raw.size : 0;
}

enum fm_status fm_input_changed(struct fm_input *input, struct fm_error *error)
{
    (void)fail(input, 0, (struct fm_text){NULL, 0});
    input->reason = FM_REASON_INPUT_CHANGED;
    return report_input(input, error);
}

const struct fm_raw *fm_input_file(const struct fm_input *input)
{
    return &input->raw;
}

void fm_input_go_on(struct fm_input *input, uint64_t offset)
{
    fm_raw_go_on(&input->raw, offset);
    input->bytes = offset;
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
    input->bytes = input->decoded = input->member_at = from->plain;
    input->raw_from = from->raw;
    input->known = *to;
    if (plain || to->raw >= raw->size)
        input->known.raw = UINT64_MAX;
    raw->end = input->known.raw;
    input->inside = input->whole = input->little = input->unended = false;
    input->failed = FM_OK;
}

/* Where an access point is wrong, text of the next part was taken for this one's, or the reverse. */
enum fm_status fm_input_end_between(struct fm_input *input, struct fm_error *error)
{
    if (fm_raw_change(&input->raw) == FM_CHANGE_OTHER)
        return fm_input_changed(input, error);
    if (input->known.raw == UINT64_MAX)
        return FM_OK;
    (void)fail_table(input);
    return report_input(input, error);
}

void fm_input_read_little(struct fm_input *input)
{
    input->little = true;
    input->raw.most = LITTLE;
}

bool fm_input_is_cut(const struct fm_input *input)
{
    return input->failed != FM_OK && !input->whole;
}

uint64_t fm_input_unverified(const struct fm_input *input)
{
    if (input->raw.member != NULL && input->raw.failed)
        return input->bytes > 0 ? 0 : UINT64_MAX;
    const bool inside = input->stage == STAGE_MEMBER && input->decoded > input->member_at;
    return input->failed != FM_OK && inside ? input->member_at : UINT64_MAX;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->raw.bytes - input->raw_from;
}
