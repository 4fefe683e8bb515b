/* SPDX-License-Identifier: MIT */
/* The output formats: one table. To add one: its line in FM_FORMATS below, and a file write_NAME.c
 * (named in local.mk) with its row. Options, suffixes, `fenmill help formats`, manual pages, tests
 * and fuzz targets take their lists from here. */
#ifndef FM_RECORD_FORMAT_H
#define FM_RECORD_FORMAT_H
#include "board/fen_write.h"

/* X(id, name, suffix), in the order of the lists that users read. A file name with the suffix has
 * that format; rows without one come last. */
#define FM_FORMATS(X) \
    X(FEN, fen, ".fen") \
    X(EPD, epd, ".epd") \
    X(PGN, pgn, ".pgn") \
    X(UCI, uci, ".uci") \
    X(JSONL, jsonl, ".jsonl") \
    X(TSV, tsv, ".tsv") \
    X(CSV, csv, ".csv") \
    X(PLAIN, plain, ".plain") \
    X(BINPACK, binpack, ".binpack") \
    X(EXITS, exits, "") \
    X(TEXT, text, "") \
    X(POLYGLOT, polyglot, "") \
    X(BULLETFORMAT, bulletformat, "") \
    X(VIRIFORMAT, viriformat, "")

#define FM_FORMAT_ID(id, name, suffix) FM_FORMAT_##id,
enum fm_format {
    FM_FORMAT_AUTO,
    FM_FORMATS(FM_FORMAT_ID) FM_FORMAT_COUNT,
    /* The format of no file, for the library's reader: write_values.c. */
    FM_FORMAT_VALUES = FM_FORMAT_COUNT
};
/* " | fen | epd ...": for the help of the key `format`. */
#define FM_FORMAT_BAR(id, name, suffix) " | " #name
#define FM_FORMAT_HELP FM_FORMATS(FM_FORMAT_BAR)

/* Properties of a format, and the keys that it has. */
enum fm_format_trait {
    FM_FORMAT_GAMES = 1 << 0,    /* whole games instead of records of positions */
    FM_FORMAT_REWRITES = 1 << 1, /* records of lists are rewritten in place: FEN, EPD */
    FM_FORMAT_OPS = 1 << 2,      /* EPD operations; counters are two of them unless given */
    FM_FORMAT_COLUMNS = 1 << 3,  /* the key `columns` */
    /* The key `line`, a template; a record with an empty field is skipped. */
    FM_FORMAT_LINE = 1 << 4,
    FM_FORMAT_UTF8 = 1 << 5,      /* text of the input becomes UTF-8, whatever `encoding` is */
    FM_FORMAT_BOOK = 1 << 6,      /* a book of moves, counted over the run: see book.h */
    FM_FORMAT_ARRAYS = 1 << 7,    /* a column may be an array: FM_FIELD_LIST */
    FM_FORMAT_BINARY = 1 << 8,    /* training data, bytes instead of lines, of 8x8 alone */
    FM_FORMAT_SEQUENCE = 1 << 9,  /* positions in the order of their games, from the start */
    FM_FORMAT_CASTLING = 1 << 10, /* has castling rights, of Chess960 and standard chess */
    FM_FORMAT_CASTLING_STANDARD = 1 << 11 /* of standard chess alone */
};

struct fm_chain;
struct fm_record_plan;
struct fm_record_input;
struct fm_record_scratch;
struct fm_record_slot;
struct fm_warnings;

/* The texts around the value of a slot. A value that needs no escape may be written between
 * them without the format: numbers, moves, FENs, and text that fm_format_row.write_slot does
 * not change. */
struct fm_frame {
    struct fm_text before, after; /* texts around a value */
    struct fm_text instead;       /* text between these in place of an empty value */
    enum fm_missing {
        FM_MISSING_STAYS, /* the frame of an empty value is written */
        FM_MISSING_DROPS, /* the frame of an empty value is left out */
        FM_MISSING_BARES, /* quotes of an empty value, one byte on either side, are left out */
        FM_MISSING_SKIPS  /* a record with an empty value is not written */
    } missing;
    /* Longest value that needs no fm_format_row.write_slot, in bytes; 0 = every value needs it. */
    size_t most;
    /* True: fm_value_put_length() fills the end of `before`, unless the value is empty. */
    bool sized;
    /* true: a value that begins with 0 or - needs write_slot, too: it may be a zero or a null
     * move */
    bool checked;
};

struct fm_format_row {
    const char *help; /* contents of the format, in one line */
    unsigned traits;  /* set of enum fm_format_trait */
    unsigned needs;   /* needs of every record: set of enum fm_record_needs */
    /* Template of all records; NULL: the format has none of its own. */
    const char *line;
    /* Append a record without slots, with its line end. Returns as fm_record_write(). */
    enum fm_status (*write)(const struct fm_record_input *in, struct fm_buf *out);
    /* Of formats whose records depend on those before them in the file: `write` appends entries
     * (chain.h), and this makes of them, in the order of the file, what is written. Of no entries:
     * the end of the file. Returns FM_OK or FM_NO_MEMORY. */
    enum fm_status (*join)(struct fm_chain *chain, struct fm_text entries, struct fm_buf *out);
    /* Of formats whose records have slots. A format without `write` and without `write_slot` has no
     * templates: the boards, rewrite.h or the copy of a game write it. */
    struct fm_text end; /* text at the end of a record */
    /* Append a slot with its frame. Returns as fm_record_write(). @param value  of its
     * template; empty = there is none. */
    enum fm_status (*write_slot)(const struct fm_record_plan *plan,
                                 const struct fm_record_slot *slot, struct fm_text value,
                                 struct fm_record_scratch *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes);
    /* Find the frame of a slot. Its `before` is appended to a buffer. Returns FM_OK or
     * FM_NO_MEMORY. */
    enum fm_status (*frame)(const struct fm_record_plan *plan, const struct fm_record_slot *slot,
                            struct fm_buf *before, struct fm_frame *frame);
    /* Append the text before the first record; NULL: there is no such text. Returns FM_OK or
     * FM_NO_MEMORY. */
    enum fm_status (*write_head)(const struct fm_record_plan *plan, struct fm_buf *out);
};

#define FM_FORMAT_DECLARE(id, name, suffix) extern const struct fm_format_row fm_format_##name;
FM_FORMATS(FM_FORMAT_DECLARE)
extern const struct fm_format_row fm_format_values;
extern const struct fm_format_row
    *const fm_formats[FM_FORMAT_COUNT + 1]; /* [FM_FORMAT_AUTO]: NULL */
/* NULL-terminated, by enum fm_format: "auto", "fen", ... */
extern const char *const fm_format_names[FM_FORMAT_COUNT + 1];

/** Has the format this trait? AUTO has none. */
static inline bool fm_format_has(enum fm_format format, enum fm_format_trait trait)
{
    return format != FM_FORMAT_AUTO && (fm_formats[format]->traits & (unsigned)trait) != 0;
}
/* In FM_FORMAT_VALUES the length of each value is written before it, as a uint32_t. */
enum { FM_VALUE_LENGTH = sizeof(uint32_t) };
static inline void fm_value_put_length(unsigned char *value, size_t n)
{
    const uint32_t length = (uint32_t)n;
    memcpy(value - FM_VALUE_LENGTH, &length, FM_VALUE_LENGTH);
}
/** @return its end. */
static inline const unsigned char *fm_value_take(const unsigned char *at, struct fm_text *value)
{
    uint32_t length;
    memcpy(&length, at, sizeof length);
    *value = (struct fm_text){at + sizeof length, length};
    return value->p + length;
}
/** The format of a file name by its suffix, in any case, with .gz or .zst after it or without.
 * @param[out] format  FM_FORMAT_AUTO if there is no suffix.
 * @param[out] fault   why not, a static text; else empty. @return false: the suffix is unknown. */
bool fm_format_of_name(struct fm_text name, enum fm_format *format, struct fm_text *fault);
/** The style of records of a replay, which have no text to keep: in the given style, `keep` becomes
 * castling xfen; en passant pseudo-legal with xfen, else always; counters as operations in EPD,
 * else as fields. */
struct fm_fen_style fm_style_of_replay(struct fm_fen_style given, enum fm_format format);

#endif
