/* SPDX-License-Identifier: MIT */
/* The directory is read twice, in pieces: checked when the archive is opened, then entry by entry.
 * So an archive of any size takes the memory of one piece, and of 16 bytes a member for a while. */
#include <config.h>
#include "io/zip.h"
#include <stdlib.h>
#include "base/lanes.h"
#include "io/file.h"

enum {
    END_SIZE = 22,
    END64_SIZE = 56,
    LOCATOR_SIZE = 20,
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    TEXT_MAX = 0xffff, /* of a name, an extra field, a comment */
    PIECE_SIZE = 256 * 1024,
    MEMBERS_MAX = 1 << 20
};
enum { SIGN_END = 0x06054b50, SIGN_END64 = 0x06064b50, SIGN_LOCATOR = 0x07064b50 };
enum { SIGN_ENTRY = 0x02014b50, SIGN_LOCAL = 0x04034b50 };
enum { FLAG_ENCRYPTED = 1, FLAG_SIZES_FOLLOW = 8, EXTRA_64 = 1 };
#define FULL16 UINT64_C(0xffff)
#define FULL32 UINT64_C(0xffffffff)

struct fm_zip {
    int fd;
    uint64_t size;        /* bytes of the file */
    uint64_t count;       /* members */
    uint64_t begin, end;  /* offsets of the directory in the file: its first byte, and its end */
    uint64_t at, left;    /* next entry; entries from there on */
    uint64_t piece_at;    /* offset of the piece in the file */
    size_t piece_n;       /* bytes of the piece */
    unsigned char *piece; /* PIECE_SIZE bytes of the directory; owned */
    unsigned char name[TEXT_MAX]; /* name in a local header */
};

static enum fm_status damaged(uint64_t at, struct fm_text detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_INPUT_FAILED,
                               .reason = FM_REASON_INPUT_DAMAGED,
                               .offset = at,
                               .detail = detail};
    return FM_INPUT_FAILED;
}

#define DAMAGED_END FM_TEXT("the end of the ZIP archive is damaged or cut off")
#define DAMAGED_ENTRY FM_TEXT("the directory of the ZIP archive is damaged")
#define DAMAGED_LOCAL \
    FM_TEXT("this member of the ZIP archive is damaged: its header is not as in the directory")

enum fm_status fm_zip_read(const struct fm_zip *zip, uint64_t at, unsigned char *to, size_t n,
                           struct fm_error *error)
{
    int os_error = 0;
    const size_t got = fm_file_read_at(zip->fd, to, n, at, &os_error);
    if (got == n)
        return FM_OK;
    (void)damaged(at + got, FM_TEXT("the ZIP archive ends too early"), error);
    error->os_error = os_error;
    return FM_INPUT_FAILED;
}

/* The directory, by the records at the end. */
struct directory {
    uint64_t disks; /* numbers of disks, all of them or-ed: 0 */
    uint64_t here, count, size, begin;
};

/* Where the end record is: its comment reaches to the end of the file. */
static bool find_end(struct fm_text tail, size_t *at)
{
    for (size_t i = tail.n < END_SIZE ? 0 : tail.n - END_SIZE + 1; i > 0; i--) {
        const unsigned char *p = tail.p + i - 1;
        if (fm_little_endian(p, 4) == SIGN_END &&
            i - 1 + END_SIZE + fm_little_endian(p + 20, 2) == tail.n) {
            *at = i - 1;
            return true;
        }
    }
    return false;
}

/* A field is as in the record of zip64, or full, which refers to that record. */
static bool agrees(uint64_t field, uint64_t full, uint64_t value)
{
    return field == full || field == value;
}

/* The record of zip64, if there is a locator before the end record. @param[in,out] stop  where the
 * directory must end. */
static enum fm_status read_end64(const struct fm_zip *zip, uint64_t *stop,
                                 struct directory *directory, struct fm_error *error)
{
    unsigned char p[END64_SIZE];
    if (*stop < LOCATOR_SIZE + END64_SIZE)
        return FM_OK;
    const uint64_t locator = *stop - LOCATOR_SIZE;
    FM_TRY(fm_zip_read(zip, locator, p, LOCATOR_SIZE, error));
    if (fm_little_endian(p, 4) != SIGN_LOCATOR)
        return FM_OK;
    const uint64_t at = fm_little_endian(p + 8, 8);
    if (fm_little_endian(p + 4, 4) != 0 || fm_little_endian(p + 16, 4) > 1 ||
        at > locator - END64_SIZE)
        return damaged(locator, DAMAGED_END, error);
    FM_TRY(fm_zip_read(zip, at, p, END64_SIZE, error));
    if (fm_little_endian(p, 4) != SIGN_END64 || fm_little_endian(p + 4, 8) != locator - at - 12)
        return damaged(at, DAMAGED_END, error);
    const struct directory large = {fm_little_endian(p + 16, 4) | fm_little_endian(p + 20, 4),
                                    fm_little_endian(p + 24, 8), fm_little_endian(p + 32, 8),
                                    fm_little_endian(p + 40, 8), fm_little_endian(p + 48, 8)};
    if (!agrees(directory->here, FULL16, large.here) ||
        !agrees(directory->count, FULL16, large.count) ||
        !agrees(directory->size, FULL32, large.size) ||
        !agrees(directory->begin, FULL32, large.begin))
        return damaged(at, DAMAGED_END, error);
    *directory = large;
    *stop = at;
    return FM_OK;
}

static enum fm_status read_end(struct fm_zip *zip, struct fm_error *error)
{
    const uint64_t most = END_SIZE + TEXT_MAX;
    const size_t n = (size_t)(zip->size < most ? zip->size : most);
    size_t at;
    FM_TRY(fm_zip_read(zip, zip->size - n, zip->piece, n, error));
    if (!find_end((struct fm_text){zip->piece, n}, &at))
        return damaged(zip->size, DAMAGED_END, error);
    const unsigned char *p = zip->piece + at;
    struct directory directory = {fm_little_endian(p + 4, 2) | fm_little_endian(p + 6, 2),
                                  fm_little_endian(p + 8, 2), fm_little_endian(p + 10, 2),
                                  fm_little_endian(p + 12, 4), fm_little_endian(p + 16, 4)};
    uint64_t stop = zip->size - n + at;
    FM_TRY(read_end64(zip, &stop, &directory, error));
    if ((directory.disks != 0 && directory.disks != FULL16) || directory.here != directory.count ||
        directory.begin > stop || directory.size != stop - directory.begin)
        return damaged(stop, DAMAGED_END, error);
    if (directory.count > MEMBERS_MAX)
        return damaged(stop, FM_TEXT("a ZIP archive of more than 1048576 members"), error);
    zip->begin = directory.begin;
    zip->end = stop;
    zip->count = directory.count;
    return FM_OK;
}

/* The bytes of the directory from zip->at on. */
static enum fm_status view(struct fm_zip *zip, size_t n, const unsigned char **out,
                           struct fm_error *error)
{
    if (n > zip->end - zip->at)
        return damaged(zip->at, DAMAGED_ENTRY, error);
    if (zip->at < zip->piece_at || zip->at + n > zip->piece_at + zip->piece_n) {
        const uint64_t rest = zip->end - zip->at;
        zip->piece_at = zip->at;
        zip->piece_n = rest < PIECE_SIZE ? (size_t)rest : PIECE_SIZE;
        FM_TRY(fm_zip_read(zip, zip->at, zip->piece, zip->piece_n, error));
    }
    *out = zip->piece + (zip->at - zip->piece_at);
    return FM_OK;
}

/* Take a number of zip64 that replaces a full one. @return false: it is not there. */
static bool replace(uint64_t *number, struct fm_text *field)
{
    if (*number != FULL32)
        return true;
    if (field->n < 8)
        return false;
    *number = fm_little_endian(field->p, 8);
    *field = fm_text_after(*field, 8);
    return true;
}

static bool read_extra(struct fm_text extra, struct fm_zip_entry *entry)
{
    const bool full = entry->plain == FULL32 || entry->raw == FULL32 || entry->header == FULL32;
    while (full && extra.n >= 4) {
        const size_t n = (size_t)fm_little_endian(extra.p + 2, 2);
        if (n > extra.n - 4)
            return false;
        struct fm_text field = {extra.p + 4, n};
        if (fm_little_endian(extra.p, 2) == EXTRA_64)
            return replace(&entry->plain, &field) && replace(&entry->raw, &field) &&
                   replace(&entry->header, &field);
        extra = fm_text_after(extra, 4 + n);
    }
    return true;
}

enum fm_status fm_zip_next(struct fm_zip *zip, struct fm_zip_entry *entry, bool *more,
                           struct fm_error *error)
{
    const unsigned char *p;
    const uint64_t at = zip->at;
    *more = zip->left > 0;
    if (!*more)
        return FM_OK;
    FM_TRY(view(zip, ENTRY_SIZE, &p, error));
    const size_t name = (size_t)fm_little_endian(p + 28, 2),
                 extra = (size_t)fm_little_endian(p + 30, 2);
    const size_t all = ENTRY_SIZE + name + extra + (size_t)fm_little_endian(p + 32, 2);
    if (fm_little_endian(p, 4) != SIGN_ENTRY)
        return damaged(at, DAMAGED_ENTRY, error);
    FM_TRY(view(zip, all, &p, error));
    *entry = (struct fm_zip_entry){.name = {p + ENTRY_SIZE, name},
                                   .header = fm_little_endian(p + 42, 4),
                                   .raw = fm_little_endian(p + 20, 4),
                                   .plain = fm_little_endian(p + 24, 4),
                                   .crc = (uint32_t)fm_little_endian(p + 16, 4),
                                   .method = (unsigned)fm_little_endian(p + 10, 2),
                                   .flags = (unsigned)fm_little_endian(p + 8, 2)};
    if (!read_extra((struct fm_text){p + ENTRY_SIZE + name, extra}, entry) ||
        entry->header > zip->begin || entry->raw > zip->begin - entry->header ||
        LOCAL_SIZE + name > zip->begin - entry->header - entry->raw)
        return damaged(at, DAMAGED_ENTRY, error);
    zip->at += all;
    zip->left--;
    return FM_OK;
}

uint64_t fm_zip_left(const struct fm_zip *zip)
{
    return zip->left;
}

struct extent {
    uint64_t begin, end;
};

static int compare(const void *a, const void *b)
{
    const struct extent *one = a, *other = b;
    return (one->begin > other->begin) - (one->begin < other->begin);
}

static void rewind_entries(struct fm_zip *zip)
{
    zip->at = zip->begin;
    zip->left = zip->count;
    zip->piece_n = 0;
}

static enum fm_status check_entries(struct fm_zip *zip, struct extent *extents,
                                    struct fm_error *error)
{
    struct fm_zip_entry entry;
    size_t n = 0;
    bool more;
    for (;; n++) {
        FM_TRY(fm_zip_next(zip, &entry, &more, error));
        if (!more)
            break;
        const uint64_t size = LOCAL_SIZE + entry.name.n + entry.raw;
        extents[n] = (struct extent){entry.header, entry.header + size};
    }
    if (zip->at != zip->end)
        return damaged(zip->at, DAMAGED_ENTRY, error);
    qsort(extents, n, sizeof *extents, compare);
    for (size_t i = 1; i < n; i++)
        if (extents[i].begin < extents[i - 1].end)
            return damaged(extents[i].begin, FM_TEXT("members of the ZIP archive overlap"), error);
    rewind_entries(zip);
    return FM_OK;
}

enum fm_status fm_zip_open(int fd, uint64_t size, struct fm_zip **out, struct fm_error *error)
{
    struct fm_zip *zip = calloc(1, sizeof *zip);
    enum fm_status status = FM_NO_MEMORY;
    FM_TRY_MADE(zip);
    zip->fd = fd;
    zip->size = size;
    zip->piece = malloc(PIECE_SIZE);
    if (zip->piece != NULL)
        status = read_end(zip, error);
    if (status == FM_OK) {
        rewind_entries(zip);
        struct extent *extents = calloc((size_t)zip->count + 1, sizeof *extents);
        status = extents == NULL ? FM_NO_MEMORY : check_entries(zip, extents, error);
        free(extents);
    }
    if (status == FM_OK)
        *out = zip;
    else
        fm_zip_free(zip);
    return status;
}

void fm_zip_free(struct fm_zip *zip)
{
    if (zip == NULL)
        return;
    free(zip->piece);
    free(zip);
}

/* Sizes and checksum may follow the member instead. */
static bool same_sizes(const unsigned char *p, const struct fm_zip_entry *entry)
{
    return (fm_little_endian(p + 6, 2) & FLAG_SIZES_FOLLOW) != 0 ||
           (fm_little_endian(p + 14, 4) == entry->crc &&
            agrees(fm_little_endian(p + 18, 4), FULL32, entry->raw) &&
            agrees(fm_little_endian(p + 22, 4), FULL32, entry->plain));
}

enum fm_status fm_zip_locate(struct fm_zip *zip, const struct fm_zip_entry *entry, uint64_t *at,
                             struct fm_error *error)
{
    unsigned char p[LOCAL_SIZE];
    FM_TRY(fm_zip_read(zip, entry->header, p, sizeof p, error));
    const size_t n = entry->name.n;
    const bool encrypted = ((fm_little_endian(p + 6, 2) ^ entry->flags) & FLAG_ENCRYPTED) != 0;
    if (fm_little_endian(p, 4) != SIGN_LOCAL || encrypted ||
        fm_little_endian(p + 8, 2) != entry->method || fm_little_endian(p + 26, 2) != n ||
        !same_sizes(p, entry))
        return damaged(0, DAMAGED_LOCAL, error);
    FM_TRY(fm_zip_read(zip, entry->header + LOCAL_SIZE, zip->name, n, error));
    *at = entry->header + LOCAL_SIZE + n + fm_little_endian(p + 28, 2);
    if (memcmp(zip->name, entry->name.p, n) != 0 || *at > zip->begin - entry->raw)
        return damaged(0, DAMAGED_LOCAL, error);
    return FM_OK;
}
