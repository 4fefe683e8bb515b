/* One input: opens it, tells by its first bytes whether it is compressed, reads on. The codecs
 * stand in input_<name>.c. A failure waits until the bytes before it have been handed over, and
 * then stays.
 *
 * With a crew, from the second member on bytes are read ahead (io/ahead.h): then what follows the
 * raw bytes held here is what the crew's queue holds, and behind that the file. */
#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "io/input.h"
#include "io/ahead.h"
#include "io/decoder.h"
#include "io/descriptor.h"

/* Compressed bytes held at a time: enough that a call of the decoder fills a block, little enough
 * for the cache. A decoder gets them up to the next multiple of FEED_SIZE in its member, or up to
 * the size that a header tells: what it gives before it finds damage may depend on where its input
 * ends, and must not depend on where in the buffer the member stands. */
enum { RAW_SIZE = 128 * 1024, FEED_SIZE = 64 * 1024, HEAD_SIZE = 16 };

enum stage {
    STAGE_START,   /* nothing is known yet */
    STAGE_PLAIN,   /* bytes pass as they are */
    STAGE_MEMBER,  /* inside a compressed member */
    STAGE_BETWEEN, /* behind one */
    STAGE_PIECE,   /* inside a piece that the crew has decoded */
    STAGE_END
};

struct fm_input {
    const char *name; /* the caller's */
    int fd;
    bool owns_fd;                 /* false: standard input */
    bool file_ended;              /* the file has no more bytes, or cannot be read on: */
    int file_error;               /* errno then, told once all bytes are used; 0 = none */
    const atomic_bool *cancelled; /* the caller's; NULL = none */
    struct fm_crew *crew;         /* the caller's; NULL = none */
    enum stage stage;
    const struct fm_compression *compression; /* of the last member */
    void *state;                              /* of its decoder */
    uint64_t fed;                             /* bytes that it was given of the member */
    uint64_t told;      /* size of the member by its header; 0 = it does not tell */
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

/* Fail if the file cannot be read on. */
static enum fm_status fail_file(struct fm_input *input)
{
    if (input->file_error == 0)
        return FM_OK;
    return fail(input, input->file_error, (struct fm_text){NULL, 0});
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

/* Whether the queue of the crew has bytes of the file. */
static bool reads_ahead(const struct fm_input *input)
{
    return input->crew != NULL && fm_crew_first(input->crew) != NULL;
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
    if (reads_ahead(input))
        fm_crew_clear(input->crew);
    close_state(input);
    if (input->raw != input->head)
        free(input->raw);
    if (input->owns_fd && input->fd >= 0)
        (void)close(input->fd);
    free(input);
}

/* Read once from the file, whose end or failure is kept in mind. */
static size_t read_file(struct fm_input *input, unsigned char *to, size_t room)
{
    /* A regular file never lets one wait. */
    const atomic_bool *cancelled = input->raw_size > 0 ? NULL : input->cancelled;
    const ptrdiff_t n = fm_descriptor_read(input->fd, to, room, cancelled);
    if (n < 0)
        input->file_error = errno;
    input->file_ended = n <= 0;
    if (n <= 0)
        return 0;
    input->raw_bytes += (size_t)n;
    return (size_t)n;
}

static bool raw_ended(const struct fm_input *input)
{
    return input->file_ended && !reads_ahead(input);
}

/* Get more raw bytes, behind those that are unused; there may be none. */
static void fill_raw(struct fm_input *input)
{
    if (input->raw_at > 0) {
        input->raw_n -= input->raw_at;
        memmove(input->raw, input->raw + input->raw_at, input->raw_n);
        input->raw_at = 0;
    }
    unsigned char *to = input->raw + input->raw_n;
    const size_t room = input->raw_cap - input->raw_n;
    input->raw_n +=
        reads_ahead(input) ? fm_ahead_raw(input->crew, to, room) : read_file(input, to, room);
}

static struct fm_text unused(const struct fm_input *input)
{
    return (struct fm_text){input->raw + input->raw_at, input->raw_n - input->raw_at};
}

/* What begins with the unused bytes: a compression, or NULL for anything else. Reads as much as is
 * needed to tell. */
static enum fm_status look(struct fm_input *input, const struct fm_compression **out)
{
    while (unused(input).n == 0 ||
           !fm_compression_find(unused(input), raw_ended(input) && input->file_error == 0, out)) {
        if (raw_ended(input)) {
            *out = NULL;
            return fail_file(input);
        }
        fill_raw(input);
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

/* The size that the header of the member tells, or 0. */
static size_t told_size(struct fm_input *input, const struct fm_decoder *decoder)
{
    size_t told = 0;
    if (decoder->told == NULL)
        return 0;
    while (decoder->told(unused(input), &told) == FM_EXTENT_MORE &&
           unused(input).n < input->raw_cap && !raw_ended(input))
        fill_raw(input);
    return told;
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
    input->fed = 0;
    input->told = told_size(input, compression->decoder);
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

/* Read ahead as far as the crew has room; @p wait for a silent pipe only if the first piece lacks
 * bytes. */
static void read_ahead(struct fm_input *input, bool wait)
{
    struct fm_crew *crew = input->crew;
    unsigned char *to;
    size_t room;
    while (fm_ahead_cut(crew, input->file_ended, &to, &room)) {
        const bool may_wait = wait && fm_crew_first(crew) == fm_crew_last(crew);
        if (input->raw_size == 0 && !may_wait && !fm_descriptor_ready(input->fd))
            break;
        fm_ahead_filled(crew, read_file(input, to, room));
    }
}

/* Between members, at the start of the first piece: whether the crew has decoded it. */
static bool take_piece(struct fm_input *input)
{
    read_ahead(input, true);
    if (!fm_crew_claim(input->crew, true))
        return false;
    const struct fm_compression *compression = fm_crew_first(input->crew)->compression;
    if (input->compression->decoder != compression->decoder)
        close_state(input);
    input->compression = compression;
    input->stage = STAGE_PIECE;
    return true;
}

static void pass_piece(struct fm_input *input, struct fm_flow *flow)
{
    const struct fm_piece *piece = fm_crew_first(input->crew);
    const size_t n = fm_ahead_plain(input->crew, flow->out, flow->out_n);
    flow->out += n;
    flow->out_n -= n;
    if (fm_crew_first(input->crew) != piece)
        input->stage = STAGE_BETWEEN;
}

static bool begin_ahead(struct fm_input *input, const struct fm_compression *compression)
{
    if (!fm_ahead_begin(input->crew, compression, unused(input), input->file_ended))
        return false;
    input->raw_at = input->raw_n = 0;
    return true;
}

static enum fm_status next_member(struct fm_input *input)
{
    const struct fm_compression *compression;
    const bool ahead = reads_ahead(input);
    if (ahead && unused(input).n == 0 && take_piece(input))
        return FM_OK;
    if (input->compression->zeros_follow)
        skip_zeros(input);
    FM_TRY(look(input, &compression));
    if (compression != NULL) {
        if (input->crew != NULL && !ahead && begin_ahead(input, compression))
            return FM_OK;
        return begin_member(input, compression);
    }
    if (unused(input).n > 0)
        return fail(input, 0, FM_TEXT("something else follows the compressed data"));
    input->stage = STAGE_END;
    return FM_OK;
}

/* Whether the raw bytes held here are those up to the first piece, and that is untouched. */
static bool before_piece(const struct fm_input *input)
{
    return reads_ahead(input) && fm_crew_first(input->crew)->at == 0;
}

/* How many raw bytes the decoder gets next. A zstd frame's header does not tell its size, but a
 * piece ends where its blocks do, so that the next one can be left alone. */
static enum fm_status get_feed(struct fm_input *input, size_t *n)
{
    uint64_t wanted = FEED_SIZE - input->fed % FEED_SIZE;
    if (input->told > input->fed && input->told - input->fed < wanted)
        wanted = input->told - input->fed;
    const bool alone = input->compression->decoder->told == NULL;
    while (unused(input).n < wanted && !raw_ended(input)) {
        if (alone && unused(input).n > 0 && before_piece(input))
            break;
        fill_raw(input);
    }
    *n = unused(input).n < wanted ? unused(input).n : (size_t)wanted;
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
    const enum fm_flow_state state = input->compression->decoder->feed(input->state, flow, &detail);
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
        got = read_file(input, flow->out, flow->out_n);
        FM_TRY(fail_file(input));
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
    case STAGE_PIECE:
        pass_piece(input, flow);
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

void fm_input_share(struct fm_input *input, struct fm_crew *crew)
{
    input->crew = crew;
}

uint64_t fm_input_raw_bytes(const struct fm_input *input)
{
    return input->raw_bytes;
}

uint64_t fm_input_raw_size(const struct fm_input *input)
{
    return input->raw_size;
}
