/* Error records as lines: the place, the game, the text that is wrong, why it is wrong, what may have
 * been meant. */
#include <config.h>
#include "message.h"
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "print.h"

enum {
    WHAT_MAX_BYTES = 120,
    NAME_MAX_BYTES = 40,
    MOVE_MAX_BYTES = 120,
    PATH_MAX_BYTES = 1000,
    USAGE_SIZE = 2048
};

enum fm_exit fm_exit_of(enum fm_status status)
{
    switch (status) {
    case FM_OK:
    case FM_PIPE_CLOSED:
        return FM_EXIT_DONE;
    case FM_REJECTED:
    case FM_STOPPED:
        return FM_EXIT_REJECTED;
    case FM_BAD_USE:
    case FM_BAD_PROFILE:
        return FM_EXIT_USAGE;
    case FM_INPUT_FAILED:
    case FM_OUTPUT_FAILED:
    case FM_NO_MEMORY:
    case FM_CANCELLED:
    case FM_NO_ROOM:
        return FM_EXIT_FAILED;
    }
    return FM_EXIT_FAILED;
}

static void put_path(const char *name)
{
    fm_printable_put(stderr, fm_printable_text(name), PATH_MAX_BYTES);
}

/* "archive.pgn:1234:17: ", or the program's name where no place is known. */
static void put_place(const struct fm_error *error)
{
    if (error->input == NULL) {
        fputs("fenmill: ", stderr);
        return;
    }
    put_path(strcmp(error->input, "-") == 0 ? "<stdin>" : error->input);
    if (error->line > 0)
        fprintf(stderr, ":%" PRIu64, error->line);
    if (error->line > 0 && error->column > 0)
        fprintf(stderr, ":%" PRIu64, error->column);
    fputs(": ", stderr);
}

static void put_what(const struct fm_error *error)
{
    if (error->what.n == 0 || error->move > 0) /* put_game() has printed the move */
        return;
    if (error->reason == FM_REASON_UNSUPPORTED_VARIANT) {
        fm_printable_put(stderr, error->what, WHAT_MAX_BYTES);
        fputs(": ", stderr);
        return;
    }
    putc('"', stderr);
    fm_printable_put(stderr, error->what, WHAT_MAX_BYTES);
    fputs("\": ", stderr);
}

/* Of several suggestions each is quoted: did you mean "Nbd2" or "Nfd2"? */
static void put_hint(const struct fm_error *error)
{
    struct fm_text rest = error->hint;
    const char *before = "; did you mean \"";
    while (rest.n > 0) {
        const unsigned char *blank = memchr(rest.p, ' ', rest.n);
        const size_t n = blank == NULL ? rest.n : (size_t)(blank - rest.p);
        fputs(before, stderr);
        fm_printable_put(stderr, (struct fm_text){rest.p, n}, WHAT_MAX_BYTES);
        putc('"', stderr);
        rest = (struct fm_text){rest.p + n + (blank != NULL), rest.n - n - (blank != NULL)};
        before = memchr(rest.p, ' ', rest.n) != NULL ? ", \"" : " or \"";
    }
    if (error->hint.n > 0)
        putc('?', stderr);
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
static void put_reach(const char *who, const struct fm_error *error, const char *colour,
                      const char *piece)
{
    fprintf(stderr, "%s %s %s can %s", who, colour, piece,
            error->to[0] != '\0' ? "reach " : "go there");
    fputs(error->to, stderr);
}

static void put_why(const struct fm_error *error)
{
    const char *colour = error->black ? "black" : "white";
    const char *side = error->black ? "Black" : "White";
    const char *piece = piece_name(error->piece);
    switch (error->why) {
    case FM_WHY_NONE:
    case FM_WHY_COUNT:
        fputs(fm_reason_meaning(error->reason), stderr);
        break;
    case FM_WHY_NO_PIECE:
        put_reach("no", error, colour, piece);
        break;
    case FM_WHY_KING_IN_CHECK:
        fprintf(stderr, "the %s king would be in check", colour);
        break;
    case FM_WHY_OWN_PIECE:
        fprintf(stderr, "a %s piece is on %s", colour,
                error->to[0] != '\0' ? error->to : "that square");
        break;
    case FM_WHY_NO_RIGHT:
        fprintf(stderr, "%s has no such castling right", side);
        break;
    case FM_WHY_CASTLING_BLOCKED:
        fprintf(stderr, "%s cannot castle: a piece is in the way", side);
        break;
    case FM_WHY_CASTLING_ATTACKED:
        fprintf(stderr, "%s cannot castle out of check, through it or into it", side);
        break;
    case FM_WHY_PROMOTION_MISSING:
        fputs("a pawn on the last rank must promote; the new piece is not given", stderr);
        break;
    case FM_WHY_PROMOTION_WRONG:
        fputs("a pawn cannot promote to that", stderr);
        break;
    case FM_WHY_SEVERAL:
        put_reach("more than one", error, colour, piece);
        break;
    case FM_WHY_NOT_A_MOVE:
        fputs("this is no move in any known notation", stderr);
        break;
    case FM_WHY_GAME_OVER:
        fputs("the game is over: mate or stalemate is on the board", stderr);
        break;
    }
}

static void put_field(enum fm_fen_field field)
{
    static const char *const names[] = {
        [FM_FIELD_NONE] = NULL,
        [FM_FIELD_PLACEMENT] = "the placement of the pieces (field 1)",
        [FM_FIELD_SIDE] = "the side to move (field 2)",
        [FM_FIELD_CASTLING] = "the castling rights (field 3)",
        [FM_FIELD_EN_PASSANT] = "the en passant square (field 4)",
        [FM_FIELD_HALFMOVE] = "the halfmove clock (field 5)",
        [FM_FIELD_FULLMOVE] = "the move number (field 6)",
        [FM_FIELD_EXTRA] = "the text after the last field",
    };
    if (field == FM_FIELD_NONE)
        fputs(fm_reason_meaning(FM_REASON_BAD_FEN), stderr);
    else
        fprintf(stderr, "the FEN is wrong in %s", names[field]);
}

void fm_message_faults(unsigned faults, char *out, size_t size)
{
    static const struct {
        enum fm_fault fault;
        const char *text;
    } table[] = {
        {FM_FAULT_EMPTY_BOARD, "the board is empty"},
        {FM_FAULT_NO_WHITE_KING, "White has no king"},
        {FM_FAULT_NO_BLACK_KING, "Black has no king"},
        {FM_FAULT_TOO_MANY_KINGS, "a side has more than one king"},
        {FM_FAULT_TOO_MANY_PIECES, "a side has too many pieces"},
        {FM_FAULT_TOO_MANY_PAWNS, "a side has too many pawns"},
        {FM_FAULT_PAWN_ON_LAST_RANK, "a pawn is on the first or last rank"},
        {FM_FAULT_OPPOSITE_CHECK, "the side that is not to move is in check"},
        {FM_FAULT_IMPOSSIBLE_CHECK, "no move can have given this check"},
        {FM_FAULT_TOO_MANY_PROMOTED, "a side has more promoted pieces than missing pawns"},
    };
    const char *before = "";
    size_t n = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table && n < size; i++) {
        if ((faults & (unsigned)table[i].fault) != 0) {
            n += (size_t)snprintf(out + n, size - n, "%s%s", before, table[i].text);
            before = ", ";
        }
    }
}

static void put_faults(unsigned faults)
{
    char text[512];
    if (faults == 0) {
        fputs(fm_reason_meaning(FM_REASON_IMPOSSIBLE_POSITION), stderr);
        return;
    }
    fm_message_faults(faults, text, sizeof text);
    fprintf(stderr, "the position is impossible: %s", text);
}

static void put_meaning(const struct fm_error *error)
{
    if (error->reason == FM_REASON_BAD_FEN)
        put_field(error->field);
    else if (error->reason == FM_REASON_IMPOSSIBLE_POSITION)
        put_faults(error->faults);
    else
        put_why(error);
    if (error->reason == FM_REASON_VARIATION_UNPLAYABLE && error->why != FM_WHY_NONE)
        fputs("; the rest of this variation is skipped", stderr);
}

static void put_name(struct fm_text name)
{
    if (name.n == 0)
        putc('?', stderr);
    else
        fm_printable_put(stderr, name, NAME_MAX_BYTES);
}

static bool starts_with_year(struct fm_text date)
{
    for (size_t i = 0; i < 4; i++)
        if (i >= date.n || date.p[i] < '0' || date.p[i] > '9')
            return false;
    return true;
}

static void put_game(const struct fm_error *error)
{
    const bool named = error->white.n > 0 || error->black_name.n > 0;
    if (error->game > 0 && error->reason != FM_REASON_STRAY_TEXT) {
        fprintf(stderr, "%s %" PRIu64, error->listed ? "record" : "game", error->game);
        if (named) {
            fputs(" (", stderr);
            put_name(error->white);
            fputs(" - ", stderr);
            put_name(error->black_name);
            if (starts_with_year(error->date))
                fprintf(stderr, ", %.4s", (const char *)error->date.p);
            putc(')', stderr);
        }
        fputs(": ", stderr);
    }
    if (error->variation)
        fputs("in a variation: ", stderr);
    if (error->move > 0) {
        fprintf(stderr, "%u%s ", error->move, error->black ? "..." : ".");
        fm_printable_put(stderr, error->what, MOVE_MAX_BYTES);
        fprintf(stderr, " (ply %u): ", error->ply);
    } else if (error->ply > 0) {
        fprintf(stderr, "after ply %u: ", error->ply);
    }
}

static void print_finding(const struct fm_error *error)
{
    put_place(error);
    if (error->warning)
        fputs("warning: ", stderr);
    put_game(error);
    put_what(error);
    put_meaning(error);
    if (error->detail.n > 0) {
        fputs(" (", stderr);
        fm_printable_put(stderr, error->detail, WHAT_MAX_BYTES);
        putc(')', stderr);
    }
    put_hint(error);
    if (error->warning)
        fprintf(stderr, " [%s]", fm_reason_name(error->reason));
    putc('\n', stderr);
}

/* What to do about an error of the system; NULL = the text of the system is enough. */
static const char *advice(enum fm_status status, int os_error)
{
    static const struct {
        enum fm_status status;
        int os_error;
        const char *text;
    } table[] = {
        {FM_OUTPUT_FAILED, EEXIST, "--force replaces it"},
        {FM_OUTPUT_FAILED, ENOENT, "its folder must exist"},
        {FM_OUTPUT_FAILED, ENOSPC, "no file of this name was written"},
        {FM_OUTPUT_FAILED, EMFILE, "raise the limit of open files: ulimit -n"},
        {FM_INPUT_FAILED, EMFILE, "raise the limit of open files: ulimit -n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].status == status && table[i].os_error == os_error)
            return table[i].text;
    return NULL;
}

/* An input or output that failed. */
static void print_failure(const struct fm_error *error)
{
    const bool reads = error->status == FM_INPUT_FAILED;
    fprintf(stderr, "fenmill: cannot %s ", reads ? "read" : "write");
    const bool standard = error->what.n == 1 && error->what.p[0] == '-';
    if (error->what.n > 0 && !standard)
        fm_printable_put(stderr, error->what, PATH_MAX_BYTES);
    else if (error->input != NULL && strcmp(error->input, "-") != 0)
        put_path(error->input);
    else
        fputs(reads ? "standard input" : "standard output", stderr);
    if (error->offset > 0)
        fprintf(stderr, " after byte %" PRIu64, error->offset);
    if (error->detail.n > 0) {
        fputs(": ", stderr);
        fm_printable_put(stderr, error->detail, WHAT_MAX_BYTES);
    }
    if (error->os_error != 0)
        fprintf(stderr, ": %s", strerror(error->os_error));
    const char *text = advice(error->status, error->os_error);
    if (text != NULL)
        fprintf(stderr, "; %s", text);
    putc('\n', stderr);
}

/* A profile, or a call that the library refuses. */
static void print_profile(const struct fm_error *error)
{
    put_place(error);
    put_what(error);
    if (error->detail.n > 0)
        fm_printable_put(stderr, error->detail, PATH_MAX_BYTES);
    else
        fputs(error->status == FM_BAD_USE ? "these options cannot be combined" : "not valid here",
              stderr);
    put_hint(error);
    putc('\n', stderr);
}

/* An input that could not be read; one without games or positions was read. */
static bool is_unreadable(const struct fm_error *error)
{
    return error->status == FM_INPUT_FAILED && (error->reason == FM_REASON_INPUT_UNREADABLE ||
                                                error->reason == FM_REASON_INPUT_DAMAGED);
}

void fm_message_print(const struct fm_error *error)
{
    if (error->reason != FM_REASON_NONE && !is_unreadable(error)) {
        print_finding(error);
        return;
    }
    switch (error->status) {
    case FM_OK:
    case FM_REJECTED:
    case FM_PIPE_CLOSED:
    case FM_CANCELLED:
    case FM_NO_ROOM:
    case FM_NO_MEMORY: /* main() prints it, at the end */
        break;
    case FM_STOPPED:
        fputs(
            error->detail.n > 0
                ? "fenmill: stopped: more games or records were rejected than --max-errors allows\n"
                : "fenmill: stopped at the first rejected game or record (on-error: stop)\n",
            stderr);
        break;
    case FM_BAD_USE:
    case FM_BAD_PROFILE:
        print_profile(error);
        break;
    case FM_INPUT_FAILED:
    case FM_OUTPUT_FAILED:
        print_failure(error);
        break;
    }
}

/* An input or output that failed is always named. */
static bool is_failure(const struct fm_error *error)
{
    return (error->status == FM_INPUT_FAILED && !error->warning) ||
           error->status == FM_OUTPUT_FAILED;
}

/* Messages to print for each reason. */
static uint64_t most_of(const struct fm_settings *settings)
{
    return settings->quiet > 1 ? 0 : settings->messages;
}

bool fm_message_due(const struct fm_message_counts *counts, const struct fm_settings *settings,
                    const struct fm_error *error)
{
    if (is_failure(error))
        return true;
    return !(error->warning && settings->quiet > 0) &&
           counts->of[error->reason] < most_of(settings);
}

void fm_message_record(struct fm_message_counts *counts, const struct fm_settings *settings,
                       const struct fm_error *error)
{
    if (fm_message_due(counts, settings, error))
        fm_message_print(error);
    if (!is_failure(error) && !(error->warning && settings->quiet > 0))
        counts->of[error->reason]++;
}

void fm_message_rest(const struct fm_message_counts *counts, const struct fm_settings *settings)
{
    const uint64_t most = most_of(settings);
    for (size_t i = 1; most > 0 && i < FM_REASON_COUNT; i++) {
        char rest[FM_NUMBER_SIZE];
        if (counts->of[i] > most)
            fprintf(stderr, "... and %s more %s (--messages all, --log FILE)\n",
                    fm_number_grouped(counts->of[i] - most, rest),
                    fm_reason_name((enum fm_reason)i));
    }
}

void fm_message_memory(void)
{
    fputs("fenmill: out of memory\n", stderr);
}

void fm_message_option(const struct fm_settings *settings, const char *option, bool valued,
                       const struct fm_change *change, const struct fm_error *error)
{
    fprintf(stderr, "fenmill %s: --%s", settings->command, option);
    if (valued) {
        fputs(" \"", stderr);
        if (strcmp(option, "set") == 0) {
            put_path(change->key);
            putc('=', stderr);
        }
        put_path(change->value);
        putc('"', stderr);
    }
    fputs(": ", stderr);
    if (error->detail.n > 0)
        fm_printable_put(stderr, error->detail, PATH_MAX_BYTES);
    else
        fputs("not valid here", stderr);
    put_hint(error);
    putc('\n', stderr);
}

enum fm_status fm_message_usage(const char *command, const char *format, ...)
{
    char text[USAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *blank = command == NULL ? "" : " ";
    command = command == NULL ? "" : command;
    fprintf(stderr, "fenmill%s%s: ", blank, command);
    put_path(text);
    fprintf(stderr, "\nTry 'fenmill%s%s --help'.\n", blank, command);
    return FM_BAD_USE;
}
