/* One input: opens it, tells by its first bytes whether it is compressed, reads on. The codecs
 * stand in input_<name>.c. A failure waits until the bytes before it have been handed over, and
 * then stays. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/input.h"
#include "io/decoder.h"
#include "io/descriptor.h"

/* Compressed bytes held at a time: enough that a call of the decoder fills a block, little enough
 * for the cache. */
enum { RAW_SIZE = 128 * 1024, HEAD_SIZE = 16 };

enum stage {
    STAGE_START,   /* nothing is known yet */
    STAGE_PLAIN,   /* bytes pass as they are */
    STAGE_MEMBER,  /* inside a compressed member */
    STAGE_BETWEEN, /* behind one */
    STAGE_END
};

struct fm_input {
    const char *name; /* the caller's */
    int fd;
    bool owns_fd;                 /* false: standard input */
    bool raw_ended;               /* the file has no more bytes */
    const atomic_bool *cancelled; /* the caller's; NULL = none */
    enum stage stage;
    const struct fm_compression *compression; /* of the last member */
    void *state;                              /* of its decoder */
    unsigned char *raw; /* bytes of the file not yet used: head, or RAW_SIZE allocated ones */
    size_t raw_at, raw_n, raw_cap; /* first unused, behind the last, room */
    unsigned char head[HEAD_SIZE];
    uint64_t raw_bytes, raw_size; /* read from the file; its size, or 0 */
    uint64_t bytes;               /* handed over */
    enum fm_status failed;        /* FM_OK, or what every later call returns */
    int os_error;
    struct fm_text detail;
};

static enum fm_status report(const struct fm_input *input, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){.status = input->failed,
                                   .os_error = input->os_error,
                                   .input = input->name,
                                   .offset = input->bytes,
                                   .what = fm_text_of(input->name),
                                   .detail = input->detail};
    return input->failed;
}

static enum fm_status fail(struct fm_input *input, int os_error, struct fm_text detail)
{
    input->os_error = os_error;
    input->detail = detail;
    return input->failed = FM_INPUT_FAILED;
}

static enum fm_status fail_memory(struct fm_input *input)
{
    return input->failed = FM_NO_MEMORY;
}

static int open_file(struct fm_input *input)
{
    struct stat st;
    input->owns_fd = strcmp(input->name, "-") != 0;
    input->fd = STDIN_FILENO;
    if (input->owns_fd)
        do
            input->fd = open(input->name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
        while (input->fd < 0 && errno == EINTR);
    if (input->fd < 0 || fstat(input->fd, &st) != 0)
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode))
        return 0;
    input->raw_size = (uint64_t)st.st_size;
#ifdef HAVE_POSIX_FADVISE
    (void)posix_fadvise(input->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    return 0;
}

enum fm_status fm_input_open(const char *name, struct fm_input **out, struct fm_error *error)
{
    struct fm_input *input = malloc(sizeof *input);
    if (input == NULL)
        return FM_NO_MEMORY;
    *input = (struct fm_input){.name = name, .fd = -1, .raw = input->head, .raw_cap = HEAD_SIZE};
    const int os_error = open_file(input);
    if (os_error != 0) {
        (void)fail(input, os_error, (struct fm_text){NULL, 0});
        (void)report(input, error);
        fm_input_close(input);
        return FM_INPUT_FAILED;
    }
    *out = input;
    return FM_OK;
}

static void close_state(struct fm_input *input)
{
    if (input->compression != NULL)
        input->compression->decoder->end(input->state);
    input->state = NULL;
    input->compression = NULL;
}

void fm_input_close(struct fm_input *input)
{
    if (input == NULL)
        return;
    close_state(input);
    if (input->raw != input->head)
        free(input->raw);
    if (input->owns_fd && input->fd >= 0)
        (void)close(input->fd);
    free(input);
}

/* Read once from the file; *got is 0 at its end. */
static enum fm_status read_file(struct fm_input *input, unsigned char *to, size_t room, size_t *got)
{
    /* A regular file never lets one wait. */
    const atomic_bool *cancelled = input->raw_size > 0 ? NULL : input->cancelled;
    const ptrdiff_t n = fm_descriptor_read(input->fd, to, room, cancelled);
    if (n < 0)
        return fail(input, errno, (struct fm_text){NULL, 0});
    *got = (size_t)n;
    input->raw_bytes += (size_t)n;
    input->raw_ended = n == 0;
    return FM_OK;
}

/* Read once into the raw bytes, behind those that are unused. */
static enum fm_status fill_raw(struct fm_input *input)
{
    size_t got;
    if (input->raw_at > 0) {
        input->raw_n -= input->raw_at;
        memmove(input->raw, input->raw + input->raw_at, input->raw_n);
        input->raw_at = 0;
    }
    FM_TRY(read_file(input, input->raw + input->raw_n, input->raw_cap - input->raw_n, &got));
    input->raw_n += got;
    return FM_OK;
}

static struct fm_text unused(const struct fm_input *input)
{
    return (struct fm_text){input->raw + input->raw_at, input->raw_n - input->raw_at};
}

/* What begins with the unused bytes: a compression, or NULL for anything else. Reads as much as is
 * needed to tell. */
static enum fm_status look(struct fm_input *input, const struct fm_compression **out)
{
    while (unused(input).n == 0 || !fm_compression_find(unused(input), input->raw_ended, out)) {
        if (input->raw_ended) {
            *out = NULL;
            break;
        }
        FM_TRY(fill_raw(input));
    }
    return FM_OK;
}

/* Move from the few bytes of the head to a buffer that feeds a decoder well. */
static enum fm_status enlarge_raw(struct fm_input *input)
{
    if (input->raw != input->head)
        return FM_OK;
    unsigned char *raw = malloc(RAW_SIZE);
    if (raw == NULL)
        return fail_memory(input);
    memcpy(raw, input->head, HEAD_SIZE);
    input->raw = raw;
    input->raw_cap = RAW_SIZE;
    return FM_OK;
}

static enum fm_status begin_member(struct fm_input *input, const struct fm_compression *compression)
{
    if (compression->decoder == NULL)
        return fail(input, 0, fm_text_of(compression->lack));
    FM_TRY(enlarge_raw(input));
    if (input->compression != NULL && input->compression->decoder != compression->decoder)
        close_state(input);
    input->compression = compression;
    if (compression->decoder->start(&input->state) != FM_OK)
        return fail_memory(input);
    input->stage = STAGE_MEMBER;
    return FM_OK;
}

static enum fm_status begin(struct fm_input *input)
{
    const struct fm_compression *compression;
    FM_TRY(look(input, &compression));
    if (compression != NULL)
        return begin_member(input, compression);
    input->stage = STAGE_PLAIN;
    return FM_OK;
}

static enum fm_status skip_zeros(struct fm_input *input)
{
    for (;;) {
        while (input->raw_at < input->raw_n && input->raw[input->raw_at] == 0)
            input->raw_at++;
        if (input->raw_at < input->raw_n || input->raw_ended)
            return FM_OK;
        FM_TRY(fill_raw(input));
    }
}

static enum fm_status next_member(struct fm_input *input)
{
    const struct fm_compression *compression;
    if (input->compression->zeros_follow)
        FM_TRY(skip_zeros(input));
    FM_TRY(look(input, &compression));
    if (compression != NULL)
        return begin_member(input, compression);
    if (unused(input).n > 0)
        return fail(input, 0, FM_TEXT("something else follows the compressed data"));
    input->stage = STAGE_END;
    return FM_OK;
}

static enum fm_status decode(struct fm_input *input, struct fm_flow *flow)
{
    if (unused(input).n == 0 && !input->raw_ended)
        FM_TRY(fill_raw(input));
    const size_t in_n = unused(input).n, out_n = flow->out_n;
    struct fm_text detail = {NULL, 0};
    flow->in = unused(input).p;
    flow->in_n = in_n;
    const enum fm_flow_state state = input->compression->decoder->feed(input->state, flow, &detail);
    input->raw_at = input->raw_n - flow->in_n;
    switch (state) {
    case FM_FLOW_MORE:
        if (flow->in_n < in_n || flow->out_n < out_n)
            return FM_OK;
        return fail(input, 0, FM_TEXT("the compressed data end too early"));
    case FM_FLOW_END:
        input->stage = STAGE_BETWEEN;
        return FM_OK;
    case FM_FLOW_DAMAGED:
        return fail(input, 0, detail);
    case FM_FLOW_NO_MEMORY:
        break;
    }
    return fail_memory(input);
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
        FM_TRY(read_file(input, flow->out, flow->out_n, &got));
        if (got == 0)
            input->stage = STAGE_END;
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
        return decode(input, flow);
    case STAGE_BETWEEN:
        return next_member(input);
    case STAGE_END:
        break;
    }
    return FM_OK;
}

enum fm_status fm_input_read(struct fm_input *input, unsigned char *to, size_t room, size_t *got,
                             struct fm_error *error)
{
    struct fm_flow flow = {.out = to, .out_n = room};
    while (flow.out_n > 0 && input->stage != STAGE_END && input->failed == FM_OK)
        if (step(input, &flow) != FM_OK)
            break;
    if (flow.out_n == room && input->failed != FM_OK)
        return report(input, error);
    *got = room - flow.out_n;
    input->bytes += *got;
    return FM_OK;
}

void fm_input_watch(struct fm_input *input, const atomic_bool *cancelled)
{
    input->cancelled = cancelled;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->raw_bytes;
}

uint64_t fm_input_raw_size(const struct fm_input *input)
{
    return input->raw_size;
}
