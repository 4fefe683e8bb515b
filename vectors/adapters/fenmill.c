/* SPDX-License-Identifier: CC0-1.0
 * vectors/run's protocol for fenmill, by its library's public header. Positions and moves are calls;
 * what only a converter does (languages, EPD records made regular, PGN) goes from memory to memory. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fenmill.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 32, MOVES_MAX = 512, ANSWER_SIZE = 65536 };

static struct fm_text text_of(const char *s)
{
    return (struct fm_text){.p = (const unsigned char *)s, .n = strlen(s)};
}

static const char *field_name(enum fm_fen_field field)
{
    static const char *const names[] = {"fields",     "placement", "side",     "castling",
                                        "en-passant", "halfmove",  "fullmove", "fields"};
    return names[field];
}

/* By the bits of enum fm_fault. */
static const char *const fault_names[] = {
    "empty-board",    "no-white-king",     "no-black-king",  "too-many-kings",  "too-many-pieces",
    "too-many-pawns", "pawn-on-last-rank", "opposite-check", "impossible-check"};

static const char *reason_name(enum fm_reason reason)
{
    switch ((int)reason) {
    case FM_REASON_ILLEGAL_MOVE:
        return "illegal";
    case FM_REASON_AMBIGUOUS_MOVE:
        return "ambiguous";
    case FM_REASON_UNREADABLE_MOVE:
        return "unreadable";
    case FM_REASON_UNCLOSED_COMMENT:
    case FM_REASON_UNCLOSED_VARIATION:
        return "unclosed";
    case FM_REASON_BAD_FEN:
    case FM_REASON_IMPOSSIBLE_POSITION:
        return "fen";
    case FM_REASON_UNSUPPORTED_VARIANT:
        return "variant";
    case FM_REASON_AMBIGUOUS_LETTERS:
        return "letters";
    default:
        return fm_reason_name(reason);
    }
}

static void refuse(const struct fm_error *error, char *out)
{
    const char *comma = "";
    if (error->faults == 0) {
        sprintf(out, "no %s",
                error->reason == FM_REASON_BAD_FEN ? field_name(error->field)
                                                   : reason_name(error->reason));
        return;
    }
    out += sprintf(out, "no ");
    for (unsigned i = 0; i < sizeof fault_names / sizeof *fault_names; i++)
        if (error->faults >> i & 1) {
            out += sprintf(out, "%s%s", comma, fault_names[i]);
            comma = ",";
        }
}

/* ---- positions and moves --------------------------------------------------------------------- */

static enum fm_status play_all(struct fm_position *position, char *moves, struct fm_error *error)
{
    enum fm_status status = FM_OK;
    for (char *save, *move = strtok_r(moves, " ", &save); move != NULL && status == FM_OK;
         move = strtok_r(NULL, " ", &save))
        if (strcmp(move, "-") != 0)
            status = fm_position_play(position, text_of(move), error);
    return status;
}

static void task_fen(char *option, char *fen, char *moves, char *out)
{
    struct fm_position *position;
    struct fm_error error = {0};
    const enum fm_castling_dialect castling = *option == 'x'   ? FM_CASTLING_XFEN
                                              : *option == 's' ? FM_CASTLING_SHREDDER
                                                               : FM_CASTLING_FEN;
    const char *const ep = strchr(option, '/');
    const enum fm_en_passant en_passant = ep == NULL     ? FM_EP_KEEP
                                          : ep[1] == 'a' ? FM_EP_ALWAYS
                                          : ep[1] == 'p' ? FM_EP_PSEUDO_LEGAL
                                                         : FM_EP_LEGAL;
    if (fm_position_new(text_of(fen), NULL, &position, &error) != FM_OK) {
        refuse(&error, out);
        return;
    }
    if (play_all(position, moves, &error) != FM_OK)
        refuse(&error, out);
    else if (fm_position_fen(position, castling, en_passant, FM_COUNTERS_FIELDS, out + 3,
                             FM_FEN_SIZE, NULL) != FM_OK)
        strcpy(out, "no not-representable");
    else
        memcpy(out, "ok ", 3);
    fm_position_free(position);
}

static void move_found(const char *fen, const char *text, char *out)
{
    struct fm_position *position;
    struct fm_legal_move move;
    struct fm_error error = {0};
    char uci[FM_MOVE_SIZE], san[FM_MOVE_SIZE];
    if (fm_position_new(text_of(fen), NULL, &position, &error) != FM_OK) {
        refuse(&error, out);
        return;
    }
    if (fm_position_find(position, text_of(text), &move, &error) != FM_OK ||
        fm_position_move_text(position, &move, FM_MOVE_UCI_960, uci, sizeof uci) != FM_OK ||
        fm_position_move_text(position, &move, FM_MOVE_SAN, san, sizeof san) != FM_OK)
        refuse(&error, out);
    else
        sprintf(out, "ok %s %s", uci, san);
    fm_position_free(position);
}

struct move_list {
    char uci[MOVES_MAX][FM_MOVE_SIZE];
    size_t count;
};

static void note_move(void *user, const char *uci, const char *san, uint64_t paths)
{
    struct move_list *const list = user;
    (void)san, (void)paths;
    if (list->count < MOVES_MAX)
        strcpy(list->uci[list->count++], uci);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void task_moves(char *variant, char *fen, char *text, char *out)
{
    static struct move_list list;
    struct fm_position *position;
    struct fm_error error = {0};
    (void)text;
    if (fm_position_new(text_of(fen), variant, &position, &error) != FM_OK) {
        refuse(&error, out);
        return;
    }
    list.count = 0;
    fm_position_divide(position, 1, note_move, &list);
    qsort(list.uci, list.count, sizeof *list.uci, by_text);
    out += sprintf(out, "ok");
    for (size_t i = 0; i < list.count; i++)
        out += sprintf(out, " %s", list.uci[i]);
    fm_position_free(position);
}

static void task_perft(char *variant, char *fen, char *depth, char *out)
{
    struct fm_position *position;
    struct fm_error error = {0};
    if (fm_position_new(text_of(fen), variant, &position, &error) != FM_OK) {
        refuse(&error, out);
        return;
    }
    const unsigned plies = (unsigned)strtoul(depth, NULL, 10);
    sprintf(out, "ok %llu", (unsigned long long)fm_position_perft(position, plies));
    fm_position_free(position);
}

static void task_start960(char *option, char *number, char *text, char *out)
{
    struct fm_position *position;
    (void)text;
    char *end;
    const unsigned long n = strtoul(number, &end, 10);
    if (*number < '0' || *number > '9' || *end != 0 || n > 959 ||
        fm_position_new_sp((unsigned)n, &position) != FM_OK) {
        strcpy(out, "no number");
        return;
    }
    memcpy(out, "ok ", 3);
    (void)fm_position_fen(position, *option == 'x' ? FM_CASTLING_XFEN : FM_CASTLING_SHREDDER,
                          FM_EP_ALWAYS, FM_COUNTERS_FIELDS, out + 3, FM_FEN_SIZE, NULL);
    fm_position_free(position);
}

static void task_number960(char *option, char *fen, char *text, char *out)
{
    struct fm_position *position;
    struct fm_error error = {0};
    (void)option, (void)text;
    if (fm_position_new(text_of(fen), NULL, &position, &error) != FM_OK) {
        refuse(&error, out);
        return;
    }
    const int number = fm_position_sp(position);
    if (number < 0)
        strcpy(out, "no not-960");
    else
        sprintf(out, "ok %d", number);
    fm_position_free(position);
}

/* ---- converters ---------------------------------------------------------------------------- */

/* What a run gives: its output, and why games were rejected. */
struct made {
    char text[ANSWER_SIZE];
    size_t length;
    enum fm_reason rejected[GAMES_MAX + 1]; /* of game 1.. */
};

static int take(void *user, const void *bytes, size_t n)
{
    struct made *const made = user;
    if (n >= sizeof made->text - made->length)
        return ENOSPC;
    memcpy(made->text + made->length, bytes, n);
    made->length += n;
    made->text[made->length] = 0;
    return 0;
}

static void on_message(void *user, const struct fm_error *error)
{
    struct made *const made = user;
    if (!error->warning && error->game <= GAMES_MAX)
        made->rejected[error->game] = error->reason;
}

/* @param settings  keys and values, then NULL. */
static struct fm_profile *make_profile(const char *const *settings)
{
    struct fm_profile *profile;
    struct fm_error error = {0};
    if (fm_profile_new(&profile) != FM_OK)
        abort();
    for (; settings[0] != NULL; settings += 2)
        if (fm_profile_set(profile, settings[0], settings[1], &error) != FM_OK)
            abort();
    if (fm_profile_finish(profile, &error) != FM_OK)
        abort();
    return profile;
}

static void convert(const char *const *settings, const char *text, struct made *made)
{
    char name[] = "request";
    char *names[] = {name};
    const struct fm_byte_source source = {.size = sizeof source, .bytes = text_of(text)};
    const struct fm_byte_source *const sources[] = {&source};
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = names, .count = 1, .sources = sources};
    const struct fm_destinations to = {.size = sizeof to, .write = take, .write_user = made};
    const struct fm_events events = {.size = sizeof events, .user = made, .message = on_message};
    struct fm_profile *const profile = make_profile(settings);
    struct fm_converter *converter;
    struct fm_error error = {0};
    memset(made, 0, sizeof *made);
    if (fm_converter_new(profile, 1, &converter, &error) != FM_OK ||
        fm_converter_to(converter, &to, &error) != FM_OK)
        abort();
    const enum fm_status status = fm_converter_run(converter, &inputs, &events, &error);
    if (status == FM_OUTPUT_FAILED || status == FM_NO_MEMORY)
        abort();
    fm_converter_free(converter);
    fm_profile_free(profile);
}

static bool knows_language(const char *name)
{
    struct fm_list_item item;
    for (size_t i = 0; fm_list_row(FM_LIST_LANGUAGES, i, &item); i++)
        if (strcmp(item.name, name) == 0)
            return true;
    return false;
}

static void task_san(char *language, char *fen, char *text, char *out)
{
    static char game[4096];
    static struct made made;
    const char *const settings[] = {"input.format",
                                    "pgn",
                                    "input.letters",
                                    language,
                                    "output.format",
                                    "tsv",
                                    "output.header",
                                    "no",
                                    "output.rows",
                                    "games",
                                    "output.columns",
                                    "[moves]",
                                    NULL};
    if (strcmp(language, "en") == 0) {
        move_found(fen, text, out);
        return;
    }
    if (!knows_language(language)) /* out is "unsupported" */
        return;
    snprintf(game, sizeof game, "[SetUp \"1\"]\n[FEN \"%s\"]\n\n%s *\n", fen, text);
    convert(settings, game, &made);
    made.text[strcspn(made.text, "\n")] = 0;
    if (made.rejected[1] != FM_REASON_NONE)
        sprintf(out, "no %s", reason_name(made.rejected[1]));
    else
        move_found(fen, made.text, out);
}

static void task_epd(char *option, char *line, char *text, char *out)
{
    static struct made made;
    static const char *const settings[] = {"input.format",
                                           "epd",
                                           "output.format",
                                           "epd",
                                           "output.castling",
                                           "xfen",
                                           "output.en-passant",
                                           "always",
                                           "output.normalize",
                                           "yes",
                                           NULL};
    (void)text;
    if (strcmp(option, "xfen/always") != 0)
        return;
    convert(settings, line, &made);
    made.text[strcspn(made.text, "\n")] = 0;
    if (made.rejected[1] != FM_REASON_NONE)
        sprintf(out, "no %s", reason_name(made.rejected[1]));
    else
        sprintf(out, "ok %s", made.text);
}

static void unescape(char *text)
{
    static const char letters[] = "nrt\\", bytes[] = "\n\r\t\\";
    char *to = text;
    for (const char *from = text; *from != 0; from++) {
        const char *const found = *from == '\\' && from[1] != 0 ? strchr(letters, from[1]) : NULL;
        *to++ = found != NULL ? bytes[found - letters] : *from;
        from += found != NULL;
    }
    *to = 0;
}

static void task_pgn(char *option, char *text, char *unused, char *out)
{
    static struct made made;
    char *games[GAMES_MAX + 1] = {NULL}, *save;
    const char *const settings[] = {"input.format",
                                    "pgn",
                                    "input.letters",
                                    strcmp(option, "auto") == 0 ? "auto" : "en",
                                    "output.format",
                                    "tsv",
                                    "output.header",
                                    "no",
                                    "output.rows",
                                    "games",
                                    "output.columns",
                                    "[game, moves, result]",
                                    "positions.plies",
                                    "0..",
                                    "games.class",
                                    "[classic, chess960, setup, variant, unsupported, broken]",
                                    NULL};
    (void)unused;
    unescape(text);
    convert(settings, text, &made);
    for (char *row = strtok_r(made.text, "\n", &save); row != NULL;
         row = strtok_r(NULL, "\n", &save)) {
        char *const moves = strchr(row, '\t');
        const unsigned long game = strtoul(row, NULL, 10);
        if (moves == NULL || game > GAMES_MAX)
            continue;
        char *const result = strchr(moves + 1, '\t');
        *result = ' ';
        games[game] = result == moves + 1 ? result + 1 : moves + 1;
    }
    out += sprintf(out, "ok");
    for (unsigned i = 1, some = 0; i <= GAMES_MAX; i++)
        if (games[i] != NULL || made.rejected[i] != FM_REASON_NONE)
            out += sprintf(out, "%s%s%s", some++ ? " | " : " ", games[i] != NULL ? "" : "no ",
                           games[i] != NULL ? games[i] : reason_name(made.rejected[i]));
}

/* Plies of the main line, variations, and the plies of these, of each game. */
static void task_variations(char *option, char *text, char *unused, char *out)
{
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    struct fm_reader *reader;
    const struct fm_item *item;
    unsigned long main_plies = 0, variations = 0, plies = 0;
    bool first = false;
    const char *between = " ";
    (void)option, (void)unused;
    unescape(text);
    options.memory = text_of(text);
    options.variations = options.start = true;
    if (fm_reader_new(&options, &reader, NULL) != FM_OK)
        abort();
    out += sprintf(out, "ok");
    while (fm_reader_next(reader, &item, NULL) == FM_OK) {
        if (item->kind == FM_ITEM_GAME_START) {
            main_plies = variations = plies = 0;
        } else if (item->kind == FM_ITEM_VARIATION_START) {
            variations++;
            first = true; /* the position that it leaves from is given again */
        } else if (item->kind == FM_ITEM_POSITION) {
            main_plies += item->depth == 0 && item->ply > 0;
            plies += item->depth > 0 && !first;
            first = false;
        } else if (item->kind == FM_ITEM_GAME_END) {
            out += sprintf(out, "%s%lu %lu %lu", between, main_plies, variations, plies);
            between = " | ";
        }
    }
    fm_reader_free(reader);
}

int main(void)
{
    static const struct {
        const char *name;
        void (*answer)(char *option, char *first, char *second, char *out);
    } tasks[] = {
        {"fen", task_fen},     {"san", task_san},           {"epd", task_epd},
        {"pgn", task_pgn},     {"start960", task_start960}, {"number960", task_number960},
        {"moves", task_moves}, {"perft", task_perft},       {"variations", task_variations}};
    static char out[ANSWER_SIZE + 64];
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        char *field[4] = {line, NULL, NULL, NULL};
        line[strcspn(line, "\n")] = 0;
        for (int i = 1; i < 4 && field[i - 1] != NULL; i++)
            if ((field[i] = strchr(field[i - 1], '\t')) != NULL)
                *field[i]++ = 0;
        strcpy(out, "unsupported");
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks && field[3] != NULL; i++)
            if (strcmp(field[0], tasks[i].name) == 0)
                tasks[i].answer(field[1], field[2], field[3], out);
        puts(out);
    }
    free(line);
    return 0;
}
