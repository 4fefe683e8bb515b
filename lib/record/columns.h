/* SPDX-License-Identifier: MIT */
/* Tables as input: a line is a row, and each column means something of a position or of a game.
 * Tables that are known by what they begin with are rows of one list: lichess's puzzles and
 * evaluations (database.lichess.org), and the openings of lichess-org/chess-openings. What the
 * columns of another one mean, their names or the user says. */
#ifndef FM_RECORD_COLUMNS_H
#define FM_RECORD_COLUMNS_H
#include "base/hash.h"
#include "record/record.h"
#include "record/epd.h"
#include "base/cells.h"

enum { FM_COLUMNS_MAX = 64, FM_COLUMN_NAME_MAX = 30 };

/* What a column means. */
enum fm_meaning {
    FM_COLUMN_NOTHING, /* it is not read */
    FM_COLUMN_FEN,     /* the position; the start, where there are moves */
    FM_COLUMN_MOVES,   /* the moves of a game */
    FM_COLUMN_EVALS,   /* lichess's evaluations of a position, in JSON */
    FM_COLUMN_ALONE,   /* those before this one are there one time, those after it have a name */
    FM_COLUMN_RESULT = FM_COLUMN_ALONE, /* c9; the Result tag */
    FM_COLUMN_EVAL,                     /* ce, from a score for White */
    FM_COLUMN_EVAL_MOVER,               /* ce, from a score for the side to move */
    FM_COLUMN_OP,                       /* an operation */
    FM_COLUMN_TAG                       /* a tag of a game */
};

struct fm_column_meaning {
    unsigned char meaning;             /* enum fm_meaning */
    unsigned char n;                   /* bytes of the name */
    char name[FM_COLUMN_NAME_MAX + 8]; /* opcode or tag; padded for fm_tag_id_of() */
};

struct fm_known_table; /* a known table: columns.c */

/* How the rows of an input are read. Zero-initialised: it is no table. */
struct fm_columns {
    const struct fm_known_table *known; /* NULL: by the names of columns */
    /* columns with their meanings that the user gives (`input.columns`); NULL = none */
    const struct fm_record_field *given;
    size_t given_count;
    unsigned char apart;           /* byte between two fields; `{`: JSON lines; 0: no table */
    unsigned char least, most;     /* fewest and most fields of a row; of JSON 0 */
    bool leads;                    /* true: the first move only leads to the position (puzzles) */
    struct fm_text missing;        /* a given column that the header does not have; n 0: none */
    size_t header;                 /* length of the header line; 0 = there is none */
    struct fm_hash128 header_hash; /* hash of the header line */
    struct fm_column_meaning columns[FM_COLUMNS_MAX]; /* meanings of the fields */
};

/* The columns that the user gives, and where the table is expected. */
struct fm_columns_wanted {
    const struct fm_record_field *given;
    size_t given_count;
    bool puzzles; /* true: rows without a header are lichess's puzzles */
};

/** Read a meaning: `fen`, `moves`, `result`, `eval`, `eval.mover`, `op.NAME`, `id`, the name of a
 * tag, or `-` for nothing. @return false, and *out untouched: it is none. */
bool fm_column_read(struct fm_text word, struct fm_column_meaning *out);
/** Does a line show that it is the first of a known table? So strict that nothing else is one.
 * @param[out] table  untouched if it does not. */
bool fm_columns_shown(struct fm_text line, struct fm_columns *table);
/** Find out how rows are read from the first line of an input that the user says is a table.
 * @param[out] table  also set if no column means anything: then no row can be read. */
void fm_columns_begin(struct fm_text line, const struct fm_columns_wanted *wanted,
                      struct fm_columns *table);
/** The text of a line: without its line end, the NULs that some programs leave there, and a byte
 * order mark. Blanks and TABs stay: a first or last field may be empty. */
struct fm_text fm_columns_line(const unsigned char *p, const unsigned char *end);
/** Is the line no row of this table: its header, blank, or a comment (`#`, `;`, `%`, `//`) of one
 * field? @param table  zero-initialised: it is not known yet. */
bool fm_columns_passes(struct fm_text line, const struct fm_columns *table);

/** Refuse a row, as BAD_PUZZLE or BAD_ROW. @param detail  constant. @return FM_REJECTED. */
enum fm_status fm_columns_refuse(const struct fm_columns *table, struct fm_text what,
                                 const char *detail, struct fm_error *error);

/* What the cells of a row mean. */
struct fm_cells {
    const struct fm_columns *table;
    struct fm_text line;
    struct fm_cell alone[FM_COLUMN_ALONE]; /* by enum fm_meaning; text.p NULL: there is none */
    size_t count;
    struct {
        struct fm_text name; /* of an operation or a tag */
        struct fm_cell cell; /* not empty */
        enum fm_meaning meaning;
    } others[FM_COLUMNS_MAX];
    struct fm_column_meaning members[FM_COLUMNS_MAX]; /* names of `others`, of JSON */
};

/** Take a row apart. @return FM_OK, FM_REJECTED (error: BAD_PUZZLE or BAD_ROW). */
FM_MUST_CHECK enum fm_status fm_cells_read(struct fm_text line, const struct fm_columns *table,
                                           struct fm_cells *out, struct fm_error *error);
/** Is the row a game? Else it is a position. */
static inline bool fm_cells_are_game(const struct fm_cells *row)
{
    return row->alone[FM_COLUMN_MOVES].text.p != NULL && !row->table->leads;
}
#endif
