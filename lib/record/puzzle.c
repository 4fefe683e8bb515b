/* SPDX-License-Identifier: MIT */
/* Puzzles of a table: see puzzle.h. A line of the table is a line of the file: a field in quotes
 * may have commas and doubled quotes in it, but no line end. */
#include <config.h>
#include "record/puzzle.h"
#include "board/castling.h"
#include "record/epd.h"

enum { COLUMNS_MAX = 64 }; /* columns of a header */

const struct fm_puzzle_table fm_puzzle_standard = {.least = 3,
                                                   .most = 10,
                                                   .at = {[FM_PUZZLE_ID] = 1,
                                                          [FM_PUZZLE_FEN] = 2,
                                                          [FM_PUZZLE_MOVES] = 3,
                                                          [FM_PUZZLE_RATING] = 4,
                                                          [FM_PUZZLE_DEVIATION] = 5,
                                                          [FM_PUZZLE_POPULARITY] = 6,
                                                          [FM_PUZZLE_PLAYS] = 7,
                                                          [FM_PUZZLE_THEMES] = 8,
                                                          [FM_PUZZLE_URL] = 9,
                                                          [FM_PUZZLE_OPENING] = 10}};

/* A field of a line. */
struct field {
    struct fm_text text; /* field without its quotes and the blanks around it */
    bool doubled;        /* true: it may have doubled quotes */
    bool malformed;      /* true: its quote is not closed before a comma or the end */
};

/* The quote that closes a field; the end if there is none. */
static const unsigned char *closing_quote(const unsigned char *p, const unsigned char *end)
{
    for (; p < end; p++) {
        if (*p != '"')
            continue;
        if (p + 1 == end || p[1] != '"')
            return p;
        p++;
    }
    return end;
}

/* Take the first field of what is left of a line. @param[in,out] at  NULL after the last. */
static struct field next_field(const unsigned char **at, const unsigned char *end)
{
    const unsigned char *p = *at;
    while (p < end && *p == ' ')
        p++;
    const bool quoted = p < end && *p == '"';
    const unsigned char *quote = quoted ? closing_quote(p + 1, end) : p;
    const unsigned char *comma = quote == end ? NULL : memchr(quote, ',', (size_t)(end - quote));
    comma = comma == NULL ? end : comma;
    struct field field = {.text = fm_text_trim(fm_text_between(p, comma))};
    if (quoted) {
        const struct fm_text after = fm_text_between(quote, comma); /* the quote, blanks */
        field.malformed = quote == end || fm_text_trim(after).n != 1;
        field.text = fm_text_between(p + 1, quote);
        field.doubled = true;
    }
    *at = comma == end ? NULL : comma + 1;
    return field;
}

static enum fm_puzzle_column column_named(struct fm_text name)
{
    static const char *const names[FM_PUZZLE_COLUMNS] = {[FM_PUZZLE_ID] = "PuzzleId",
                                                         [FM_PUZZLE_FEN] = "FEN",
                                                         [FM_PUZZLE_MOVES] = "Moves",
                                                         [FM_PUZZLE_RATING] = "Rating",
                                                         [FM_PUZZLE_THEMES] = "Themes",
                                                         [FM_PUZZLE_OPENING] = "OpeningTags",
                                                         [FM_PUZZLE_DEVIATION] = "RatingDeviation",
                                                         [FM_PUZZLE_POPULARITY] = "Popularity",
                                                         [FM_PUZZLE_PLAYS] = "NbPlays",
                                                         [FM_PUZZLE_URL] = "GameUrl"};
    int column = 0;
    while (column < FM_PUZZLE_COLUMNS && !fm_text_equal_nocase(name, fm_text_of(names[column])))
        column++;
    return (enum fm_puzzle_column)column;
}

bool fm_puzzle_read_header(struct fm_text line, struct fm_puzzle_table *table)
{
    struct fm_puzzle_table found = {0};
    const unsigned char *at = line.p;
    unsigned count = 0;
    while (at != NULL && count < COLUMNS_MAX) {
        const struct field field = next_field(&at, line.p + line.n);
        const enum fm_puzzle_column column = column_named(field.text);
        count++;
        if (column < FM_PUZZLE_COLUMNS && found.at[column] == 0)
            found.at[column] = (unsigned char)count;
    }
    found.least = found.most = (unsigned char)count;
    if (at != NULL || found.at[FM_PUZZLE_FEN] == 0 || found.at[FM_PUZZLE_MOVES] == 0)
        return false;
    *table = found;
    return true;
}

bool fm_puzzle_is_header(struct fm_text line, const struct fm_puzzle_table *table)
{
    /* Few lines have the letters of `FEN` side by side, and those are looked at. */
    static const char letters[] = "fenFEN";
    const unsigned char *at = line.p, *const end = line.p + line.n;
    struct fm_puzzle_table other;
    struct field field = {.text = {NULL, 0}};
    for (unsigned i = 0; i < table->at[FM_PUZZLE_FEN] && at != NULL; i++)
        field = next_field(&at, end);
    return field.text.n == 3 && memchr(letters, field.text.p[0], 6) != NULL &&
           fm_puzzle_read_header(line, &other);
}

static enum fm_status refuse_puzzle(struct fm_error *error, struct fm_text what, const char *detail)
{
    *error = (struct fm_error){.status = FM_REJECTED,
                               .reason = FM_REASON_BAD_PUZZLE,
                               .what = what,
                               .detail = fm_text_of(detail)};
    return FM_REJECTED;
}

/* The fields of a line that are read; those that it has not are empty. */
static enum fm_status read_fields(struct fm_text line, const struct fm_puzzle_table *table,
                                  struct field fields[FM_PUZZLE_COLUMNS], struct fm_error *error)
{
    const unsigned char *at = line.p;
    unsigned count = 0;
    while (at != NULL && count <= table->most) {
        const struct field field = next_field(&at, line.p + line.n);
        count++;
        if (field.malformed)
            return refuse_puzzle(error, field.text, "a quote is not closed before the next comma");
        for (unsigned i = 0; i < FM_PUZZLE_COLUMNS; i++)
            if (table->at[i] == count)
                fields[i] = field;
    }
    if (count < table->least)
        return refuse_puzzle(error, line, "there are too few columns");
    if (count > table->most)
        return refuse_puzzle(error, line, "there are too many columns");
    return FM_OK;
}

/* The text of a field: doubled quotes are one. */
static enum fm_status value_of_field(const struct field *field, struct fm_arena *scratch,
                                     struct fm_text *text)
{
    *text = field->text;
    if (!field->doubled || field->text.n == 0)
        return FM_OK;
    unsigned char *made = fm_arena_alloc(scratch, field->text.n), *to = made;
    if (made == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < field->text.n; i++) {
        *to++ = field->text.p[i];
        i += field->text.p[i] == '"'; /* the other one of the two */
    }
    *text = fm_text_between(made, to);
    return FM_OK;
}

/* A puzzle on a board: the moves of its line are played on it. */
struct puzzle {
    struct fm_epd_board board;
    struct fm_text moves; /* moves that are not yet played */
    unsigned ply;         /* number of plies played */
};

/* Play the next move. @param line  NULL, or a buffer that it is appended to. */
static enum fm_status play_next(struct puzzle *puzzle, struct fm_buf *line, struct fm_error *error)
{
    unsigned char san[FM_EPD_SAN_MAX];
    const unsigned char *end;
    struct fm_text *const left = &puzzle->moves;
    struct fm_text word = {left->p, 0};
    while (word.n < left->n && word.p[word.n] > ' ')
        word.n++;
    FM_TRY(fm_epd_play(&puzzle->board, word, puzzle->ply, san, &end, error));
    puzzle->ply++;
    *left = fm_text_trim((struct fm_text){word.p + word.n, left->n - word.n});
    if (line == NULL)
        return FM_OK;
    if (line->n > 0)
        FM_TRY(fm_buf_append_short(line, " ", 1));
    return fm_buf_append(line, san, (size_t)(end - san));
}

static enum fm_status put_number_op(struct fm_buf *out, struct fm_text opcode, uint64_t number,
                                    struct fm_warnings *notes)
{
    unsigned char text[20];
    return fm_epd_write_op(out, opcode, fm_epd_type_of(opcode),
                           fm_text_between(text, fm_put_u64(text, number)), notes);
}

static enum fm_status put_string_op(struct fm_buf *out, struct fm_text opcode,
                                    const struct field *field, struct fm_arena *scratch,
                                    struct fm_warnings *notes)
{
    struct fm_text text;
    FM_TRY(value_of_field(field, scratch, &text));
    return text.n == 0 ? FM_OK : fm_epd_write_op(out, opcode, FM_EPD_STRING, text, notes);
}

/* The operations, in the order of their names as in normal EPD. @param counters  NULL = none. */
static enum fm_status put_operations(const struct field fields[FM_PUZZLE_COLUMNS],
                                     struct fm_text solution, const struct fm_setup *counters,
                                     struct fm_arena *scratch, struct fm_buf *out,
                                     struct fm_warnings *notes)
{
    const unsigned char *blank = memchr(solution.p, ' ', solution.n);
    const struct fm_text best = blank == NULL ? solution : fm_text_between(solution.p, blank);
    FM_TRY(fm_epd_write_op(out, FM_TEXT("bm"), FM_EPD_MOVE_SET, best, notes));
    static const enum fm_puzzle_column texts[] = {
        FM_PUZZLE_THEMES, FM_PUZZLE_RATING, FM_PUZZLE_OPENING,  FM_PUZZLE_POPULARITY,
        FM_PUZZLE_PLAYS,  FM_PUZZLE_URL,    FM_PUZZLE_DEVIATION};
    for (unsigned i = 0; i < FM_COUNT_OF(texts); i++) { /* c0, c1 ... */
        const unsigned char opcode[] = {'c', (unsigned char)('0' + i)};
        FM_TRY(put_string_op(out, (struct fm_text){opcode, sizeof opcode}, &fields[texts[i]],
                             scratch, notes));
    }
    if (counters != NULL) {
        FM_TRY(put_number_op(out, FM_TEXT("fmvn"), counters->fullmove, notes));
        FM_TRY(put_number_op(out, FM_TEXT("hmvc"), counters->halfmove, notes));
    }
    FM_TRY(put_string_op(out, FM_TEXT("id"), &fields[FM_PUZZLE_ID], scratch, notes));
    return fm_epd_write_op(out, FM_TEXT("pv"), FM_EPD_MOVE_SEQUENCE, solution, notes);
}

/* The position of the record, and its setup. */
static enum fm_status put_position(const struct puzzle *puzzle, struct fm_buf *out,
                                   struct fm_setup *setup, struct fm_error *error)
{
    static const struct fm_fen_style style = {
        .castling = FM_CASTLING_XFEN, .en_passant = FM_EP_ALWAYS, .counters = FM_COUNTERS_NONE};
    const struct fm_board_ops *ops = puzzle->board.ops;
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX));
    const unsigned char *end = ops->write(puzzle->board.board, &style, out->p + out->n);
    ops->setup(puzzle->board.board, setup);
    if (end != NULL) {
        out->n = (size_t)(end - out->p);
        return FM_OK;
    }
    *error = (struct fm_error){.status = FM_REJECTED, .reason = fm_castling_refusal(setup)};
    return FM_REJECTED;
}

/* The record of a puzzle on a board, before its first move. */
static enum fm_status put_puzzle(struct puzzle *puzzle,
                                 const struct field fields[FM_PUZZLE_COLUMNS], bool counters,
                                 struct fm_arena *scratch, struct fm_buf *out,
                                 struct fm_warnings *notes, struct fm_error *error)
{
    struct fm_buf solution = {NULL, 0, 0};
    struct fm_setup setup;
    FM_TRY(play_next(puzzle, NULL, error));
    if (puzzle->moves.n == 0)
        return refuse_puzzle(error, fields[FM_PUZZLE_MOVES].text,
                             "there is no move that solves it");
    enum fm_status status = put_position(puzzle, out, &setup, error);
    while (status == FM_OK && puzzle->moves.n > 0)
        status = play_next(puzzle, &solution, error);
    if (status == FM_OK)
        status = put_operations(fields, fm_buf_text(&solution), counters ? &setup : NULL, scratch,
                                out, notes);
    fm_buf_free(&solution);
    return status;
}

enum fm_status fm_puzzle_write_epd(struct fm_text line, const struct fm_puzzle_table *table,
                                   const struct fm_rewrite *wanted, struct fm_arena *scratch,
                                   struct fm_buf *out, struct fm_warnings *notes,
                                   struct fm_error *error)
{
    struct field fields[FM_PUZZLE_COLUMNS] = {{.text = {NULL, 0}}};
    struct fm_rewrite by_rules = *wanted;
    struct fm_fen_edit start;
    struct puzzle puzzle;
    const size_t begin = out->n;
    FM_TRY(read_fields(line, table, fields, error));
    by_rules.notation = false; /* the moves are played */
    const enum fm_status read =
        fm_fen_edit_read(&start, fields[FM_PUZZLE_FEN].text, &by_rules, error);
    fm_warnings_add(notes, &start.notes);
    FM_TRY(read);
    puzzle.ply = 0;
    puzzle.moves = fm_text_trim(fields[FM_PUZZLE_MOVES].text);
    if (puzzle.moves.n == 0)
        return refuse_puzzle(error, line, "there are no moves");
    fm_epd_board_make(&start.setup, NULL, &puzzle.board);
    const bool counters = start.setup.counters_given;
    const enum fm_status status = put_puzzle(&puzzle, fields, counters, scratch, out, notes, error);
    out->n = status == FM_OK ? out->n : begin;
    return status;
}
