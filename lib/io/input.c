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
#include "io/raw_feed.h"

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
    const struct fm_codec *codec; /* of the last member */
    void *state;                  /* of its decoder */
    bool inside;                  /* a member, before or in one of its parts */
    uint64_t fed;                 /* bytes that it was given of the member or part */
    uint64_t reported;            /* size of the member by its header; 0 = unknown */
    bool unended;               /* the last member has such a size, and text: another must follow */
    unsigned char *window;      /* WINDOW_SIZE bytes, where the caller has less room; owned */
    size_t window_at, window_n; /* first byte of it not handed over, after the last */
    uint64_t bytes;             /* handed over */
    uint64_t decoded;           /* by decoders; those of the window too */
    uint64_t member_at;         /* of these, before the last member */
    struct fm_input_mark mark;  /* the last member, also of those decoded by the pool */
    uint64_t raw_from;          /* where reading began in the file */
    /* Where the text must have the length that an index gives; UINT64_MAX = nowhere. */
    struct fm_input_mark known;
    bool little;           /* few bytes are needed: LITTLE takes the place of both sizes */
    bool whole;            /* it failed after the end of what was compressed */
    enum fm_status failed; /* FM_OK, or what every later call returns */
    enum fm_reason reason;
    int os_error;
    struct fm_text detail;
    struct fm_raw_feed feed; /* last, as its head is not initialised */
};

static enum fm_status report(const struct fm_input *input, struct fm_error *error)
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

/* The file is between two members. */
static void set_mark(struct fm_input *input)
{
    if (input->feed.file.has_offsets)
        input->mark = (struct fm_input_mark){fm_raw_feed_offset(&input->feed), input->decoded};
}

/* Fail if the file cannot be read on. */
static enum fm_status fail_file(struct fm_input *input)
{
    const struct fm_raw_file *file = &input->feed.file;
    if (!file->failed)
        return FM_OK;
    if (file->failure.status == FM_NO_MEMORY)
        return input->failed = FM_NO_MEMORY;
    (void)fail(input, file->failure.os_error, file->failure.detail);
    input->reason = file->failure.reason;
    input->whole = file->whole && input->stage == STAGE_PLAIN;
    return input->failed;
}

static struct fm_input *new_input(const char *name)
{
    struct fm_input *input = malloc(sizeof *input);
    if (input == NULL)
        return NULL;
    memset(input, 0, offsetof(struct fm_input, feed));
    fm_raw_feed_init(&input->feed);
    input->name = name;
    input->known.raw = UINT64_MAX;
    return input;
}

enum fm_status fm_input_open(const char *name, struct fm_input **out, struct fm_error *error)
{
    struct fm_input *input = new_input(name);
    if (input == NULL)
        return FM_NO_MEMORY;
    const int os_error = fm_raw_file_open(&input->feed.file, name);
    if (os_error != 0) {
        (void)fail(input, os_error, (struct fm_text){NULL, 0});
        (void)report(input, error);
        fm_input_close(input);
        return FM_INPUT_FAILED;
    }
    *out = input;
    return FM_OK;
}

enum fm_status fm_input_of(const char *name, struct fm_zip_member *member,
                           const struct fm_byte_source *source, struct fm_input **out)
{
    struct fm_input *input = new_input(name);
    if (input == NULL)
        return FM_NO_MEMORY;
    fm_raw_file_of(&input->feed.file, member, source);
    *out = input;
    return FM_OK;
}

static void close_state(struct fm_input *input)
{
    if (input->codec != NULL)
        input->codec->coder->decoder.end(input->state);
    input->state = NULL;
    input->codec = NULL;
}

void fm_input_close(struct fm_input *input)
{
    if (input == NULL)
        return;
    fm_raw_feed_close(&input->feed);
    close_state(input);
    free(input->window);
    free(input);
}

static struct fm_text unused(const struct fm_input *input)
{
    return fm_raw_feed_unused(&input->feed);
}

/* What begins with the unused bytes: a codec, or NULL for anything else. */
static enum fm_status look(struct fm_input *input, const struct fm_codec **out)
{
    return fm_raw_feed_find_codec(&input->feed, out) ? FM_OK : fail_file(input);
}

/* The size in the header of the member, or 0. */
static size_t reported_size(struct fm_input *input, const struct fm_decoder *decoder)
{
    size_t reported = 0;
    if (decoder->reported == NULL)
        return 0;
    while (decoder->reported(unused(input), &reported) == FM_EXTENT_MORE &&
           unused(input).n < input->feed.cap && !fm_raw_feed_has_ended(&input->feed))
        fm_raw_feed_fill(&input->feed);
    return reported;
}

static enum fm_status begin_member(struct fm_input *input, const struct fm_codec *codec)
{
    if (!fm_codec_reads(codec)) {
        (void)fail(input, 0, fm_text_of(codec->refusal));
        input->reason = FM_REASON_INPUT_UNREADABLE;
        return input->failed;
    }
    if (fm_raw_feed_enlarge(&input->feed) != FM_OK)
        return input->failed = FM_NO_MEMORY;
    if (input->codec != codec)
        close_state(input);
    input->codec = codec;
    if (codec->coder->decoder.start(&input->state) != FM_OK)
        return input->failed = FM_NO_MEMORY;
    input->fed = 0;
    input->member_at = input->decoded;
    set_mark(input);
    input->reported = reported_size(input, &codec->coder->decoder);
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
    fm_raw_feed_read_ahead(&input->feed, true);
    if (!fm_decode_pool_claim(input->feed.pool, true))
        return false;
    const struct fm_batch *batch = fm_decode_pool_first(input->feed.pool);
    const struct fm_codec *codec = batch->codec;
    const struct fm_text raw = {batch->raw.p, batch->raw_n};
    if (input->inside && !codec->coder->decoder.parts.skip(input->state, raw))
        return fm_decode_pool_claim(input->feed.pool, false);
    if (!input->inside)
        set_mark(input);
    if (input->codec != codec)
        close_state(input);
    input->codec = codec;
    input->unended = batch->unended;
    input->stage = STAGE_BATCH;
    return true;
}

static void pass_batch(struct fm_input *input, struct fm_flow *flow)
{
    const struct fm_batch *batch = fm_decode_pool_first(input->feed.pool);
    const size_t n = fm_decode_pool_plain(input->feed.pool, flow->out, flow->out_n);
    flow->out += n;
    flow->out_n -= n;
    input->decoded += n;
    if (fm_decode_pool_first(input->feed.pool) != batch)
        input->stage = STAGE_BETWEEN;
}

/* At the access point up to which the file was to be read first. */
static enum fm_status pass_known(struct fm_input *input)
{
    if (input->decoded != input->known.plain)
        return fail_table(input);
    input->known.raw = input->feed.file.end = UINT64_MAX;
    input->feed.file.ended = false;
    input->feed.pool = NULL;
    fm_input_read_little(input);
    return FM_OK;
}

/* Bytes that the pool gave back, to be decoded here, do not go to it again. */
static enum fm_status next_member(struct fm_input *input)
{
    struct fm_raw_feed *feed = &input->feed;
    const struct fm_codec *codec;
    const bool may_begin = feed->pool != NULL && !fm_raw_feed_is_ahead(feed);
    if (fm_raw_feed_is_ahead(feed) && unused(input).n == 0 && take_batch(input))
        return FM_OK;
    if (input->inside) {
        if (!may_begin || !fm_raw_feed_begin_ahead(feed, input->codec, input->state))
            input->stage = STAGE_MEMBER;
        return FM_OK;
    }
    if (input->codec->zeros_follow)
        fm_raw_feed_skip_zeros(feed);
    FM_TRY(look(input, &codec));
    if (codec != NULL) {
        const bool begun = may_begin && fm_raw_feed_begin_ahead(feed, codec, NULL);
        return begun ? FM_OK : begin_member(input, codec);
    }
    if (unused(input).n == 0 && input->known.raw == input->feed.file.bytes)
        return pass_known(input);
    if (unused(input).n > 0) {
        input->whole = true;
        return fail(input, 0, FM_TEXT("something else follows the compressed data"));
    }
    if (input->unended)
        return fail(
            input, 0,
            FM_TEXT("the compressed data end too early: the end marker of BGZF is missing"));
    input->stage = STAGE_END;
    return FM_OK;
}

/* How many raw bytes the decoder gets next. A zstd frame's header does not have its size, nor that
 * of an xz stream; but a batch ends where its frames or blocks do, so that the next is left alone.
 */
static enum fm_status get_feed(struct fm_input *input, size_t *n)
{
    const size_t most = input->little ? LITTLE : FEED_SIZE;
    uint64_t wanted = most - input->fed % most;
    if (input->reported > input->fed && input->reported - input->fed < wanted)
        wanted = input->reported - input->fed;
    *n = fm_raw_feed_measure(&input->feed, wanted, input->codec->coder->decoder.reported == NULL);
    return *n > 0 ? FM_OK : fail_file(input);
}

static enum fm_status decode(struct fm_input *input, struct fm_flow *flow)
{
    size_t in_n;
    FM_TRY(get_feed(input, &in_n));
    const size_t out_n = flow->out_n;
    struct fm_text detail = {NULL, 0};
    flow->in = unused(input).p;
    flow->in_n = in_n;
    const enum fm_flow_state state = input->codec->coder->decoder.feed(input->state, flow, &detail);
    const size_t used = in_n - flow->in_n;
    input->feed.at += used;
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
        fm_raw_feed_hold(&input->feed);
        input->whole = unused(input).n == 0 && !input->feed.file.failed; /* at the file's end */
        return fail(input, 0, detail);
    case FM_FLOW_NO_MEMORY:
        break;
    }
    return input->failed = FM_NO_MEMORY;
}

static size_t window_size(const struct fm_input *input)
{
    return input->little ? LITTLE : WINDOW_SIZE;
}

static enum fm_status decode_window(struct fm_input *input, unsigned char *to, size_t *n)
{
    const size_t size = window_size(input);
    struct fm_flow flow = {.out = to, .out_n = size};
    enum fm_status status = FM_OK;
    while (status == FM_OK && flow.out_n > 0 && input->stage == STAGE_MEMBER)
        status = decode(input, &flow);
    *n = size - flow.out_n;
    input->decoded += *n;
    input->unended = input->reported > 0 && input->decoded > input->member_at;
    return status;
}

static enum fm_status read_member(struct fm_input *input, struct fm_flow *flow)
{
    if (flow->out_n >= window_size(input)) {
        size_t n;
        const enum fm_status status = decode_window(input, flow->out, &n);
        flow->out += n;
        flow->out_n -= n;
        return status;
    }
    if (input->window == NULL && (input->window = malloc(WINDOW_SIZE)) == NULL)
        return input->failed = FM_NO_MEMORY;
    input->window_at = 0;
    return decode_window(input, input->window, &input->window_n);
}

static void pass_window(struct fm_input *input, struct fm_flow *flow)
{
    const size_t all = input->window_n - input->window_at;
    const size_t n = all < flow->out_n ? all : flow->out_n;
    memcpy(flow->out, input->window + input->window_at, n);
    input->window_at += n;
    flow->out += n;
    flow->out_n -= n;
}

static enum fm_status pass(struct fm_input *input, struct fm_flow *flow)
{
    size_t got = unused(input).n;
    if (got > 0) {
        if (got > flow->out_n)
            got = flow->out_n;
        memcpy(flow->out, unused(input).p, got);
        input->feed.at += got;
    } else {
        got = fm_raw_file_read(&input->feed.file, flow->out, flow->out_n);
        if (got == 0 && input->feed.file.ended) {
            FM_TRY(fail_file(input));
            input->stage = STAGE_END;
        }
    }
    flow->out += got;
    flow->out_n -= got;
    return FM_OK;
}

static enum fm_status step(struct fm_input *input, struct fm_flow *flow)
{
    switch (input->stage) {
    case STAGE_START:
        return begin(input);
    case STAGE_PLAIN:
        return pass(input, flow);
    case STAGE_MEMBER:
        return read_member(input, flow);
    case STAGE_BETWEEN:
        return next_member(input);
    case STAGE_BATCH:
        pass_batch(input, flow);
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
    if (fm_raw_feed_is_ahead(&input->feed) && input->failed == FM_OK)
        fm_raw_feed_read_ahead(&input->feed, false);
    while (flow.out_n > 0) {
        if (input->window_at < input->window_n)
            pass_window(input, &flow);
        else if (input->stage == STAGE_END || input->failed != FM_OK ||
                 (step(input, &flow) != FM_OK && input->window_at == input->window_n))
            break;
    }
    if (flow.out_n == room && input->failed != FM_OK)
        return report(input, error);
    *got = room - flow.out_n;
    input->bytes += *got;
    return FM_OK;
}

void fm_input_watch(struct fm_input *input, const atomic_bool *cancelled)
{
    input->feed.file.cancelled = cancelled;
}

void fm_input_share(struct fm_input *input, struct fm_decode_pool *pool)
{
    input->feed.pool = input->feed.file.member == NULL ? pool : NULL;
}

enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip, struct fm_zip **out,
                                 struct fm_error *error)
{
    const struct fm_codec *codec = NULL;
    *is_zip = look(input, &codec) == FM_OK && codec != NULL && codec->archive;
    /* A ZIP archive within one is refused when it is read. */
    if (!*is_zip || input->feed.file.member != NULL) {
        *is_zip = false;
        return FM_OK;
    }
    if (input->feed.file.size > 0)
        return fm_zip_open(input->feed.file.fd, input->feed.file.size, out, error);
    *error = (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_ZIP_NEEDS_FILE};
    return FM_INPUT_FAILED;
}

bool fm_input_is_plain(const struct fm_input *input)
{
    return input->codec == NULL;
}

uint64_t fm_input_file_size(const struct fm_input *input)
{
    const bool known = input->stage == STAGE_PLAIN && input->feed.file.has_offsets;
    return known && !input->feed.file.failed ? input->feed.file.size : 0;
}

enum fm_status fm_input_read_at(const struct fm_input *input, uint64_t offset, unsigned char *to,
                                size_t n, size_t *got, struct fm_error *error)
{
    const enum fm_status status = fm_raw_file_read_at(&input->feed.file, offset, to, n, got, error);
    if (error != NULL) {
        error->input = input->name;
        error->what = fm_text_of(input->name);
    }
    return status;
}

enum fm_status fm_input_changed(struct fm_input *input, struct fm_error *error)
{
    (void)fail(input, 0, (struct fm_text){NULL, 0});
    input->reason = FM_REASON_INPUT_CHANGED;
    return report(input, error);
}

const struct fm_raw_file *fm_input_file(const struct fm_input *input)
{
    return &input->feed.file;
}

void fm_input_go_on(struct fm_input *input, uint64_t offset)
{
    fm_raw_feed_go_on(&input->feed, offset);
    input->bytes = offset;
}

struct fm_input_mark fm_input_mark(const struct fm_input *input)
{
    return input->mark;
}

enum fm_status fm_input_find_access(struct fm_input *input, const uint64_t at[2],
                                    struct fm_input_mark out[2], bool *any, struct fm_error *error)
{
    const struct fm_raw_file *file = &input->feed.file;
    const struct fm_codec *codec = input->codec;
    *any = false;
    if (!file->has_offsets)
        return FM_OK;
    if (input->stage == STAGE_START && look(input, &codec) != FM_OK)
        return report(input, error);
    if (codec == NULL) {
        *any = true;
        for (unsigned i = 0; i < 2; i++)
            out[i].raw = out[i].plain = at[i] < file->size ? at[i] : file->size;
        return FM_OK;
    }
    if (!fm_codec_reads(codec) || codec->coder->decoder.access == NULL)
        return FM_OK;
    struct fm_error fault = {.os_error = 0};
    if (codec->coder->decoder.access(file->fd, file->size, at, out, any, &fault) == FM_OK)
        return FM_OK;
    (void)fail(input, fault.os_error, fault.detail);
    return report(input, error);
}

void fm_input_go_between(struct fm_input *input, const struct fm_input_mark *from,
                         const struct fm_input_mark *to)
{
    struct fm_raw_file *file = &input->feed.file;
    fm_raw_feed_go_on(&input->feed, from->raw);
    input->window_at = input->window_n = 0;
    input->inside = false;
    input->stage = STAGE_BETWEEN;
    input->bytes = input->decoded = input->member_at = from->plain;
    input->mark = *from;
    input->raw_from = from->raw;
    file->failed = false;
    file->most = SIZE_MAX;
    input->known = *to;
    if (input->codec == NULL || to->raw >= file->size)
        input->known.raw = UINT64_MAX;
    file->end = input->known.raw;
    if (input->codec == NULL)
        input->stage = STAGE_PLAIN;
    input->whole = input->little = input->unended = false;
    input->failed = FM_OK;
}

/* Where an access point is wrong, text of the next part was taken for this one's, or the reverse. */
enum fm_status fm_input_end_between(struct fm_input *input, struct fm_error *error)
{
    if (fm_raw_file_change(&input->feed.file) == FM_CHANGE_OTHER)
        return fm_input_changed(input, error);
    if (input->known.raw == UINT64_MAX)
        return FM_OK;
    (void)fail_table(input);
    return report(input, error);
}

void fm_input_read_little(struct fm_input *input)
{
    input->little = true;
    input->feed.file.most = LITTLE;
}

bool fm_input_is_cut(const struct fm_input *input)
{
    return input->failed != FM_OK && !input->whole;
}

uint64_t fm_input_unverified(const struct fm_input *input)
{
    if (input->feed.file.member != NULL && input->feed.file.failed)
        return input->bytes > 0 ? 0 : UINT64_MAX;
    const bool inside = input->stage == STAGE_MEMBER && input->decoded > input->member_at;
    return input->failed != FM_OK && inside ? input->member_at : UINT64_MAX;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->feed.file.bytes - input->raw_from;
}
