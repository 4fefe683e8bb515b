/* SPDX-License-Identifier: MIT */
/* Readers: games and positions, one after the other, out of files, memory or fed bytes. Included by
 * fenmill.h. */
#ifndef FENMILL_READER_H
#define FENMILL_READER_H
#include <fenmill/convert.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Reads PGN, lists of FENs or EPD records, and puzzles, plain or compressed, as the program does:
 * the same checks, the same values, the same words about what is wrong. A record of a list is a
 * game of one position. One thread at a time uses a reader; several readers are independent of each
 * other. */
struct fm_reader;

/** Where a game or record begins in its input. An index is an array of these, of all items
 * FM_ITEM_GAME_START; it holds as long as the input is not changed, and may be kept in a file. The
 * struct never grows. */
struct fm_game_place {
    uint64_t offset; /* offset in the decompressed input, in bytes */
    uint64_t line;   /* number of its line in the input, from 1 */
    uint64_t number; /* number of the game or record in the input, from 1 */
};

/** The input of a reader, and the parts of it that are wanted. Start with
 * FM_READER_OPTIONS_INIT. */
struct fm_reader_options {
    size_t size; /* sizeof(struct fm_reader_options) */
    /* The bytes: the first of these that is set (`memory`: its p is not NULL; n may be 0); none of
     * them: the reader is fed, fm_reader_feed(). The texts and files that they name must outlive
     * the reader. */
    const struct fm_inputs *inputs;
    const char *file;
    struct fm_text memory;
    /* Its `input` says how to read, `games` and `positions` which are wanted, `castling`,
     * `en-passant` and `counters` of `output` how FENs are written. Finished; must outlive the
     * reader. NULL = all there is, FENs as the program writes them: of games from ply 1, after the
     * first move. */
    const struct fm_profile *profile;
    /* Threads that read and replay, beside the caller's: 1..256; 0 = 1. */
    unsigned threads;
    /* Names of fields as in columns of tables (fm_list_row(FM_LIST_FIELDS), fenmill-profile(5)):
     * "fen", "last" and "last.uci" (the move that led to the position), "next", "comment", "nags",
     * "result", "White" ..., also templates with braces. Values are texts: "result.score" is "1.0",
     * "0.5", "0.0" or empty, "eval.position" a whole number of centipawns for White, of [%eval], of
     * engines' comments and of `ce`. Only these cost time. NULL = "fen" alone. */
    const char *const *fields;
    size_t field_count;
    /* True: positions of variations are items, too; false: they are passed over. */
    bool variations;
    bool warnings; /* true: each warning is an item, too */
    /* True: items lend their position and the move that is played in it; then `fields` NULL = no
     * field. It takes less time than to write and read FENs. */
    bool positions;
    /* True: start positions of games (ply 0) are items, too, unless `positions.plies` is set. */
    bool start;
    /* True: no thread is started; the caller's reads, in its calls. That takes the least CPU, and
     * the least time to seek; what is fed is then read when it ends. */
    bool alone;
};
/* clang-format off */
#define FM_READER_OPTIONS_INIT {sizeof(struct fm_reader_options), 0, 0, {0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/** Kinds of items. A game is a start, its positions, and an end; in between variations start and
 * end, which may have variations in them. Those that replace a move come before the position after
 * it. New kinds may be added. */
enum fm_item_kind {
    FM_ITEM_GAME_START = 0,
    FM_ITEM_POSITION = 1,
    /* The positions up to the end are of a variation; the first one is that which it leaves
     * from. */
    FM_ITEM_VARIATION_START = 2,
    FM_ITEM_VARIATION_END = 3,
    FM_ITEM_GAME_END = 4,
    /* A game or record; it has no other items, but with `on-error: truncate`. */
    FM_ITEM_REJECTED = 5,
    /* Something was accepted or passed over with a warning; the item is after its game. */
    FM_ITEM_WARNING = 6,
    /* Not there, not read to its end, or without a game or position; what came before it was
     * read. */
    FM_ITEM_INPUT_FAILED = 7
};

/** One item. All it points to lasts until the next call with the reader. */
struct fm_item {
    enum fm_item_kind kind;
    /* The game; its members are set from its start to its end. */
    bool listed;             /* true: a record of a list, or a line of moves */
    const char *input;       /* name of the input; else "memory" or "fed" */
    uint64_t offset, length; /* place in the decompressed input, in bytes */
    uint64_t number;         /* number of the game or record in its input, from 1 */
    const char *class_name;  /* "classic", "chess960", "setup", "variant" */
    const char *variant;     /* name of the variant, from fm_variant_name() */
    const char *result;      /* "1-0", "0-1", "1/2-1/2", "*"; as the field `result` */
    size_t tag_count;        /* number of tag pairs: see fm_reader_tag() */
    /* A position; `depth` is set for the start and end of a variation, too. */
    unsigned ply;       /* 0 = the start position; of a record as its move number says */
    unsigned depth;     /* depth of the variation; 0 = the main line */
    struct fm_text fen; /* the value of the field "fen", if that is wanted */
    /* Values of the wanted fields, in their order: UTF-8; empty = none. */
    const struct fm_text *values;
    size_t value_count;
    /* Fault of an item that is rejected, warned of or has failed; else NULL. */
    const struct fm_error *error;
    /* With fm_reader_options.positions, of an item of a position; else NULL. It may be used as any
     * other but not freed; fm_position_copy() keeps it. */
    const struct fm_position *position;
    const struct fm_legal_move *next; /* move that is played in it; NULL = none */
    uint64_t line; /* number of the line where the game or record begins, from 1 */
};

/** Start to read, in threads of the reader's own.
 * @param error  may be NULL here and below; its texts last until the reader is freed.
 * Where the system allows no thread it reads as with `alone`.
 * @return FM_OK, FM_BAD_USE (error->what names the member of @p options), FM_BAD_PROFILE (no such
 * field; the profile has several outputs, or `positions.sample.total`, which no item comes out of
 * before the end), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_new(const struct fm_reader_options *options,
                                                  struct fm_reader **out, struct fm_error *error);
/** Stop reading, wherever that is, and free; may be NULL. A child made by fork() has none of the
 * threads: there the calls with its parent's reader return FM_BAD_USE, after the game that is
 * begun, and nothing is freed. */
FM_API void fm_reader_free(struct fm_reader *reader);
/** The next item, in the order of the input for any number of threads.
 * @param[out] item  set with FM_OK only.
 * @return FM_OK; FM_NEEDS_INPUT (all that was fed is used up: feed more, or say that there is no
 * more); FM_END (everything was read; rejected games and records were items); FM_STOPPED
 * (`on-error: stop`, `max-errors`); FM_INPUT_FAILED (everything was read, but an input failed,
 * which was an item and is not named in @p error, or, with `on-input-error: stop`, is @p error);
 * FM_CANCELLED; FM_NO_MEMORY; FM_BAD_USE (after fork(), see fm_reader_free()). All but the first
 * two come again. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_next(struct fm_reader *reader,
                                                   const struct fm_item **item,
                                                   struct fm_error *error);
/** Pass over games and records: the rest of the one that is begun, then @p games more, rejected
 * ones too. The items of warnings and failed inputs on the way are passed over.
 * @return as fm_reader_next(): FM_OK: the next item is that of a game's start, or of what comes
 * after. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_skip(struct fm_reader *reader, uint64_t games,
                                                   struct fm_error *error);
/** Go on with the game or record at a place, forwards or back, also after the end; what comes after
 * it follows. Threads are stopped and started. A plain file is read from there on; compressed text
 * before the place is decompressed again.
 * @param place  of this input; another one gives the items of what begins there.
 * @return FM_OK; FM_BAD_USE: the reader is fed, has several inputs, a pipe, standard input or an
 * archive (ZIP, tar), or the place has no line or number: it goes on as it was; FM_NO_MEMORY: only
 * fm_reader_seek() and fm_reader_free() may follow. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_seek(struct fm_reader *reader,
                                                   const struct fm_game_place *place,
                                                   struct fm_error *error);
/** The place of the game that the last item is of; all 0 for an item of no game. */
FM_API struct fm_game_place fm_reader_place(const struct fm_reader *reader);

/* Values. */

/** Types of values. A field has the same type in all inputs: fm_field_type(). */
enum fm_value_type {
    FM_TYPE_TEXT = 0,
    FM_TYPE_INTEGER = 1, /* "ply", "eval.position", "WhiteElo.number" ... */
    FM_TYPE_REAL = 2     /* "result.score", "eval" ... */
};
/** The type of a field's values; templates of several parts, and what is no field, are texts. */
FM_API enum fm_value_type fm_field_type(const char *field);
/** A value, as its field's type. */
struct fm_value {
    enum fm_value_type type;
    bool missing;        /* true: there is none; `text` is empty, the numbers are 0 */
    int64_t integer;     /* of FM_TYPE_INTEGER */
    double real;         /* of FM_TYPE_REAL */
    struct fm_text text; /* as fm_item.values has it */
    uint64_t reserved[2];
};
/** Value number @p index of the last item, which is a position. @return false: there are fewer. */
FM_API bool fm_reader_value(const struct fm_reader *reader, size_t index, struct fm_value *out);

/** The values of one field in all rows of a batch, in the layout of Apache Arrow. The struct never
 * grows: new members take the reserved ones. */
struct fm_column {
    enum fm_value_type type;
    /* FM_TYPE_INTEGER and FM_TYPE_REAL: a value for each row, 0 where it is missing; else
     * NULL. */
    const int64_t *integers;
    const double *reals;
    /* FM_TYPE_TEXT: the value of a row is the bytes from offsets[row] to offsets[row + 1]. */
    const uint32_t *offsets;
    const unsigned char *bytes;
    const uint8_t *valid; /* bit row % 8 of valid[row / 8]: there is a value */
    size_t missing;       /* number of rows without one */
    const void *reserved[4];
};
/** Positions, as rows of columns. Made by the library: new members are added at the end. */
struct fm_batch {
    size_t count;          /* number of rows */
    const uint32_t *plies; /* of each row, as fm_item.ply */
    const uint32_t *depths;
    const uint32_t *games; /* of each row the index of its game in `starts` */
    /* Items of the starts of the games, of the one that was begun before, too. */
    const struct fm_item *const *starts;
    size_t start_count;
    const struct fm_column *columns; /* of each field */
    size_t column_count;
    /* Item of another kind that comes after the rows: rejected, a warning, failed; NULL = none. */
    const struct fm_item *fault;
};
/** The next positions as a batch, which lasts until the next call with the reader. A batch is
 * full, ends with a fault, or with what its threads have given: it may be small, but has a row or a
 * fault. Positions are not lent.
 * @param rows  at most so many rows, at least 1. @return as fm_reader_next(); FM_BAD_USE, too: no
 * rows. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_next_batch(struct fm_reader *reader, size_t rows,
                                                         const struct fm_batch **batch,
                                                         struct fm_error *error);

/* Fed bytes. */

/** Feed bytes, which are copied, in pieces of any size: at any time, not only when they are needed.
 * Reading begins with 64 KiB, or with the end: what is fed before gives no items yet.
 * @return FM_OK, FM_BAD_USE (the reader is not fed, or that was ended), FM_NO_MEMORY. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_feed(struct fm_reader *reader, const void *bytes,
                                                   size_t n);
/** There are no more bytes. */
FM_API void fm_reader_feed_end(struct fm_reader *reader);
/* Games. */

/** Tag pair number @p index, 0.., of the game that the last item is of: decoded, without escapes.
 * Both last until the game's end. @return false after the last. */
FM_API bool fm_reader_tag(const struct fm_reader *reader, size_t index, struct fm_text *name,
                          struct fm_text *value);
/** The value of the first tag of that name. @return false: there is none. */
FM_API bool fm_reader_tag_value(const struct fm_reader *reader, const char *name,
                                struct fm_text *value);
/** Make a position of the caller's own, of the last item: a copy of the lent one, or else made of
 * the field "fen", if that is wanted, which takes longer. @return as fm_position_new();
 * FM_BAD_USE: the item has neither. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_position(const struct fm_reader *reader,
                                                       struct fm_position **out,
                                                       struct fm_error *error);
/** End the reading soon, from any thread: fm_reader_next() returns FM_CANCELLED. */
FM_API void fm_reader_cancel(struct fm_reader *reader);
/** Counts of what was read, as of a converter: once fm_reader_next() has returned FM_END or another
 * end; NULL before. They last until the reader is freed. */
FM_API const struct fm_totals *fm_reader_totals(const struct fm_reader *reader);

/** Functions that are called with the items, one for each kind; NULL = these items are passed
 * over. They return false when they have enough. */
struct fm_visitor {
    size_t size; /* sizeof(struct fm_visitor) */
    void *user;
    bool (*game_start)(void *user, struct fm_reader *reader, const struct fm_item *item);
    bool (*position)(void *user, struct fm_reader *reader, const struct fm_item *item);
    bool (*variation_start)(void *user, struct fm_reader *reader, const struct fm_item *item);
    bool (*variation_end)(void *user, struct fm_reader *reader, const struct fm_item *item);
    bool (*game_end)(void *user, struct fm_reader *reader, const struct fm_item *item);
    /* Called for items of all other kinds. */
    bool (*fault)(void *user, struct fm_reader *reader, const struct fm_item *item);
};
/** Call the visitor with all items from here on, in the caller's thread.
 * @return as fm_reader_next(), but never FM_OK; FM_CANCELLED: a function has returned false, and
 * the next call of any kind goes on after its item; FM_BAD_USE: the visitor has no size. */
FM_API FM_MUST_CHECK enum fm_status fm_reader_visit(struct fm_reader *reader,
                                                    const struct fm_visitor *visitor,
                                                    struct fm_error *error);

#ifdef __cplusplus
}
#endif
#endif
