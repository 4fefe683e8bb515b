/* SPDX-License-Identifier: MIT */
/* A header is 512 bytes, and what it announces fills up to a multiple of that. Headers before a
 * member may have its name or its size, where those are too long for it: pax (`x`), GNU (`L`). The
 * end are blocks of zeros; without them the archive was cut, maybe between two members. */
#include <config.h>
#include "io/tar.h"
#include <stdlib.h>
#include "io/input.h"
#include "io/member.h"

enum { BLOCK = FM_TAR_HEAD, TEXT_MAX = 1 << 20, PASSED = 64 * 1024 };

/* A field of a header: offset and bytes. */
struct field {
    unsigned short at, n;
};
static const struct field NAME = {0, 100}, SIZE = {124, 12}, SUM = {148, 8}, TYPE = {156, 1},
                          MAGIC = {257, 8}, PREFIX = {345, 155};

struct fm_tar {
    struct fm_member member; /* first: what others see of the member */
    struct fm_input *input;
    uint64_t at;      /* offset of the next byte in the archive */
    uint64_t left;    /* bytes of the member that were not read */
    uint64_t raw;     /* bytes of the file that were read before the member */
    unsigned padding; /* bytes after the member, up to the next header */
    bool over;        /* true: there is no member any more */
    bool failed;      /* true: the archive failed within a member, which reported it */
    bool ahead;       /* true: `entry` is the next one; fm_tar_next() gives it */
    struct fm_tar_entry entry;
    enum fm_status status; /* FM_INPUT_FAILED: `error` is why there is no next one */
    struct fm_error error;
    struct fm_buf name, text; /* name of the member; text of a header of names */
    unsigned char header[BLOCK];
    unsigned char passed[PASSED]; /* bytes that are passed over */
};

static enum fm_status tar_damaged(struct fm_tar *tar, uint64_t at, struct fm_text detail)
{
    tar->status = FM_INPUT_FAILED;
    tar->error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .reason = FM_REASON_INPUT_DAMAGED,
                                   .offset = at,
                                   .detail = detail};
    return FM_INPUT_FAILED;
}

#define ENDS_EARLY FM_TEXT("the tar archive ends too early")

/* ---- reading --------------------------------------------------------------------------------- */

/* Read n bytes, or fewer at the end. A failure of the input is the archive's. */
static enum fm_status take_some(struct fm_tar *tar, unsigned char *to, size_t n, size_t *got)
{
    *got = 0;
    for (size_t step = 1; *got < n && step > 0; *got += step) {
        step = 0;
        tar->status = fm_input_read(tar->input, to + *got, n - *got, &step, &tar->error);
        FM_TRY(tar->status);
    }
    tar->at += *got;
    return FM_OK;
}

static void go_on_at(struct fm_tar *tar, uint64_t at)
{
    const struct fm_input_mark from = {at, at}, to = {UINT64_MAX, UINT64_MAX};
    fm_input_go_between(tar->input, &from, &to);
    tar->at = at;
    tar->raw = fm_input_raw_bytes(tar->input);
}

static enum fm_status take_all(struct fm_tar *tar, unsigned char *to, size_t n)
{
    size_t got;
    FM_TRY(take_some(tar, to, n, &got));
    return got == n ? FM_OK : tar_damaged(tar, tar->at, ENDS_EARLY);
}

/* Of a file that is not compressed it is not read. */
static enum fm_status pass_over(struct fm_tar *tar, uint64_t n)
{
    if (n > PASSED && tar->member.kind->restart != NULL) {
        go_on_at(tar, tar->at + n);
        return FM_OK;
    }
    while (n > 0) {
        const size_t step = n < PASSED ? (size_t)n : PASSED;
        FM_TRY(take_all(tar, tar->passed, step));
        n -= step;
    }
    return FM_OK;
}

/* ---- headers --------------------------------------------------------------------------------- */

static struct fm_text text_of(const unsigned char *header, struct field field)
{
    const unsigned char *p = header + field.at, *end = memchr(p, '\0', field.n);
    return fm_text_between(p, end == NULL ? p + field.n : end);
}

/* Octal digits with blanks before and a blank or NUL after them; or, where the first bit is set, a
 * binary number. @return false: neither, negative, or beyond 63 bits. */
static bool number_of(const unsigned char *header, struct field field, uint64_t *out)
{
    const unsigned char *p = header + field.at, *const end = p + field.n;
    uint64_t n = 0;
    if ((*p & 0x80) != 0) {
        n = *p++ & 0x7f;
        for (; p < end && n >> 55 == 0; p++)
            n = n << 8 | *p;
        *out = n;
        return p == end && n >> 63 == 0;
    }
    while (p < end && *p == ' ')
        p++;
    for (; p < end && *p >= '0' && *p <= '7'; p++)
        n = n << 3 | (uint64_t)(*p - '0'); /* 12 digits at most: 36 bits */
    *out = n;
    return p == end || *p == ' ' || *p == '\0';
}

/* The sum of all bytes, with blanks in its own place; some old programs added signed ones. */
static bool has_sum(const unsigned char *header)
{
    uint64_t wanted;
    int64_t sum = 0, with_signs = 0;
    /* In text there is no number, so nothing is added up. */
    if (header[SUM.at] == '\0' || !number_of(header, SUM, &wanted))
        return false;
    for (unsigned i = 0; i < BLOCK; i++) {
        const bool own = i >= SUM.at && i < SUM.at + SUM.n;
        const unsigned char c = own ? ' ' : header[i];
        sum += c;
        with_signs += c < 0x80 ? c : c - 0x100;
    }
    return (int64_t)wanted == sum || (int64_t)wanted == with_signs;
}

static bool has_magic(const unsigned char *header)
{
    return memcmp(header + MAGIC.at, "ustar", 5) == 0;
}

static bool is_zero(const unsigned char *p, size_t n)
{
    while (n > 0 && *p == 0) {
        p++;
        n--;
    }
    return n == 0;
}

/* A damaged header shows by its magic number and a name that ends with a NUL, which no text has. */
bool fm_tar_begins(struct fm_text start)
{
    return start.n >= BLOCK &&
           (has_sum(start.p) || (has_magic(start.p) && memchr(start.p, '\0', NAME.n) != NULL));
}

/* What the headers before that of a member say of it. */
struct known {
    bool named, sized, pax, sparse;
    uint64_t size;
};

/* The text that comes after a header, and what fills its last block. */
static enum fm_status read_text(struct fm_tar *tar, uint64_t size)
{
    if (size > TEXT_MAX)
        return tar_damaged(tar, tar->at, FM_TEXT("a name in the tar archive is longer than 1 MB"));
    tar->text.n = 0;
    tar->status = fm_buf_reserve(&tar->text, (size_t)size);
    FM_TRY(tar->status);
    FM_TRY(take_all(tar, tar->text.p, (size_t)size));
    tar->text.n = (size_t)size;
    return pass_over(tar, (BLOCK - size % BLOCK) % BLOCK);
}

static enum fm_status set_name(struct fm_tar *tar, struct fm_text name)
{
    tar->name.n = 0;
    tar->status = fm_buf_append_text(&tar->name, name);
    return tar->status;
}

/* "LENGTH KEY=VALUE\n", where the length is of all of it. */
static enum fm_status read_pax(struct fm_tar *tar, struct known *known)
{
    struct fm_text rest = fm_buf_text(&tar->text);
    while (rest.n > 0) {
        const unsigned char *blank = memchr(rest.p, ' ', rest.n);
        uint64_t n;
        if (blank == NULL || !fm_text_to_u64(fm_text_between(rest.p, blank), &n) || n > rest.n ||
            n < (uint64_t)(blank - rest.p) + 3 || rest.p[n - 1] != '\n')
            return tar_damaged(tar, tar->at, FM_TEXT("a pax header of the tar archive is damaged"));
        const struct fm_text pair = fm_text_between(blank + 1, rest.p + n - 1);
        const unsigned char *equal = pair.n == 0 ? NULL : memchr(pair.p, '=', pair.n);
        const struct fm_text key = fm_text_between(pair.p, equal == NULL ? pair.p + pair.n : equal);
        const struct fm_text value =
            fm_text_between(equal == NULL ? key.p + key.n : equal + 1, pair.p + pair.n);
        rest = (struct fm_text){rest.p + n, rest.n - (size_t)n};
        known->sparse = known->sparse || fm_text_begins(key, FM_TEXT("GNU.sparse."));
        if (fm_text_is(key, "path")) {
            known->named = true;
            FM_TRY(set_name(tar, value));
        } else if (fm_text_is(key, "size")) {
            known->sized = true;
            if (!fm_text_to_u64(value, &known->size) || known->size >> 63 != 0)
                return tar_damaged(tar, tar->at,
                                   FM_TEXT("a pax header of the tar archive is damaged"));
        }
    }
    known->pax = true;
    return FM_OK;
}

/* The name in the header; GNU's header has other things where that of POSIX has a prefix. */
static enum fm_status take_name(struct fm_tar *tar)
{
    const struct fm_text name = text_of(tar->header, NAME);
    const struct fm_text prefix = text_of(tar->header, PREFIX);
    const bool has_prefix = memcmp(tar->header + MAGIC.at, "ustar", 6) == 0 && prefix.n > 0;
    FM_TRY(set_name(tar, has_prefix ? prefix : FM_NO_TEXT));
    tar->status = fm_buf_append(&tar->name, "/", has_prefix);
    FM_NEXT(tar->status, fm_buf_append_text(&tar->name, name));
    return tar->status;
}

/* Why the kind of a member has no text; empty: it has. */
static struct fm_text kind_of_lack(unsigned char type, const struct known *known)
{
    const bool file = type == '0' || type == '\0' || type == '7';
    if (type == 'S' || (file && known->sparse))
        return FM_TEXT("a sparse file, which is not read; unpack the archive");
    if (file)
        return FM_NO_TEXT;
    return type == '1' || type == '2'   ? FM_TEXT("a link")
           : type >= '3' && type <= '6' ? FM_TEXT("a device or pipe")
                                        : FM_TEXT("of another kind");
}

/* A member was found: its name, its size, and whether it has a text. */
static enum fm_status found_member(struct fm_tar *tar, struct known *known, uint64_t size)
{
    const unsigned char type = tar->header[TYPE.at];
    if (!known->named)
        FM_TRY(take_name(tar));
    while (tar->name.n > 2 && memcmp(tar->name.p, "./", 2) == 0) {
        tar->name.n -= 2;
        memmove(tar->name.p, tar->name.p + 2, tar->name.n);
    }
    /* Links have text in archives of pax alone; of devices the number is no size. */
    size = known->sized ? known->size : size;
    if ((type == '1' && !known->pax) || (type >= '2' && type <= '6'))
        size = 0;
    tar->left = size;
    tar->padding = (unsigned)((BLOCK - size % BLOCK) % BLOCK);
    tar->entry = (struct fm_tar_entry){
        .name = fm_buf_text(&tar->name), .skipped = kind_of_lack(type, known), .begin = tar->at};
    return FM_OK;
}

/* After a block of zeros: nothing but zeros up to the end of the input, which its own checksum
 * needs. */
static enum fm_status take_end(struct fm_tar *tar)
{
    size_t got = 1;
    tar->over = true;
    while (got > 0) {
        FM_TRY(take_some(tar, tar->passed, PASSED, &got));
        if (!is_zero(tar->passed, got))
            return tar_damaged(tar, tar->at - got,
                               FM_TEXT("something else follows the end of the tar archive"));
    }
    return FM_OK;
}

static enum fm_status read_headers(struct fm_tar *tar)
{
    struct known known = {.named = false};
    for (;;) {
        uint64_t size;
        size_t got;
        FM_TRY(take_some(tar, tar->header, BLOCK, &got));
        const uint64_t at = tar->at - got;
        if (got == 0)
            return tar_damaged(
                tar, at, FM_TEXT("the tar archive ends too early: its end marker is missing"));
        if (got < BLOCK)
            return tar_damaged(tar, tar->at, ENDS_EARLY);
        if (is_zero(tar->header, BLOCK))
            return known.named || known.pax ? tar_damaged(tar, at, ENDS_EARLY) : take_end(tar);
        if (!has_sum(tar->header) || !number_of(tar->header, SIZE, &size))
            return tar_damaged(tar, at, FM_TEXT("a header of the tar archive is damaged"));
        const unsigned char type = tar->header[TYPE.at];
        if (type == 'x' || type == 'X') {
            FM_TRY(read_text(tar, size));
            FM_TRY(read_pax(tar, &known));
        } else if (type == 'L') {
            FM_TRY(read_text(tar, size));
            known.named = true;
            FM_TRY(set_name(tar, (struct fm_text){tar->text.p, strnlen((const char *)tar->text.p,
                                                                       tar->text.n)}));
        } else if (type == 'K' || type == 'g') {
            FM_TRY(read_text(tar, size));
        } else {
            FM_TRY(found_member(tar, &known, size));
            const struct fm_text name = tar->entry.name;
            const bool folder =
                type == '5' || (type <= '0' && name.n > 0 && name.p[name.n - 1] == '/');
            if (!folder)
                return FM_OK;
            FM_TRY(pass_over(tar, tar->left + tar->padding));
            tar->left = tar->padding = 0;
            known = (struct known){.named = false};
        }
    }
}

/* ---- members --------------------------------------------------------------------------------- */

static void look_ahead(struct fm_tar *tar)
{
    if (tar->ahead || tar->over || tar->status != FM_OK)
        return;
    if (pass_over(tar, tar->left + tar->padding) != FM_OK)
        return;
    tar->left = tar->padding = 0;
    tar->ahead = read_headers(tar) == FM_OK && !tar->over;
}

enum fm_status fm_tar_next(struct fm_tar *tar, struct fm_tar_entry *entry, bool *more,
                           struct fm_error *error)
{
    look_ahead(tar);
    *more = tar->ahead;
    tar->ahead = false;
    tar->member.begin = tar->entry.begin;
    tar->member.used = 0;
    tar->raw = fm_input_raw_bytes(tar->input);
    *entry = tar->entry;
    *error = tar->error;
    return tar->failed ? FM_OK : tar->status;
}

bool fm_tar_is_over(struct fm_tar *tar)
{
    if (tar->left == 0)
        look_ahead(tar);
    return tar->over && tar->status == FM_OK;
}

static enum fm_flow_state tar_read(struct fm_member *member, unsigned char *to, size_t room,
                                   size_t *got, struct fm_error *error)
{
    struct fm_tar *const tar = (struct fm_tar *)member;
    const size_t n = tar->left < room ? (size_t)tar->left : room;
    *got = 0;
    if (n == 0)
        return FM_FLOW_END;
    tar->status = fm_input_read(tar->input, to, n, got, &tar->error);
    tar->at += *got;
    tar->left -= *got;
    member->used = fm_input_raw_bytes(tar->input) - tar->raw;
    if (tar->status == FM_OK && *got > 0)
        return FM_FLOW_MORE;
    if (tar->status == FM_NO_MEMORY)
        return FM_FLOW_NO_MEMORY;
    if (tar->status == FM_OK)
        (void)tar_damaged(tar, tar->at, ENDS_EARLY);
    tar->failed = true;
    *error = tar->error;
    return FM_FLOW_DAMAGED;
}

static void tar_restart(struct fm_member *member)
{
    struct fm_tar *const tar = (struct fm_tar *)member;
    tar->left += tar->at - member->begin;
    go_on_at(tar, member->begin);
    tar->status = FM_OK;
    tar->failed = false;
}

static uint64_t verified(const struct fm_member *member)
{
    const uint64_t all = fm_input_verified(((const struct fm_tar *)member)->input);
    return all == UINT64_MAX ? all : all > member->begin ? all - member->begin : 0;
}

/* The member is a part of the archive. */
static void tar_close(struct fm_member *member)
{
    (void)member;
}

static const struct fm_member_kind of_file = {tar_read, tar_restart, verified, tar_close},
                                   of_stream = {tar_read, NULL, verified, tar_close};

struct fm_member *fm_tar_member(struct fm_tar *tar)
{
    return &tar->member;
}

/* ---- the archive ----------------------------------------------------------------------------- */

enum fm_status fm_tar_open(struct fm_input *input, struct fm_tar **out)
{
    struct fm_tar *tar = malloc(sizeof *tar);
    FM_TRY_MADE(tar);
    memset(tar, 0, offsetof(struct fm_tar, header));
    tar->input = input;
    tar->member.kind = fm_input_file_size(input) > 0 ? &of_file : &of_stream;
    *out = tar;
    return FM_OK;
}

void fm_tar_free(struct fm_tar *tar)
{
    if (tar == NULL)
        return;
    fm_buf_free(&tar->name);
    fm_buf_free(&tar->text);
    free(tar);
}
