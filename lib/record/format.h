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
    X(TEXT, text, "") \
    X(POLYGLOT, polyglot, "")

#define FM_FORMAT_ID(id, name, suffix) FM_FORMAT_##id,
enum fm_format {
    FM_FORMAT_AUTO,
    FM_FORMATS(FM_FORMAT_ID) FM_FORMAT_COUNT,
    FM_FORMAT_VALUES = FM_FORMAT_COUNT /* of no file: for the library's reader, write_values.c */
};
/* " | fen | epd ...": for the help of the key `format`. */
#define FM_FORMAT_BAR(id, name, suffix) " | " #name
#define FM_FORMAT_HELP FM_FORMATS(FM_FORMAT_BAR)

/* Properties of a format, and the keys that it has. */
enum fm_format_trait {
    FM_FORMAT_GAMES = 1 << 0,    /* whole games instead of records of positions */
    FM_FORMAT_REWRITES = 1 << 1, /* records of lists are rewritten in place: FEN, EPD */
    FM_FORMAT_OPS = 1 << 2,      /* EPD operations; counters are two of them unless given */
    FM_FORMAT_COLUMNS = 1 << 3,  /* `columns` */
    FM_FORMAT_LINE = 1 << 4,     /* `line`, a template; a record without a value is skipped */
    FM_FORMAT_UTF8 = 1 << 5,     /* text of the input becomes UTF-8, whatever `encoding` is */
    FM_FORMAT_BOOK = 1 << 6      /* a book of moves, counted over the run: see book.h */
};

struct fm_record_plan;
struct fm_record_input;
struct fm_record_scratch;
struct fm_record_slot;
struct fm_warnings;

/* What is around the value of a slot. A value that needs no escape may be put there without the
 * format: numbers, moves, FENs, and text of which fm_format_row.write_slot changes nothing. */
struct fm_frame {
    struct fm_text before, after;
    struct fm_text instead; /* between these, where the value is empty */
    enum fm_missing {
        FM_MISSING_STAYS, /* an empty value has its frame */
        FM_MISSING_DROPS, /* it has none */
        FM_MISSING_BARES, /* it has one without its quotes: a byte less on either side */
        FM_MISSING_SKIPS  /* the record is not written */
    } missing;
    size_t most;  /* bytes of the value; 0 = fm_format_row.write_slot writes every one */
    bool sized;   /* fm_value_put_length() fills the end of `before`, unless the value is empty */
    bool checked; /* and that which begins with 0 or -: a null move, a zero */
};

struct fm_format_row {
    const char *help; /* what it writes, in a line */
    unsigned traits;  /* set of enum fm_format_trait */
    unsigned needs;   /* of every record: set of enum fm_record_needs */
    const char
        *line; /* a template that all its records are made by; NULL: it has none of its own */
    /* A record without slots: append it with its line end. Returns as fm_record_write(). */
    enum fm_status (*write)(const struct fm_record_input *in, struct fm_buf *out);
    /* A record of slots. NULL, and no `write`: the format has no templates; the boards, rewrite.h or
     * the copy of a game write it. */
    struct fm_text end; /* of the record */
    /* Append a slot with what is around it. Returns as fm_record_write(). @param value  of its
     * template; empty = it has none. */
    enum fm_status (*write_slot)(const struct fm_record_plan *plan,
                                 const struct fm_record_slot *slot, struct fm_text value,
                                 struct fm_record_scratch *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes);
    /* Work out the frame of a slot, `before` apart, which is appended to a buffer. Returns FM_OK or
     * FM_NO_MEMORY. */
    enum fm_status (*frame)(const struct fm_record_plan *plan, const struct fm_record_slot *slot,
                            struct fm_buf *before, struct fm_frame *frame);
    /* Append what is before the first record; NULL: nothing. Returns FM_OK or FM_NO_MEMORY. */
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
/* Of FM_FORMAT_VALUES: the length of a value, before it. */
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
