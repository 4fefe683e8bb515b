/* The table of compressions by their first bytes. Archives and compressions that are common but not
 * read here are in it too, so that they are refused by name and not taken for chess text. */
#include <config.h>
#include "io/decoder.h"

#ifdef HAVE_ZSTD
#    define ZSTD_DECODER &fm_decoder_zstd
#    define ZSTD_NAME " zstd"
#else
#    define ZSTD_DECODER NULL
#    define ZSTD_NAME ""
#endif
#ifdef HAVE_BZIP2
#    define BZIP2_DECODER &fm_decoder_bzip2
#    define BZIP2_NAME " bzip2"
#else
#    define BZIP2_DECODER NULL
#    define BZIP2_NAME ""
#endif
#ifdef HAVE_LZMA
#    define XZ_DECODER &fm_decoder_xz
#    define XZ_NAME " xz"
#else
#    define XZ_DECODER NULL
#    define XZ_NAME ""
#endif
#define LACK(name) name " data, which this build cannot read"
#define NESTED "a ZIP archive in another, or after other data, which is not read"
#define EXACT FM_MAGIC_EXACT

static const struct fm_compression compressions[] = {
    {{0x1f, 0x8b}, 2, EXACT, true, &fm_decoder_gzip, LACK("gzip"), false},
    {{0x28, 0xb5, 0x2f, 0xfd}, 4, EXACT, false, ZSTD_DECODER, LACK("zstd"), false},
    {{0x50, 0x2a, 0x4d, 0x18}, 4, 0, false, ZSTD_DECODER, LACK("zstd"), false}, /* skippable */
    {{'B', 'Z', 'h', 0x30, 0x31, 0x41}, 6, 3, false, BZIP2_DECODER, LACK("bzip2"), false},
    {{'B', 'Z', 'h', 0x30, 0x17, 0x72},
     6,
     3,
     false,
     BZIP2_DECODER,
     LACK("bzip2"),
     false}, /* empty */
    {{0xfd, '7', 'z', 'X', 'Z', 0x00}, 6, EXACT, true, XZ_DECODER, LACK("xz"), false},
    {{'P', 'K', 0x03, 0x04}, 4, EXACT, false, NULL, NESTED, true},
    {{'P', 'K', 0x05, 0x06}, 4, EXACT, false, NULL, NESTED, true}, /* empty */
    {{'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}, 6, EXACT, false, NULL, LACK("7-Zip"), false},
    {{'R', 'a', 'r', '!', 0x1a, 0x07}, 6, EXACT, false, NULL, LACK("RAR"), false},
    {{0x04, 0x22, 0x4d, 0x18}, 4, EXACT, false, NULL, LACK("lz4"), false},
    {{'L', 'Z', 'I', 'P', 0x01}, 5, EXACT, false, NULL, LACK("lzip"), false},
    {{0x1f, 0x9d}, 2, EXACT, false, NULL, LACK("compress (.Z)"), false},
};

/* As far as the head goes. */
static bool begins(struct fm_text head, const struct fm_compression *row)
{
    for (size_t i = 0; i < head.n && i < row->length; i++)
        if ((i == row->loose ? head.p[i] & 0xf0 : head.p[i]) != row->magic[i])
            return false;
    return true;
}

bool fm_compression_find(struct fm_text head, bool ended, const struct fm_compression **out)
{
    bool open = false;
    for (size_t i = 0; i < FM_COUNT_OF(compressions); i++) {
        if (!begins(head, &compressions[i]))
            continue;
        if (head.n >= compressions[i].length) {
            *out = &compressions[i];
            return true;
        }
        open = true;
    }
    if (open && !ended)
        return false;
    *out = NULL;
    return true;
}

/* Magic numbers long enough for the middle of a text, each with a byte that is rare there. */
static const struct {
    unsigned char magic[10];
    unsigned char length, rare;
} inner[] = {
    {{0x1f, 0x8b, 0x08}, 3, 0},
    {{0x28, 0xb5, 0x2f, 0xfd}, 4, 3},
    {{0xfd, '7', 'z', 'X', 'Z', 0x00}, 6, 0},
    {{'B', 'Z', 'h', '9', '1', 'A', 'Y', '&', 'S', 'Y'}, 10, 7},
    {{'P', 'K', 0x03, 0x04}, 4, 2},
};

size_t fm_compression_search(struct fm_text text, size_t from)
{
    const unsigned char *const end = text.p + text.n;
    size_t first = text.n;
    for (size_t i = 0; i < FM_COUNT_OF(inner); i++) {
        const size_t n = inner[i].length, rare = inner[i].rare;
        const unsigned char *p = text.p + (from < n ? 0 : from - n + 1) + rare;
        while (p < end && (p = memchr(p, inner[i].magic[rare], (size_t)(end - p))) != NULL) {
            const size_t at = (size_t)(p - text.p) - rare;
            if (at >= first)
                break;
            if (text.n - at >= n && memcmp(text.p + at, inner[i].magic, n) == 0)
                first = at;
            p++;
        }
    }
    return first;
}

const char *fm_compressions(void)
{
    return "gzip" ZSTD_NAME BZIP2_NAME XZ_NAME;
}
