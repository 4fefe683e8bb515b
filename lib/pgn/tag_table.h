/* SPDX-License-Identifier: MIT */
/* A table of the user's by which tags of games are filled in or replaced (`input.tag-table`): CSV
 * or TSV with a header. One column is looked up; the others are tags that are set where it has the
 * value of the game. In headings `Player` stands for White and for Black. */
#ifndef FM_PGN_TAG_TABLE_H
#define FM_PGN_TAG_TABLE_H
#include <stdatomic.h>
#include "base/memory.h"
#include "base/table.h"
#include "pgn/tags.h"

enum {
    FM_TAG_TABLE_COLUMNS = 32,
    FM_TAG_TABLE_ROWS = 1 << 20,
    FM_TAG_TABLE_BYTES = 64 << 20 /* the rows, without the text of the file */
};

/* What a column is in a game: for White, and for Black; both are one where it is of no player. */
struct fm_tag_column {
    struct fm_text names[2];
    enum fm_tag_id ids[2];
};

/** Const once it is read, but for `used`; zero-initialised is empty. */
struct fm_tag_table {
    struct fm_tag_column columns[FM_TAG_TABLE_COLUMNS];
    size_t column_count;
    size_t key;           /* the column that is looked up */
    bool of_players;      /* true: it is looked up for White and for Black */
    bool replaces;        /* true: tags with a value get the table's */
    struct fm_table rows; /* hash table of the folded values of `key` */
    size_t row_count;     /* keys of the table, those in several rows included */
    size_t repeated;      /* keys that several rows have with different values: they set nothing */
    atomic_uchar *used;   /* for each key whether a game had it; owned */
    struct fm_buf text;   /* the cells: a NUL after each; owned */
    struct fm_arena arena;
};

struct fm_tag_table_options {
    struct fm_text by; /* heading of the column that is looked up; empty = the first */
    bool replaces;
};

/** Read a file.
 * @param[out] out  zeroed; fm_tag_table_free() after any outcome.
 * @return FM_OK, FM_INPUT_FAILED, FM_BAD_PROFILE (error: input, line, column, what, detail),
 * FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_table_read(const char *name,
                                               const struct fm_tag_table_options *options,
                                               struct fm_tag_table *out, struct fm_error *error);
void fm_tag_table_free(struct fm_tag_table *table);
/** Find the row of a value, in UTF-8, of the column that is looked up: whatever its case, accents
 * and punctuation. The row is used then. Any thread.
 * @param[out] cells  of the row, for fm_tag_table_cell(); NULL: no row, or several, have it.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_tag_table_find(const struct fm_tag_table *table,
                                               struct fm_text value, struct fm_arena *scratch,
                                               const unsigned char **cells);
/** The next cell of a row: one for each column. */
struct fm_text fm_tag_table_cell(const unsigned char **cells);
/** Is a tag's value none: empty, or of `?` and `.` alone (PGN standard 8.1.1)? */
bool fm_tag_is_missing(struct fm_text value);
/** The number of keys that no game had. */
size_t fm_tag_table_unused(const struct fm_tag_table *table);

#endif
