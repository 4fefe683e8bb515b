/* SPDX-License-Identifier: MIT */
/* What the module has of its own in C, to cross the border between Python and C once and not for each move. It is on
 * fenmill.h alone, and knows nothing of Python. build_fenmill.py makes the declarations of cffi from what is here and in
 * the library's headers. */
#ifndef FENMILL_PYTHON_NATIVE_H
#define FENMILL_PYTHON_NATIVE_H
#include <fenmill.h>

/** A legal move in one number: square from, square to << 8 (of castling that in UCI), promotion << 16 (1 pawn, 2
 * knight ..., 0 = none), and what it is. Squares are rank * files + file. */
enum {
    PY_MOVE_CAPTURE = 1 << 20,
    PY_MOVE_PAWN = 1 << 21,
    PY_MOVE_EN_PASSANT = 1 << 22,
    PY_MOVE_CASTLING = 1 << 23,
    PY_MOVE_A_SIDE = 1 << 24, /* of castling */
    PY_MOVE_NULL = 1 << 25
};

/* The library's calls for text that is bytes in Python, which cffi passes as they are. */
enum fm_status py_position_new(const char *fen, size_t n, const char *variant,
                               struct fm_position **out, struct fm_error *error);
enum fm_status py_board_read(const char *fen, size_t n, struct fm_board *out,
                             struct fm_error *error);
enum fm_status py_epd_read(const char *line, size_t n, struct fm_epd **out, struct fm_error *error);
/** @param value  NULL removes the operation. */
enum fm_status py_epd_set(struct fm_epd *epd, const char *opcode, const char *value, size_t n);

enum fm_status py_profile_read(struct fm_profile *profile, const char *name, const char *yaml,
                               size_t n, struct fm_error *error);

/** All legal moves, if there is room for them. @return how many there are; SIZE_MAX: no memory. */
size_t py_moves(const struct fm_position *position, uint32_t *out, size_t room);
/** The move that a text means. */
enum fm_status py_find(const struct fm_position *position, const char *text, size_t n,
                       uint32_t *out, struct fm_error *error);
/** A move in another form. @param[out] out  FM_MOVE_SIZE bytes. */
enum fm_status py_move_text(const struct fm_position *position, const char *text, size_t n,
                            enum fm_move_form form, char *out, struct fm_error *error);
/** Whether a text means a legal move that gives check. */
bool py_gives_check(const struct fm_position *position, const char *text, size_t n);
/** The position after a move. @param[out] out  to be freed; @p position is as before. */
enum fm_status py_play(const struct fm_position *position, const char *text, size_t n,
                       struct fm_position **out, uint32_t *played, struct fm_error *error);

/* Tables: rows of tab-separated values to columns of numbers and texts. */

/** What a column holds. */
enum py_kind {
    PY_TEXT,    /* bytes one after the other, and where each begins */
    PY_INTEGER, /* int64_t; PY_MISSING where a number is missing */
    PY_DECIMAL, /* double; NaN where a number is missing */
    PY_SWITCH,  /* one byte, 0 or 1 */
    PY_TAG      /* as PY_TEXT; the same in all rows of a game, and exported as a dictionary */
};
/* In place of an integer that is missing. */
#define PY_MISSING INT64_MIN
struct py_column {
    enum py_kind kind;
    bool missing;         /* a number of PY_INTEGER is */
    unsigned char *bytes; /* malloc()ed */
    size_t used, room;
    int64_t *offsets; /* PY_TEXT: rows + 1 of them, in bytes; as `bytes` */
};
struct py_table {
    size_t columns, rows;
    struct py_column *column;
    /* The beginning of a row whose end has not come yet. */
    unsigned char *rest;
    size_t rest_used, rest_room;
    size_t offsets_room; /* rows */
    size_t users;        /* changed atomically; the table is freed with the last of them */
};

/** @return NULL: no memory. */
struct py_table *py_table_new(const enum py_kind *kinds, size_t columns);
/** An empty table with columns of the same kinds. @return NULL: no memory. */
struct py_table *py_table_like(const struct py_table *table);
/** One user less; may be NULL. */
void py_table_free(struct py_table *table);
/** Add the rows of a batch, whose columns are those of the table. @return false: no memory. */
bool py_table_add(struct py_table *table, const struct fm_batch *batch);
/** A column of PY_INTEGER as doubles, NaN where a number is missing. */
void py_doubles(double *out, const int64_t *numbers, size_t rows);
/** Add bytes of rows, without a header: fm_destinations.write. @return 0, ENOMEM, or EBADMSG: these are not
 * rows of the table's columns. */
int py_table_write(void *table, const void *bytes, size_t n);
/** After the last row. @return as py_table_write(). */
int py_table_end(struct py_table *table);
/** Texts of a column as rows of `width` bytes, which no text is longer than. @param out  all zeros. */
void py_pad(unsigned char *out, size_t width, const unsigned char *bytes, const int64_t *offsets,
            size_t rows);
/* Games: what a game holds is gathered in C, and crosses the border in a few pieces. */

/** Texts one after the other, each but the last with PY_SEPARATOR after it, which no text has in it. */
struct py_texts {
    unsigned char *bytes;
    size_t used, room, count;
};
enum { PY_SEPARATOR = 0x1E };

struct py_game {
    bool listed;
    uint64_t offset, length, number;
    char class_name[32], variant[32], result[8];
    struct py_texts input; /* one */
    struct py_texts tags;  /* a name, its value, and so on */
    size_t positions;
    uint32_t *plies, *depths; /* of each position */
    size_t positions_room;
    struct py_texts *values; /* of each field: a text for each position */
    size_t fields;
};

/** A reader with what must outlive it. */
struct py_games {
    struct fm_reader *reader;
    struct fm_profile *profile;
    bool inside; /* of a game whose end has not come yet */
    struct py_game game;
};

/** @param profile  finished; freed with the games, and also if this fails. Inputs and what they point to are
 * not copied. @return as fm_reader_new(). */
enum fm_status py_games_new(struct fm_profile *profile, const struct fm_inputs *inputs,
                            const char *const *fields, size_t field_count, unsigned threads,
                            bool variations, bool warnings, bool start, bool alone,
                            struct py_games **out, struct fm_error *error);
/** May be NULL. */
void py_games_free(struct py_games *games);
/** Go on to the end of a game, or to a fault.
 * @param[out] fault  not NULL: it is one, and `game` is not complete.
 * @return FM_OK, or as fm_reader_next(). */
enum fm_status py_games_next(struct py_games *games, const struct fm_error **fault,
                             struct fm_error *error);
/** FENs anew in another dialect.
 * @param fens     as of struct py_texts: in X-FEN, with en passant squares after every double step.
 * @param[out] out as these, an empty text where the dialect cannot express a right; room for
 * FM_FEN_SIZE bytes for each of them.
 * @return bytes in @p out; SIZE_MAX: no memory. */
size_t py_fens(const char *fens, size_t n, const char *variant, enum fm_castling_dialect castling,
               enum fm_en_passant en_passant, enum fm_counters counters, char *out);

/** The positions of FENs as py_fens() has them.
 * @param[out] out  room for each; all are to be freed by py_positions_free(), also after a failure.
 * @return false: no memory, or no position. */
bool py_positions(const char *fens, size_t n, const char *variant, struct fm_position **out);
void py_positions_free(struct fm_position **positions, size_t n);

/* What the module does while a run lasts. */

/** Reports, of which only the first are passed on, as each costs a call of Python. */
struct py_reports {
    void *user;
    uint64_t left;
    void (*pass)(void *user, const struct fm_error *error);
    void (*released)(void *user); /* of a stream; else NULL */
};
/** fm_events.message, for struct py_reports. */
void py_report(void *reports, const struct fm_error *error);

/* Arrow: rows by the C stream interface. */

struct ArrowArrayStream;
/** Export a table, or what a reader gives, as a stream. It has what it needs until its release() is called, by whatever
 * thread: reports->released() comes last then.
 * @param table    of which it becomes another user; with @p games an empty one of the columns' kinds.
 * @param names    of the columns; copied.
 * @param games    the stream's from here on, unless it cannot be made; NULL: the rows are the table's.
 * @param rows     most in a batch of @p games.
 * @param reports  of @p games; NULL without.
 * @param ended    NULL, or called once with the counts when all was read.
 * @return NULL: no memory. */
struct ArrowArrayStream *py_stream_new(struct py_table *table, const char *const *names,
                                       struct py_games *games, size_t rows,
                                       struct py_reports *reports,
                                       void (*ended)(void *user, const struct fm_totals *totals));
/** Release it, unless a consumer has done so, and free it; may be NULL. */
void py_stream_free(struct ArrowArrayStream *stream);

#endif
