/* SPDX-License-Identifier: MIT */
/* Error records as a line for a person: the place, the game, the text that is wrong, why it is
 * wrong, what may have been meant. The program prints these words and adds what is its own: its
 * name, and what its options do about it. */
#include <config.h>
#include "fenmill.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include "base/base.h"

enum { WHAT_MAX_BYTES = 120, NAME_MAX_BYTES = 40, MOVE_MAX_BYTES = 120, PATH_MAX_BYTES = 1000 };

/* The caller's buffer: what does not fit is only counted. */
struct line {
    char *out;
    size_t size, n;
};

static void put_bytes(struct line *line, const void *bytes, size_t n)
{
    if (line->n < line->size) {
        const size_t room = line->size - line->n;
        memcpy(line->out + line->n, bytes, n < room ? n : room);
    }
    line->n += n;
}

static void put(struct line *line, const char *text)
{
    put_bytes(line, text, strlen(text));
}

/* End the buffer with a NUL; a character that is cut off is left out. @return bytes of the whole
 * text. */
static size_t finish(struct line *line)
{
    if (line->size == 0)
        return line->n;
    size_t end = line->n < line->size ? line->n : line->size - 1;
    if (end < line->n)
        while (end > 0 && ((unsigned char)line->out[end] & 0xC0) == 0x80)
            end--;
    line->out[end] = '\0';
    return line->n;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
put_format(struct line *line, const char *format, ...)
{
    enum { FORMATTED_SIZE = 256 }; /* no text of the input goes through here */
    char text[FORMATTED_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(line, text);
}

/* Characters that move the cursor, change the direction of text or end a line: C0, DEL, C1; the
 * marks of bidirectional text (UAX #9); U+2028 and U+2029; and a byte order mark within text. */
static bool is_steering(uint32_t code)
{
    static const struct {
        uint32_t from, to;
    } ranges[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                  {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].from && code <= ranges[i].to)
            return true;
    return false;
}

/* At most @p most bytes of a text, "..." after what is cut. */
static void put_text(struct line *line, struct fm_text text, size_t most)
{
    size_t i = 0;
    while (i < text.n) {
        const size_t n = fm_utf8_length(text.p + i, text.n - i);
        uint32_t code = n < 2 ? text.p[i] : text.p[i] & (0x7Fu >> n);
        for (size_t k = 1; k < n; k++)
            code = code << 6 | (text.p[i + k] & 0x3Fu);
        if (i + (n > 0 ? n : 1) > most) {
            put(line, "...");
            return;
        }
        if (n == 0 || (n == 1 && is_steering(code)))
            put_format(line, "\\x%02X", (unsigned)text.p[i]);
        else if (is_steering(code))
            put_format(line, "\\u%04X", (unsigned)code);
        else
            put_bytes(line, text.p + i, n);
        i += n > 0 ? n : 1;
    }
}

size_t fm_text_printable(struct fm_text text, size_t most, char *out, size_t size)
{
    struct line line = {out, size, 0};
    put_text(&line, text, most);
    return finish(&line);
}

/* "archive.pgn:1234:17: ", "archive.pgn: byte 56789: "; nothing where no place is known. */
static void put_place(struct line *line, const struct fm_error *error)
{
    if (error->input == NULL)
        return;
    put_text(line, fm_text_of(strcmp(error->input, "-") == 0 ? "<stdin>" : error->input),
             PATH_MAX_BYTES);
    if (error->line > 0)
        put_format(line, ":%" PRIu64, error->line);
    if (error->line > 0 && error->column > 0)
        put_format(line, ":%" PRIu64, error->column);
    /* A game or record of a shard, which does not know how many lines are before it. */
    if ((error->status == FM_REJECTED || (error->status == FM_OK && error->warning)) &&
        error->line == 0 && error->game == 0)
        put_format(line, ": byte %" PRIu64, error->offset);
    put(line, ": ");
}

static void put_what(struct line *line, const struct fm_error *error)
{
    if (error->what.n == 0 || error->move > 0) /* put_game(line, ) has printed the move */
        return;
    if (error->reason == FM_REASON_UNSUPPORTED_VARIANT) {
        put_text(line, error->what, WHAT_MAX_BYTES);
        put(line, ": ");
        return;
    }
    put(line, "\"");
    put_text(line, error->what, WHAT_MAX_BYTES);
    put(line, "\": ");
}

/* Of several suggestions each is quoted: did you mean "Nbd2" or "Nfd2"? */
static void put_hint(struct line *line, const struct fm_error *error)
{
    struct fm_text rest = error->hint;
    const char *before = "; did you mean \"";
    while (rest.n > 0) {
        const unsigned char *blank = memchr(rest.p, ' ', rest.n);
        const size_t n = blank == NULL ? rest.n : (size_t)(blank - rest.p);
        put(line, before);
        put_text(line, (struct fm_text){rest.p, n}, WHAT_MAX_BYTES);
        put(line, "\"");
        rest = fm_text_after(rest, n + (blank != NULL));
        before = memchr(rest.p, ' ', rest.n) != NULL ? ", \"" : " or \"";
    }
    if (error->hint.n > 0)
        put(line, "?");
}

/* Why a move is illegal: $c is the colour of who moves, $s that side, $p the piece, $r that it goes
 * somewhere, $t where. */
static const char *const whys[] = {
    [FM_WHY_NO_PIECE] = "no $c $p can $r",
    [FM_WHY_KING_IN_CHECK] = "the $c king would be in check",
    [FM_WHY_OWN_PIECE] = "a $c piece is on $t",
    [FM_WHY_NO_RIGHT] = "$s has no such castling right",
    [FM_WHY_CASTLING_BLOCKED] = "$s cannot castle: a piece is in the way",
    [FM_WHY_CASTLING_ATTACKED] = "$s cannot castle out of check, through it or into it",
    [FM_WHY_PROMOTION_MISSING] = "a pawn on the last rank must promote; the new piece is not given",
    [FM_WHY_PROMOTION_WRONG] = "a pawn cannot promote to that",
    [FM_WHY_SEVERAL] = "more than one $c $p can $r",
    [FM_WHY_NOT_A_MOVE] = "this is no move in any known notation",
    [FM_WHY_GAME_OVER] = "the game is over: mate or stalemate is on the board",
};

static void put_why(struct line *line, const struct fm_error *error)
{
    static const char *const pieces['R' + 1] = {
        ['P'] = "pawn",       ['N'] = "knight",     ['B'] = "bishop",
        ['R'] = "rook",       ['Q'] = "queen",      ['K'] = "king",
        ['A'] = "archbishop", ['J'] = "archbishop", ['C'] = "chancellor"};
    const bool known = error->piece < FM_COUNT_OF(pieces) && pieces[error->piece] != NULL;
    const bool placed = error->to[0] != '\0';
    const char *text = whys[error->why];
    for (const char *end; (end = strchr(text, '$')) != NULL; text = end + 2) {
        put_bytes(line, text, (size_t)(end - text));
        switch (end[1]) {
        case 'c':
            put(line, error->black ? "black" : "white");
            break;
        case 's':
            put(line, error->black ? "Black" : "White");
            break;
        case 'p':
            put(line, known ? pieces[error->piece] : "piece");
            break;
        case 'r':
            put(line, placed ? "reach " : "go there");
            put(line, error->to);
            break;
        default:
            put(line, placed ? error->to : "that square");
        }
    }
    put(line, text);
}

const char *fm_fen_field_meaning(enum fm_fen_field field)
{
    static const char *const meanings[] = {
        [FM_FIELD_NONE] = NULL,
        [FM_FIELD_PLACEMENT] = "the placement of the pieces (field 1)",
        [FM_FIELD_SIDE] = "the side to move (field 2)",
        [FM_FIELD_CASTLING] = "the castling rights (field 3)",
        [FM_FIELD_EN_PASSANT] = "the en passant square (field 4)",
        [FM_FIELD_HALFMOVE] = "the halfmove clock (field 5)",
        [FM_FIELD_FULLMOVE] = "the move number (field 6)",
        [FM_FIELD_EXTRA] = "the text after the last field",
    };
    return (size_t)field < FM_COUNT_OF(meanings) ? meanings[field] : NULL;
}

/* In the order of their bits. */
static const char *const fault_meanings[] = {
    "the board is empty",
    "White has no king",
    "Black has no king",
    "a side has more than one king",
    "a side has too many pieces",
    "a side has too many pawns",
    "a pawn is on the first or last rank",
    "the side that is not to move is in check",
    "no move can have given this check",
    "a side has more than 15 pieces besides its king (19 on 10x8)",
    "a square has a letter that is no piece",
    "a castling right has no king and rook on the back rank",
    "no double step can have been on the en passant file",
    "the width, the variant, the prefix or the size is unknown",
};

const char *fm_fault_meaning(unsigned index)
{
    return index < FM_COUNT_OF(fault_meanings) ? fault_meanings[index] : NULL;
}

static void put_fault_list(struct line *line, unsigned faults)
{
    const char *before = "";
    for (unsigned i = 0; i < FM_COUNT_OF(fault_meanings); i++) {
        if (faults >> i & 1) {
            put(line, before);
            put(line, fault_meanings[i]);
            before = ", ";
        }
    }
}

size_t fm_faults_text(unsigned faults, char *out, size_t size)
{
    struct line line = {out, size, 0};
    put_fault_list(&line, faults);
    return finish(&line);
}

static void put_meaning(struct line *line, const struct fm_error *error)
{
    const enum fm_reason reason = error->reason;
    const char *field = reason == FM_REASON_BAD_FEN ? fm_fen_field_meaning(error->field) : NULL;
    const unsigned faults = reason == FM_REASON_IMPOSSIBLE_POSITION ? error->faults : 0;
    const bool moves = reason != FM_REASON_BAD_FEN && reason != FM_REASON_IMPOSSIBLE_POSITION &&
                       error->why != FM_WHY_NONE;
    if (moves)
        put_why(line, error);
    else if (field != NULL)
        put_format(line, "the FEN is wrong in %s", field);
    else
        put(line, faults != 0 ? "the position is impossible: " : fm_reason_meaning(reason));
    put_fault_list(line, faults);
    if (moves && reason == FM_REASON_VARIATION_UNPLAYABLE)
        put(line, "; the rest of this variation is skipped");
}

static void put_game(struct line *line, const struct fm_error *error)
{
    const bool named = error->white.n > 0 || error->black_name.n > 0;
    if ((error->game > 0 || named) && error->reason != FM_REASON_STRAY_TEXT) {
        put(line, error->listed ? "record" : "game");
        if (error->game > 0)
            put_format(line, " %" PRIu64, error->game);
        if (named) {
            const struct fm_text unknown = FM_TEXT("?"), date = error->date;
            size_t digits = 0; /* digits of a year */
            while (digits < 4 && digits < date.n && fm_byte_is_digit(date.p[digits]))
                digits++;
            put(line, " (");
            put_text(line, error->white.n > 0 ? error->white : unknown, NAME_MAX_BYTES);
            put(line, " - ");
            put_text(line, error->black_name.n > 0 ? error->black_name : unknown, NAME_MAX_BYTES);
            if (digits == 4)
                put_format(line, ", %.4s", (const char *)date.p);
            put(line, ")");
        }
        put(line, ": ");
    }
    if (error->variation)
        put(line, "in a variation: ");
    if (error->move > 0) {
        put_format(line, "%u%s ", error->move, error->black ? "..." : ".");
        put_text(line, error->what, MOVE_MAX_BYTES);
        put_format(line, " (ply %u): ", error->ply);
    } else if (error->ply > 0) {
        put_format(line, "after ply %u: ", error->ply);
    }
}

static void put_finding(struct line *line, const struct fm_error *error)
{
    put_place(line, error);
    if (error->warning)
        put(line, "warning: ");
    put_game(line, error);
    put_what(line, error);
    put_meaning(line, error);
    if (error->detail.n > 0) {
        put(line, " (");
        put_text(line, error->detail, WHAT_MAX_BYTES);
        put(line, ")");
    }
    put_hint(line, error);
    if (error->warning)
        put_format(line, " [%s]", fm_reason_name(error->reason));
}

/* A profile, or a call that the library refuses. */
static void put_profile(struct line *line, const struct fm_error *error)
{
    put_place(line, error);
    if (error->warning)
        put(line, "warning: ");
    put_what(line, error);
    if (error->detail.n > 0)
        put_text(line, error->detail, PATH_MAX_BYTES);
    else
        put(line,
            error->status == FM_BAD_USE ? "an argument or option is wrong" : "not valid here");
    put_hint(line, error);
}

/* An input or output that failed. */
static void put_failure(struct line *line, const struct fm_error *error)
{
    const bool reads = error->status == FM_INPUT_FAILED;
    const struct fm_text standard = FM_TEXT("-");
    const struct fm_text input = fm_text_of(error->input);
    const struct fm_text named =
        error->what.n > 0 && !fm_text_equal(error->what, standard) ? error->what : input;
    put(line, reads ? "cannot read " : "cannot write ");
    if (named.n == 0) /* which it was has been reported */
        put(line, reads ? "an input" : "an output");
    else if (!fm_text_equal(named, standard))
        put_text(line, named, PATH_MAX_BYTES);
    else
        put(line, reads ? "standard input" : "standard output");
    if (error->offset > 0)
        put_format(line, " after byte %" PRIu64, error->offset);
    if (error->reason == FM_REASON_INPUT_CHANGED)
        put(line, ": it was changed while it was read");
    if (error->detail.n > 0) {
        put(line, ": ");
        put_text(line, error->detail, PATH_MAX_BYTES);
    }
    if (error->in_part)
        put_format(line,
                   ", in the part that begins at byte %" PRIu64 " of the file and byte %" PRIu64
                   " of its text",
                   error->part_raw, error->part_plain);
    if (error->os_error != 0) {
        put(line, ": ");
        put(line, strerror(error->os_error));
    }
}

/* The meanings of statuses that no record, profile or file causes. */
static const char *const status_meanings[] = {
    [FM_STOPPED] = "stopped at the first rejected game or record (on-error: stop)",
    [FM_PIPE_CLOSED] = "nobody reads the output any more",
    [FM_NO_MEMORY] = "out of memory",
    [FM_CANCELLED] = "cancelled",
    [FM_NO_ROOM] = "the buffer is too small",
    [FM_NEEDS_INPUT] = "more input is needed",
    [FM_END] = "there is no more",
};

size_t fm_error_text(const struct fm_error *error, char *out, size_t size)
{
    struct line line = {out, size, 0};
    const size_t status = error->status;
    const bool reads = status == FM_INPUT_FAILED;
    /* An input that could not be read; one without games or positions was read. */
    const bool unreadable = reads && (error->reason == FM_REASON_INPUT_UNREADABLE ||
                                      error->reason == FM_REASON_INPUT_DAMAGED ||
                                      error->reason == FM_REASON_INPUT_CHANGED);
    if (error->reason != FM_REASON_NONE && !unreadable)
        put_finding(&line, error);
    else if (reads || status == FM_OUTPUT_FAILED)
        put_failure(&line, error);
    else if (status == FM_BAD_USE || status == FM_BAD_PROFILE)
        put_profile(&line, error);
    else if (status == FM_STOPPED && error->detail.n > 0)
        put(&line, "stopped: more games or records were rejected than max-errors allows");
    else if (status < FM_COUNT_OF(status_meanings) && status_meanings[status] != NULL)
        put(&line, status_meanings[status]);
    return finish(&line);
}

const char *fm_status_name(enum fm_status status)
{
    static const char *const names[] = {
        [FM_OK] = "ok",
        [FM_REJECTED] = "rejected",
        [FM_STOPPED] = "stopped",
        [FM_BAD_USE] = "bad-use",
        [FM_BAD_PROFILE] = "bad-profile",
        [FM_INPUT_FAILED] = "input-failed",
        [FM_OUTPUT_FAILED] = "output-failed",
        [FM_PIPE_CLOSED] = "pipe-closed",
        [FM_NO_MEMORY] = "no-memory",
        [FM_CANCELLED] = "cancelled",
        [FM_NO_ROOM] = "no-room",
        [FM_NEEDS_INPUT] = "needs-input",
        [FM_END] = "end",
    };
    return (size_t)status < FM_COUNT_OF(names) ? names[status] : NULL;
}
