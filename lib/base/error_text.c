/* SPDX-License-Identifier: MIT */
/* Error records as a line for a person: the place, the game, the text that is wrong, why it is wrong,
 * what may have been meant. The program prints these words and adds what is its own: its name, and what
 * its options do about it. */
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

/* End the buffer with a NUL; a character that is cut off is left out. @return bytes of the whole text. */
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

/* The number of a well-formed character of n bytes. */
static uint32_t code_of(const unsigned char *p, size_t n)
{
    uint32_t code = n == 1 ? p[0] : p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++)
        code = code << 6 | (p[i] & 0x3Fu);
    return code;
}

/* Characters that move the cursor, change the direction of text or end a line: C0, DEL, C1; the marks
 * of bidirectional text (UAX #9); U+2028 and U+2029; and a byte order mark within text. */
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
        const uint32_t code = n == 0 ? text.p[i] : code_of(text.p + i, n);
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

/* Is it about a game or record of a shard, which does not know how many lines are before it? */
static bool is_unnumbered(const struct fm_error *error)
{
    const bool of_record =
        error->status == FM_REJECTED || (error->status == FM_OK && error->warning);
    return of_record && error->line == 0 && error->game == 0;
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
    if (is_unnumbered(error))
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
        rest = (struct fm_text){rest.p + n + (blank != NULL), rest.n - n - (blank != NULL)};
        before = memchr(rest.p, ' ', rest.n) != NULL ? ", \"" : " or \"";
    }
    if (error->hint.n > 0)
        put(line, "?");
}

static const char *piece_name(unsigned char letter)
{
    switch (letter) {
    case 'P':
        return "pawn";
    case 'N':
        return "knight";
    case 'B':
        return "bishop";
    case 'R':
        return "rook";
    case 'Q':
        return "queen";
    case 'K':
        return "king";
    case 'A':
    case 'J':
        return "archbishop";
    case 'C':
        return "chancellor";
    default:
        return "piece";
    }
}

/* "no white knight can reach h3" */
static void put_reach(struct line *line, const char *who, const struct fm_error *error,
                      const char *colour, const char *piece)
{
    put_format(line, "%s %s %s can %s", who, colour, piece,
               error->to[0] != '\0' ? "reach " : "go there");
    put(line, error->to);
}

static void put_why(struct line *line, const struct fm_error *error)
{
    const char *colour = error->black ? "black" : "white";
    const char *side = error->black ? "Black" : "White";
    const char *piece = piece_name(error->piece);
    switch (error->why) {
    case FM_WHY_NONE:
        put(line, fm_reason_meaning(error->reason));
        break;
    case FM_WHY_NO_PIECE:
        put_reach(line, "no", error, colour, piece);
        break;
    case FM_WHY_KING_IN_CHECK:
        put_format(line, "the %s king would be in check", colour);
        break;
    case FM_WHY_OWN_PIECE:
        put_format(line, "a %s piece is on %s", colour,
                   error->to[0] != '\0' ? error->to : "that square");
        break;
    case FM_WHY_NO_RIGHT:
        put_format(line, "%s has no such castling right", side);
        break;
    case FM_WHY_CASTLING_BLOCKED:
        put_format(line, "%s cannot castle: a piece is in the way", side);
        break;
    case FM_WHY_CASTLING_ATTACKED:
        put_format(line, "%s cannot castle out of check, through it or into it", side);
        break;
    case FM_WHY_PROMOTION_MISSING:
        put(line, "a pawn on the last rank must promote; the new piece is not given");
        break;
    case FM_WHY_PROMOTION_WRONG:
        put(line, "a pawn cannot promote to that");
        break;
    case FM_WHY_SEVERAL:
        put_reach(line, "more than one", error, colour, piece);
        break;
    case FM_WHY_NOT_A_MOVE:
        put(line, "this is no move in any known notation");
        break;
    case FM_WHY_GAME_OVER:
        put(line, "the game is over: mate or stalemate is on the board");
        break;
    }
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

static void put_field(struct line *line, enum fm_fen_field field)
{
    const char *meaning = fm_fen_field_meaning(field);
    if (meaning == NULL)
        put(line, fm_reason_meaning(FM_REASON_BAD_FEN));
    else
        put_format(line, "the FEN is wrong in %s", meaning);
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

static void put_faults(struct line *line, unsigned faults)
{
    if (faults == 0) {
        put(line, fm_reason_meaning(FM_REASON_IMPOSSIBLE_POSITION));
        return;
    }
    put(line, "the position is impossible: ");
    put_fault_list(line, faults);
}

static void put_meaning(struct line *line, const struct fm_error *error)
{
    if (error->reason == FM_REASON_BAD_FEN)
        put_field(line, error->field);
    else if (error->reason == FM_REASON_IMPOSSIBLE_POSITION)
        put_faults(line, error->faults);
    else
        put_why(line, error);
    if (error->reason == FM_REASON_VARIATION_UNPLAYABLE && error->why != FM_WHY_NONE)
        put(line, "; the rest of this variation is skipped");
}

static void put_name(struct line *line, struct fm_text name)
{
    if (name.n == 0)
        put(line, "?");
    else
        put_text(line, name, NAME_MAX_BYTES);
}

static bool starts_with_year(struct fm_text date)
{
    for (size_t i = 0; i < 4; i++)
        if (i >= date.n || date.p[i] < '0' || date.p[i] > '9')
            return false;
    return true;
}

static void put_game(struct line *line, const struct fm_error *error)
{
    const bool named = error->white.n > 0 || error->black_name.n > 0;
    if ((error->game > 0 || named) && error->reason != FM_REASON_STRAY_TEXT) {
        put(line, error->listed ? "record" : "game");
        if (error->game > 0)
            put_format(line, " %" PRIu64, error->game);
        if (named) {
            put(line, " (");
            put_name(line, error->white);
            put(line, " - ");
            put_name(line, error->black_name);
            if (starts_with_year(error->date))
                put_format(line, ", %.4s", (const char *)error->date.p);
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
        put_text(line, error->detail, WHAT_MAX_BYTES);
    }
    if (error->os_error != 0) {
        put(line, ": ");
        put(line, strerror(error->os_error));
    }
}

/* An input that could not be read; one without games or positions was read. */
static bool is_unreadable(const struct fm_error *error)
{
    return error->status == FM_INPUT_FAILED &&
           (error->reason == FM_REASON_INPUT_UNREADABLE ||
            error->reason == FM_REASON_INPUT_DAMAGED || error->reason == FM_REASON_INPUT_CHANGED);
}

/* What a status is that no record, profile or file is to blame for. */
static const char *status_meaning(const struct fm_error *error)
{
    switch (error->status) {
    case FM_STOPPED:
        return error->detail.n > 0
                   ? "stopped: more games or records were rejected than max-errors allows"
                   : "stopped at the first rejected game or record (on-error: stop)";
    case FM_PIPE_CLOSED:
        return "nobody reads the output any more";
    case FM_NO_MEMORY:
        return "out of memory";
    case FM_CANCELLED:
        return "cancelled";
    case FM_NO_ROOM:
        return "the buffer is too small";
    case FM_NEEDS_INPUT:
        return "more input is needed";
    case FM_END:
        return "there is no more";
    case FM_OK:
    case FM_REJECTED:
    case FM_BAD_USE:
    case FM_BAD_PROFILE:
    case FM_INPUT_FAILED:
    case FM_OUTPUT_FAILED:
        break;
    }
    return "";
}

static void put_error(struct line *line, const struct fm_error *error)
{
    if (error->reason != FM_REASON_NONE && !is_unreadable(error))
        put_finding(line, error);
    else if (error->status == FM_INPUT_FAILED || error->status == FM_OUTPUT_FAILED)
        put_failure(line, error);
    else if (error->status == FM_BAD_USE || error->status == FM_BAD_PROFILE)
        put_profile(line, error);
    else
        put(line, status_meaning(error));
}

size_t fm_error_text(const struct fm_error *error, char *out, size_t size)
{
    struct line line = {out, size, 0};
    put_error(&line, error);
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
