/* One input: opens it, looks at its first bytes for a compression (io/codec.h), and reads on. A
 * failure is kept until the bytes before it have been handed over, and then stays.
 *
 * With a decode pool, bytes are read ahead from the second member on: then the file continues,
 * after the raw bytes held here, with what the pool's queue holds, and after that with the file
 * itself. */
#include <config.h>
#include "io/input.h"
#include <errno.h>
#include <stdlib.h>
#include "io/codec.h"
#include "io/file.h"
#include "io/raw_file.h"

/* Compressed bytes held at a time: enough that a call of the decoder fills a block, little enough
 * for the cache. A decoder gets them up to the next multiple of FEED_SIZE in its member, or up to
 * the size in its header: what it gives before it finds damage may depend on where its input
 * ends, and must not depend on where in the buffer the member is. */
enum { RAW_SIZE = 128 * 1024, FEED_SIZE = 64 * 1024 };

/* Bytes of the first call: a small file takes no other. */
enum { HEAD_SIZE = 4096 };

/* Room that a decoder gets, again and again from the start of its member, for the same reason. */
enum { WINDOW_SIZE = 128 * 1024 };

enum stage {
    STAGE_START,   /* nothing is known yet */
    STAGE_PLAIN,   /* bytes pass as they are */
    STAGE_MEMBER,  /* inside a compressed member */
    STAGE_BETWEEN, /* after one */
    STAGE_BATCH,   /* inside a batch that the decode pool has decoded */
    STAGE_END
};

struct fm_input {
    const char *name; /* the caller's */
    struct fm_raw_file file;
    struct fm_decode_pool *pool; /* the caller's; NULL = none */
    enum stage stage;
    const struct fm_codec *codec; /* of the last member */
    void *state;                  /* of its decoder */
    uint64_t fed;                 /* bytes that it was given of the member */
    uint64_t reported;            /* size of the member by its header; 0 = unknown */
    unsigned char *raw; /* bytes of the file not yet used: head, or RAW_SIZE allocated ones */
    size_t raw_at, raw_n, raw_cap; /* first unused, after the last, room */
    unsigned char *window;         /* WINDOW_SIZE bytes, where the caller has less room; owned */
    size_t window_at, window_n;    /* first byte of it not handed over, after the last */
    uint64_t bytes;                /* handed over */
    uint64_t decoded;              /* by decoders; those of the window too */
    uint64_t member_at;            /* of these, before the last member */
    bool whole;                    /* it failed after the end of what was compressed */
    enum fm_status failed;         /* FM_OK, or what every later call returns */
    enum fm_reason reason;
    int os_error;
    struct fm_text detail;
    unsigned char head[HEAD_SIZE]; /* last, as it is not initialised */
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

static enum fm_status fail_memory(struct fm_input *input)
{
    return input->failed = FM_NO_MEMORY;
}

/* Fail if the file cannot be read on. */
static enum fm_status fail_file(struct fm_input *input)
{
    const struct fm_raw_file *file = &input->file;
    if (!file->failed)
        return FM_OK;
    if (file->failure.status == FM_NO_MEMORY)
        return fail_memory(input);
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
    memset(input, 0, offsetof(struct fm_input, head));
    input->name = name;
    input->raw = input->head;
    input->raw_cap = HEAD_SIZE;
    return input;
}

enum fm_status fm_input_open(const char *name, struct fm_input **out, struct fm_error *error)
{
    struct fm_input *input = new_input(name);
    if (input == NULL)
        return FM_NO_MEMORY;
    const int os_error = fm_raw_file_open(&input->file, name);
    if (os_error != 0) {
        (void)fail(input, os_error, (struct fm_text){NULL, 0});
        (void)report(input, error);
        fm_input_close(input);
        return FM_INPUT_FAILED;
    }
    *out = input;
    return FM_OK;
}

enum fm_status fm_input_of_member(const char *name, struct fm_zip_member *member,
                                  struct fm_input **out)
{
    struct fm_input *input = new_input(name);
    if (input == NULL)
        return FM_NO_MEMORY;
    fm_raw_file_of_member(&input->file, member);
    *out = input;
    return FM_OK;
}

/* Whether the queue of the decode pool has bytes of the file. */
static bool reads_ahead(const struct fm_input *input)
{
    return input->pool != NULL && fm_decode_pool_first(input->pool) != NULL;
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
    if (reads_ahead(input))
        fm_decode_pool_clear(input->pool);
    close_state(input);
    if (input->raw != input->head)
        free(input->raw);
    free(input->window);
    fm_raw_file_close(&input->file);
    free(input);
}

static bool raw_ended(const struct fm_input *input)
{
    return input->file.ended && !reads_ahead(input);
}

/* Get more raw bytes, after those that are unused; there may be none. */
static void fill_raw(struct fm_input *input)
{
    if (input->raw_at > 0) {
        input->raw_n -= input->raw_at;
        memmove(input->raw, input->raw + input->raw_at, input->raw_n);
        input->raw_at = 0;
    }
    unsigned char *to = input->raw + input->raw_n;
    const size_t room = input->raw_cap - input->raw_n;
    input->raw_n += reads_ahead(input) ? fm_decode_pool_raw(input->pool, to, room)
                                       : fm_raw_file_read(&input->file, to, room);
}

static struct fm_text unused(const struct fm_input *input)
{
    return (struct fm_text){input->raw + input->raw_at, input->raw_n - input->raw_at};
}

/* What begins with the unused bytes: a codec, or NULL for anything else. Reads as much as is
 * needed to decide. */
static enum fm_status look(struct fm_input *input, const struct fm_codec **out)
{
    while (unused(input).n == 0 ||
           !fm_codec_find(unused(input), raw_ended(input) && !input->file.failed, out)) {
        if (raw_ended(input)) {
            *out = NULL;
            return fail_file(input);
        }
        fill_raw(input);
    }
    return FM_OK;
}

/* Move from the head to a buffer that feeds a decoder well. */
static enum fm_status enlarge_raw(struct fm_input *input)
{
    if (input->raw != input->head)
        return FM_OK;
    unsigned char *raw = malloc(RAW_SIZE);
    if (raw == NULL)
        return fail_memory(input);
    memcpy(raw, input->head, input->raw_n);
    input->raw = raw;
    input->raw_cap = RAW_SIZE;
    return FM_OK;
}

/* The size in the header of the member, or 0. */
static size_t reported_size(struct fm_input *input, const struct fm_decoder *decoder)
{
    size_t reported = 0;
    if (decoder->reported == NULL)
        return 0;
    while (decoder->reported(unused(input), &reported) == FM_EXTENT_MORE &&
           unused(input).n < input->raw_cap && !raw_ended(input))
        fill_raw(input);
    return reported;
}

static enum fm_status begin_member(struct fm_input *input, const struct fm_codec *codec)
{
    if (!fm_codec_reads(codec)) {
        (void)fail(input, 0, fm_text_of(codec->refusal));
        input->reason = FM_REASON_INPUT_UNREADABLE;
        return input->failed;
    }
    FM_TRY(enlarge_raw(input));
    if (input->codec != codec)
        close_state(input);
    input->codec = codec;
    if (codec->coder->decoder.start(&input->state) != FM_OK)
        return fail_memory(input);
    input->fed = 0;
    input->member_at = input->decoded;
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

static void skip_zeros(struct fm_input *input)
{
    for (;;) {
        while (input->raw_at < input->raw_n && input->raw[input->raw_at] == 0)
            input->raw_at++;
        if (input->raw_at < input->raw_n || raw_ended(input))
            return;
        fill_raw(input);
    }
}

/* Read ahead as far as the decode pool has room; @p wait for a pipe without bytes only if the first
 * batch needs some. */
static void read_ahead(struct fm_input *input, bool wait)
{
    struct fm_decode_pool *pool = input->pool;
    unsigned char *to;
    size_t room;
    while (fm_decode_pool_cut(pool, input->file.ended, &to, &room)) {
        const bool may_wait = wait && fm_decode_pool_is_short(pool);
        if (!may_wait && !fm_raw_file_ready(&input->file))
            break;
        fm_decode_pool_filled(pool, fm_raw_file_read(&input->file, to, room));
    }
}

/* Between members, at the start of the first batch: whether the decode pool has decoded it. */
static bool take_batch(struct fm_input *input)
{
    read_ahead(input, true);
    if (!fm_decode_pool_claim(input->pool, true))
        return false;
    const struct fm_codec *codec = fm_decode_pool_first(input->pool)->codec;
    if (input->codec != codec)
        close_state(input);
    input->codec = codec;
    input->stage = STAGE_BATCH;
    return true;
}

static void pass_batch(struct fm_input *input, struct fm_flow *flow)
{
    const struct fm_batch *batch = fm_decode_pool_first(input->pool);
    const size_t n = fm_decode_pool_plain(input->pool, flow->out, flow->out_n);
    flow->out += n;
    flow->out_n -= n;
    input->decoded += n;
    if (fm_decode_pool_first(input->pool) != batch)
        input->stage = STAGE_BETWEEN;
}

static bool begin_ahead(struct fm_input *input, const struct fm_codec *codec)
{
    if (!fm_decode_pool_begin(input->pool, codec, unused(input), input->file.ended))
        return false;
    input->raw_at = input->raw_n = 0;
    return true;
}

static enum fm_status next_member(struct fm_input *input)
{
    const struct fm_codec *codec;
    const bool ahead = reads_ahead(input);
    if (ahead && unused(input).n == 0 && take_batch(input))
        return FM_OK;
    if (input->codec->zeros_follow)
        skip_zeros(input);
    FM_TRY(look(input, &codec));
    if (codec != NULL) {
        if (input->pool != NULL && !ahead && begin_ahead(input, codec))
            return FM_OK;
        return begin_member(input, codec);
    }
    if (unused(input).n > 0) {
        input->whole = true;
        return fail(input, 0, FM_TEXT("something else follows the compressed data"));
    }
    input->stage = STAGE_END;
    return FM_OK;
}

/* Whether the raw bytes held here are those up to the first batch, and that is untouched. */
static bool before_batch(const struct fm_input *input)
{
    return reads_ahead(input) && fm_decode_pool_first(input->pool)->at == 0;
}

/* How many raw bytes the decoder gets next. A zstd frame's header does not have its size, but a
 * batch ends where its blocks do, so that the next one can be left alone. */
static enum fm_status get_feed(struct fm_input *input, size_t *n)
{
    uint64_t wanted = FEED_SIZE - input->fed % FEED_SIZE;
    if (input->reported > input->fed && input->reported - input->fed < wanted)
        wanted = input->reported - input->fed;
    const bool alone = input->codec->coder->decoder.reported == NULL;
    while (unused(input).n < wanted && !raw_ended(input)) {
        if (alone && unused(input).n > 0 && before_batch(input))
            break;
        fill_raw(input);
    }
    *n = unused(input).n < wanted ? unused(input).n : (size_t)wanted;
    return *n > 0 ? FM_OK : fail_file(input);
}

/* Whether the file holds no more bytes. */
static bool at_file_end(struct fm_input *input)
{
    while (unused(input).n == 0 && !raw_ended(input))
        fill_raw(input);
    return unused(input).n == 0 && !input->file.failed;
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
    input->raw_at += used;
    input->fed += used;
    switch (state) {
    case FM_FLOW_MORE:
        if (used > 0 || flow->out_n < out_n)
            return FM_OK;
        return fail(input, 0, FM_TEXT("the compressed data end too early"));
    case FM_FLOW_END:
        input->stage = STAGE_BETWEEN;
        return FM_OK;
    case FM_FLOW_DAMAGED:
        return fail(input, 0, detail);
    case FM_FLOW_UNVERIFIED:
        input->whole = at_file_end(input);
        return fail(input, 0, detail);
    case FM_FLOW_NO_MEMORY:
        break;
    }
    return fail_memory(input);
}

static enum fm_status decode_window(struct fm_input *input, unsigned char *to, size_t *n)
{
    struct fm_flow flow = {.out = to, .out_n = WINDOW_SIZE};
    enum fm_status status = FM_OK;
    while (status == FM_OK && flow.out_n > 0 && input->stage == STAGE_MEMBER)
        status = decode(input, &flow);
    *n = WINDOW_SIZE - flow.out_n;
    input->decoded += *n;
    return status;
}

static enum fm_status read_member(struct fm_input *input, struct fm_flow *flow)
{
    if (flow->out_n >= WINDOW_SIZE) {
        size_t n;
        const enum fm_status status = decode_window(input, flow->out, &n);
        flow->out += n;
        flow->out_n -= n;
        return status;
    }
    if (input->window == NULL && (input->window = malloc(WINDOW_SIZE)) == NULL)
        return fail_memory(input);
    input->window_at = 0;
    return decode_window(input, input->window, &input->window_n);
}

/* Whether the window has bytes that were not handed over. */
static bool has_window(const struct fm_input *input)
{
    return input->window_at < input->window_n;
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
        input->raw_at += got;
    } else {
        got = fm_raw_file_read(&input->file, flow->out, flow->out_n);
        if (got == 0 && input->file.ended) {
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
    if (reads_ahead(input) && input->failed == FM_OK)
        read_ahead(input, false);
    while (flow.out_n > 0) {
        if (has_window(input))
            pass_window(input, &flow);
        else if (input->stage == STAGE_END || input->failed != FM_OK ||
                 (step(input, &flow) != FM_OK && !has_window(input)))
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
    input->file.cancelled = cancelled;
}

void fm_input_share(struct fm_input *input, struct fm_decode_pool *pool)
{
    input->pool = input->file.member == NULL ? pool : NULL;
}

enum fm_status fm_input_open_zip(struct fm_input *input, bool *is_zip, struct fm_zip **out,
                                 struct fm_error *error)
{
    const struct fm_codec *codec = NULL;
    *is_zip = look(input, &codec) == FM_OK && codec != NULL && codec->archive;
    if (!*is_zip || input->file.member != NULL) { /* none within one: it is refused when read */
        *is_zip = false;
        return FM_OK;
    }
    if (input->file.size > 0)
        return fm_zip_open(input->file.fd, input->file.size, out, error);
    *error = (struct fm_error){.status = FM_INPUT_FAILED, .reason = FM_REASON_ZIP_NEEDS_FILE};
    return FM_INPUT_FAILED;
}

bool fm_input_is_plain(const struct fm_input *input)
{
    return input->codec == NULL;
}

uint64_t fm_input_file_size(const struct fm_input *input)
{
    const bool known = input->stage == STAGE_PLAIN && input->file.has_offsets;
    return known && !input->file.failed ? input->file.size : 0;
}

enum fm_status fm_input_read_at(const struct fm_input *input, uint64_t offset, unsigned char *to,
                                size_t n, size_t *got, struct fm_error *error)
{
    ptrdiff_t more = 1;
    for (*got = 0; *got < n && more > 0; *got += more > 0 ? (size_t)more : 0)
        more = fm_descriptor_read_at(input->file.fd, to + *got, n - *got, offset + *got);
    if (more >= 0)
        return FM_OK;
    if (error != NULL)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .reason = FM_REASON_INPUT_UNREADABLE,
                                   .os_error = errno,
                                   .input = input->name,
                                   .offset = offset + *got,
                                   .what = fm_text_of(input->name)};
    return FM_INPUT_FAILED;
}

void fm_input_go_on(struct fm_input *input, uint64_t offset)
{
    input->raw_at = input->raw_n = 0;
    input->file.ended = false;
    input->file.bytes = input->bytes = offset;
}

bool fm_input_is_cut(const struct fm_input *input)
{
    return input->failed != FM_OK && !input->whole;
}

uint64_t fm_input_unverified(const struct fm_input *input)
{
    if (input->file.member != NULL && input->file.failed)
        return input->bytes > 0 ? 0 : UINT64_MAX;
    const bool inside = input->stage == STAGE_MEMBER && input->decoded > input->member_at;
    return input->failed != FM_OK && inside ? input->member_at : UINT64_MAX;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->file.bytes;
}
