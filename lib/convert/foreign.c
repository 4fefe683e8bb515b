/* The table of foreign formats: see foreign.h. What is compressed or an archive is refused before,
 * by lib/io/decoder.c; here are its first bytes with one of them changed, as damage leaves them. */
#include <config.h>
#include "convert/foreign.h"

enum { MAGIC_MAX = 20 };

struct foreign {
    unsigned short at; /* of the magic number in the file */
    unsigned char n;
    unsigned char magic[MAGIC_MAX];
    bool damaged; /* one byte of the magic is another */
    struct fm_text name;
};

#define NAME(text) \
    { \
        (const unsigned char *)(text), sizeof(text) - 1 \
    }
#define DAMAGED(kind) NAME("the damaged start of " kind)

static const struct foreign table[] = {
    {0, 5, "%PDF-", false, NAME("a PDF document")},
    {0, 4,
     "\x7f"
     "ELF",
     false, NAME("a program")},
    {0, 4, "MZ\x90", false, NAME("a program")},
    {0, 4, "\xcf\xfa\xed\xfe", false, NAME("a program")},
    {0, 16, "SQLite format 3", false, NAME("an SQLite database")},
    {0, 8, "Scid.si", false, NAME("a SCID database; `scidpgn` or SCID exports it as PGN")},
    {0, 8, "Scid.sn", false, NAME("a SCID database; `scidpgn` or SCID exports it as PGN")},
    {0, 6, "\0\0\x2c\0\x2e\x01", false, NAME("a ChessBase database; ChessBase exports it as PGN")},
    {0, 6, "\0\0\x24\0\x2e\x01", false, NAME("a ChessBase database; ChessBase exports it as PGN")},
    {0, 8, "\x89PNG\r\n\x1a\n", false, NAME("a picture (PNG)")},
    {0, 3, "\xff\xd8\xff", false, NAME("a picture (JPEG)")},
    {0, 4, "GIF8", false, NAME("a picture (GIF)")},
    {0, 8, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", false, NAME("a document of an office program")},
    {0, 5, "{\\rtf", false, NAME("a document (RTF); save it as plain text")},
    {257, 5, "ustar", false, NAME("a tar archive; `tar -x` unpacks it")},
    {0, 3, "\x5d\0\0", false, NAME("lzma data, which this build cannot read")},
    {0, 20, "PuzzleId,FEN,Moves,R", false, NAME("a table of lichess puzzles, which is not read")},
    {0, 3, "\x1f\x8b\x08", false, NAME("compressed twice (gzip)")},
    {0, 4, "\x28\xb5\x2f\xfd", false, NAME("compressed twice (zstd)")},
    {0, 6,
     "\xfd"
     "7zXZ",
     false, NAME("compressed twice (xz)")},
    {0, 10, "BZh91AY&SY", false, NAME("compressed twice (bzip2)")},
    {0, 4, "PK\3\4", false, NAME("a compressed ZIP archive; `zcat` or its like unpacks it")},
    {0, 3, "\x1f\x8b\x08", true, DAMAGED("gzip data")},
    {0, 4, "\x28\xb5\x2f\xfd", true, DAMAGED("zstd data")},
    {0, 6,
     "\xfd"
     "7zXZ",
     true, DAMAGED("xz data")},
    {0, 10, "BZh91AY&SY", true, DAMAGED("bzip2 data")},
    {0, 4, "PK\3\4", true, DAMAGED("a ZIP archive")},
};

static bool begins(struct fm_text start, const struct foreign *row)
{
    unsigned other = 0;
    if (start.n < row->at || start.n - row->at < row->n)
        return false;
    for (size_t i = 0; i < row->n; i++)
        other += start.p[row->at + i] != row->magic[i];
    return row->damaged ? other == 1 : other == 0;
}

struct fm_text fm_foreign_name(struct fm_text start)
{
    for (size_t i = 0; i < FM_COUNT_OF(table); i++)
        if (begins(start, &table[i]))
            return table[i].name;
    return (struct fm_text){NULL, 0};
}

bool fm_foreign_is_binary(struct fm_text start)
{
    enum { SHARE = 50 }; /* random bytes have 1 of 10, games of old programs 1 of 1000 */
    size_t controls = 0;
    for (size_t i = 0; i < start.n; i++) {
        const unsigned char c = start.p[i];
        const bool usual = (c >= '\t' && c <= '\r') || c == 0x1a || c == 0x1b;
        controls += c < ' ' && !usual;
    }
    return controls > start.n / SHARE;
}
