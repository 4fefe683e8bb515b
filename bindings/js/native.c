/* SPDX-License-Identifier: MIT */
/* What the module has of its own in C. Every result but a number is texts, written one after the other into one buffer,
 * each with SEPARATOR after it, so that one string crosses the border for a call: for moves, a report, or a batch of games. A
 * run goes on in steps, as nothing may block but the reading of an input. */
#include <config.h>
#include <fenmill.h>
#include <emscripten.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "run/converter.h"

#define JS EMSCRIPTEN_KEEPALIVE
enum { SEPARATOR = 0x1E, TEXT_MAX = 4096, NAMES_MAX = 1024, BATCH = 256 * 1024 };

/* The texts of the last call. */
static struct {
    unsigned char *p;
    size_t n, room;
} out;

JS const unsigned char *js_out(void)
{
    return out.p;
}

JS size_t js_out_length(void)
{
    return out.n;
}

/* To be called before each other call that puts something. */
JS void js_clear(void)
{
    out.n = 0;
}

/* Without memory there is nothing to go on with: the module ends, and JavaScript gets an exception. */
static void *need(void *p)
{
    if (p == NULL)
        abort();
    return p;
}

static void put(struct fm_text text)
{
    if (out.room - out.n < text.n + 1) {
        out.room = (out.n + text.n + TEXT_MAX) * 2;
        out.p = need(realloc(out.p, out.room));
    }
    unsigned char *to = out.p + out.n;
    for (size_t i = 0; i < text.n; i++)
        to[i] = text.p[i] == SEPARATOR ? ' ' : text.p[i];
    to[text.n] = SEPARATOR;
    out.n += text.n + 1;
}

static void put_name(const char *name)
{
    put((struct fm_text){(const unsigned char *)name, name == NULL ? 0 : strlen(name)});
}

static void put_number(uint64_t number)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%" PRIu64, number);
    put_name(text);
}

static void put_hex(uint64_t number)
{
    char text[32];
    (void)snprintf(text, sizeof text, "%016" PRIx64, number);
    put_name(text);
}

static struct fm_text text_of(const char *p, size_t n)
{
    return (struct fm_text){(const unsigned char *)p, n};
}

/* In the order of `class Report`. */
static void put_report(const struct fm_error *error)
{
    char text[TEXT_MAX];
    (void)fm_error_text(error, text, sizeof text);
    put_name(text);
    put_name(fm_status_name(error->status));
    put_name(error->reason == FM_REASON_NONE ? NULL : fm_reason_name(error->reason));
    put_number(error->warning);
    put_name(error->input);
    put_number(error->offset);
    put_number(error->line);
    put_number(error->column);
    put_number(error->game);
    put_number(error->ply);
    put(error->what);
    put(error->hint);
    put_name(fm_fen_field_meaning(error->field));
    (void)fm_faults_text(error->faults, text, sizeof text);
    put_name(text);
    put(error->position);
    put(error->white);
    put(error->black_name);
    put(error->date);
}

/* The result of a call that may fail. @return 1, or 0: a report is what is put. */
static int done(enum fm_status status, struct fm_error *error)
{
    if (status == FM_OK)
        return 1;
    error->status = status;
    put_report(error);
    return 0;
}

/* ---- positions ------------------------------------------------------------------------------- */

JS struct fm_position *js_position(const char *fen, size_t n, const char *variant)
{
    struct fm_position *position;
    struct fm_error error = {.status = FM_OK};
    return done(fm_position_new(text_of(fen, n), variant, &position, &error), &error) ? position
                                                                                      : NULL;
}

JS struct fm_position *js_position_sp(unsigned number)
{
    struct fm_position *position;
    struct fm_error error = {.status = FM_OK};
    return done(fm_position_new_sp(number, &position), &error) ? position : NULL;
}

JS struct fm_position *js_position_copy(const struct fm_position *position)
{
    struct fm_position *copy;
    if (fm_position_copy(position, &copy) != FM_OK)
        abort();
    return copy;
}

JS void js_position_free(struct fm_position *position)
{
    fm_position_free(position);
}

JS int js_fen(const struct fm_position *position, unsigned castling, unsigned en_passant,
              unsigned counters)
{
    char text[FM_FEN_SIZE];
    size_t n;
    struct fm_error error = {.reason = FM_REASON_CASTLING_NOT_REPRESENTABLE};
    const enum fm_status status = fm_position_fen(
        position, (enum fm_castling_dialect)castling, (enum fm_en_passant)en_passant,
        (enum fm_counters)counters, text, sizeof text, &n);
    if (status == FM_OK)
        put(text_of(text, n));
    return done(status, &error);
}

JS unsigned js_state(const struct fm_position *position)
{
    return fm_position_state(position);
}

/* Variant, files, side, start number, key, identity, then the warnings. */
JS void js_about(const struct fm_position *position)
{
    uint64_t identity[2];
    fm_position_identity(position, identity);
    put_name(fm_position_variant(position));
    put_number(fm_position_files(position));
    put_name(fm_position_black_to_move(position) ? "b" : "w");
    put_number((uint64_t)(fm_position_sp(position) + 1));
    put_hex(fm_position_key(position));
    put_hex(identity[1]);
    put_hex(identity[0]);
    for (size_t i = 0; fm_position_warning(position, i) != FM_REASON_NONE; i++)
        put_name(fm_reason_name(fm_position_warning(position, i)));
}

/* The squares of a board from a1, rank by rank: a FEN letter or a dot. */
static void put_board(const struct fm_board *board)
{
    unsigned char text[80];
    size_t n = 0;
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned file = 0; file < board->files; file++)
            text[n++] =
                board->pieces[rank][file] == 0 ? '.' : (unsigned char)board->pieces[rank][file];
    put((struct fm_text){text, n});
}

JS void js_pieces(const struct fm_position *position)
{
    struct fm_board board = FM_BOARD_INIT;
    fm_position_board(position, &board);
    put_board(&board);
}

/* Squares, side, then the faults in words. */
JS int js_board(const char *fen, size_t n)
{
    struct fm_board board = FM_BOARD_INIT;
    struct fm_error error = {.status = FM_OK};
    if (!done(fm_board_read(text_of(fen, n), &board, &error), &error))
        return 0;
    put_board(&board);
    put_name(board.black ? "b" : "w");
    for (unsigned i = 0; fm_fault_meaning(i) != NULL; i++)
        if (board.faults >> i & 1)
            put_name(fm_fault_meaning(i));
    return 1;
}

/* San, uci, lan, then a letter for each member: piece, squares, what is taken, promotion, flags. */
static void put_move(const struct fm_position *position, const struct fm_legal_move *move)
{
    static const enum fm_move_form forms[] = {FM_MOVE_SAN, FM_MOVE_UCI, FM_MOVE_LAN};
    char text[FM_MOVE_SIZE];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        (void)fm_position_move_text(position, move, forms[i], text, sizeof text);
        put_name(text);
    }
    const char members[] = {move->piece,
                            (char)('a' + move->from_file),
                            (char)('1' + move->from_rank),
                            (char)('a' + move->to_file),
                            (char)('1' + move->to_rank),
                            move->captured == 0 ? '-' : move->captured,
                            move->promotion == 0 ? '-' : move->promotion,
                            (char)('0' + move->flags)};
    put(text_of(members, sizeof members));
}

JS void js_moves(const struct fm_position *position)
{
    const size_t count = fm_position_moves(position, NULL, 0);
    struct fm_legal_move *moves = need(malloc((count + 1) * sizeof *moves));
    (void)fm_position_moves(position, moves, count);
    for (size_t i = 0; i < count; i++)
        put_move(position, &moves[i]);
    free(moves);
}

/* The legal moves in one form alone. */
JS void js_move_texts(const struct fm_position *position, unsigned form)
{
    struct fm_legal_move some[128], *moves = some;
    char text[FM_MOVE_SIZE];
    const size_t count = fm_position_moves(position, some, 128);
    if (count > 128) {
        moves = need(malloc(count * sizeof *moves));
        (void)fm_position_moves(position, moves, count);
    }
    for (size_t i = 0; i < count; i++) {
        (void)fm_position_move_text(position, &moves[i], (enum fm_move_form)form, text,
                                    sizeof text);
        put_name(text);
    }
    if (moves != some)
        free(moves);
}

JS int js_find(const struct fm_position *position, const char *text, size_t n)
{
    struct fm_legal_move move;
    struct fm_error error = {.status = FM_OK};
    if (!done(fm_position_find(position, text_of(text, n), &move, &error), &error))
        return 0;
    put_move(position, &move);
    return 1;
}

JS int js_move_text(const struct fm_position *position, const char *text, size_t n, unsigned form)
{
    struct fm_legal_move move;
    char written[FM_MOVE_SIZE];
    struct fm_error error = {.status = FM_OK};
    if (!done(fm_position_find(position, text_of(text, n), &move, &error), &error))
        return 0;
    (void)fm_position_move_text(position, &move, (enum fm_move_form)form, written, sizeof written);
    put_name(written);
    return 1;
}

JS int js_play(struct fm_position *position, const char *text, size_t n)
{
    struct fm_legal_move move;
    struct fm_error error = {.status = FM_OK};
    if (!done(fm_position_find(position, text_of(text, n), &move, &error), &error))
        return 0;
    put_move(position, &move);
    (void)fm_position_make_move(position, &move);
    return 1;
}

JS double js_perft(const struct fm_position *position, unsigned depth)
{
    return (double)fm_position_perft(position, depth);
}

/* ---- names ----------------------------------------------------------------------------------- */

JS void js_version(void)
{
    put_name(fm_version());
}

JS void js_variants(void)
{
    for (unsigned i = 0; fm_variant_name(i) != NULL; i++)
        put_name(fm_variant_name(i));
}

JS void js_variant_start(const char *name)
{
    put_name(fm_variant_start(name));
}

/* Reasons and their meanings in turn. */
JS void js_reasons(void)
{
    for (enum fm_reason i = 1; strcmp(fm_reason_name(i), "none") != 0; i++) {
        put_name(fm_reason_name(i));
        put_name(fm_reason_meaning(i));
    }
}

/* Fields and their meanings in turn. */
JS void js_fields(void)
{
    struct fm_list_item item;
    for (size_t i = 0; fm_list_row(FM_LIST_FIELDS, i, &item); i++) {
        put_name(item.name);
        put_name(item.meaning);
    }
}

/* ---- runs ------------------------------------------------------------------------------------ */

/* What JavaScript does while a step lasts. */
EM_JS(void, js_on_write, (const void *bytes, size_t n), { Module.onWrite(bytes >>> 0, n >>> 0); });
EM_JS(void, js_on_report, (void), { Module.onReport(); });

/* One converter or reader, with all that it points to: an instance of the module runs one, and is thrown away. */
static struct {
    struct fm_profile *profile;
    struct fm_converter *converter;
    struct fm_reader *reader;
    bool begun;          /* the converter is */
    double reports_left; /* reports that are still passed on */
    double raw_bytes;    /* read so far, as compressed */
    char *names[NAMES_MAX];
    char *fields[NAMES_MAX];
    size_t name_count, field_count;
    struct fm_inputs inputs;
    struct fm_events events;
} run;

static char *copy(const char *text, size_t n)
{
    char *made = need(malloc(n + 1));
    memcpy(made, text, n);
    made[n] = '\0';
    return made;
}

/* @return 1, or 0: there are too many. */
static int add_name(char **names, size_t *count, const char *name, size_t n)
{
    if (*count == NAMES_MAX)
        return 0;
    names[(*count)++] = copy(name, n);
    return 1;
}

JS int js_run_input(const char *name, size_t n)
{
    return add_name(run.names, &run.name_count, name, n);
}

JS int js_run_field(const char *name, size_t n)
{
    return add_name(run.fields, &run.field_count, name, n);
}

static struct fm_profile *profile(void)
{
    if (run.profile == NULL && fm_profile_new(&run.profile) != FM_OK)
        abort();
    return run.profile;
}

JS int js_run_yaml(const char *yaml, size_t n)
{
    struct fm_error error = {.status = FM_OK};
    return done(fm_profile_read(profile(), "profile", text_of(yaml, n), &error), &error);
}

JS int js_run_set(const char *key, const char *value)
{
    struct fm_error error = {.status = FM_OK};
    return done(fm_profile_set(profile(), key, value, &error), &error);
}

static void on_report(void *user, const struct fm_error *error)
{
    (void)user;
    if (run.reports_left <= 0)
        return;
    run.reports_left--;
    put_report(error);
    js_on_report();
}

static void on_progress(void *user, const struct fm_totals *totals, uint64_t raw_bytes)
{
    (void)user;
    (void)totals;
    run.raw_bytes = (double)raw_bytes;
}

static int on_write(void *user, const void *bytes, size_t n)
{
    (void)user;
    js_on_write(bytes, n);
    return 0;
}

static void prepare(double reports, int warnings)
{
    run.reports_left = reports;
    run.inputs =
        (struct fm_inputs){.size = sizeof run.inputs, .names = run.names, .count = run.name_count};
    run.events = (struct fm_events){.size = sizeof run.events,
                                    .message = on_report,
                                    .progress = on_progress,
                                    .warnings = warnings != 0};
}

/* @param output  its suffix says whether the bytes are compressed; NULL: nothing is written. */
JS int js_convert(const char *output, double reports, int warnings)
{
    struct fm_error error = {.status = FM_OK};
    const struct fm_destinations to = {.size = sizeof to,
                                       .output = output,
                                       .temporary = "/tmp",
                                       .write = output == NULL ? NULL : on_write};
    prepare(reports, warnings);
    enum fm_status status = fm_profile_finish(profile(), &error);
    if (status == FM_OK)
        status = fm_converter_new(run.profile, 1, &run.converter, &error);
    if (status == FM_OK)
        status = fm_converter_to(run.converter, &to, &error);
    return done(status, &error);
}

/* The next blocks. @return 1: there may be more; 0: js_convert_end() is next. */
JS int js_convert_step(void)
{
    if (!run.begun) {
        run.begun = true;
        return fm_converter_begin(run.converter, &run.inputs, &run.events) == FM_OK;
    }
    return fm_converter_step(run.converter);
}

/* @return the status; a report of its error is put unless it is FM_OK or FM_REJECTED. */
JS int js_convert_end(void)
{
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status = fm_converter_end(run.converter, &error);
    if (status != FM_OK && status != FM_REJECTED)
        (void)done(status, &error);
    return (int)status;
}

static void put_totals(const struct fm_totals *totals)
{
    const uint64_t numbers[] = {totals->inputs,        totals->bytes,      totals->games,
                                totals->kept,          totals->unselected, totals->rejected,
                                totals->plies,         totals->records,    totals->games_written,
                                totals->stray,         totals->unwritten,  totals->duplicates,
                                totals->inputs_failed, totals->unverified, totals->ended_early};
    unsigned classes = 0;
    while (fm_class_name(classes) != NULL)
        classes++;
    put_number((uint64_t)run.raw_bytes);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(numbers[i]);
    put_number(classes);
    for (unsigned i = 0; i < classes; i++) {
        put_name(fm_class_name(i));
        put_number(fm_totals_class(totals, i));
    }
    for (enum fm_reason i = 1; strcmp(fm_reason_name(i), "none") != 0; i++)
        if (fm_totals_reason(totals, i, false) > 0) {
            put_name(fm_reason_name(i));
            put_number(fm_totals_reason(totals, i, false));
        }
}

JS void js_totals(void)
{
    const struct fm_totals *totals =
        run.converter != NULL ? fm_converter_totals(run.converter) : fm_reader_totals(run.reader);
    if (totals != NULL)
        put_totals(totals);
}

JS int js_read(double reports, int variations, int warnings)
{
    struct fm_error error = {.status = FM_OK};
    struct fm_reader_options options = FM_READER_OPTIONS_INIT;
    options.start = true;
    prepare(reports, warnings);
    options.inputs = &run.inputs;
    options.profile = profile();
    options.fields = (const char *const *)run.fields;
    options.field_count = run.field_count;
    options.variations = variations != 0;
    options.warnings = warnings != 0;
    enum fm_status status = fm_profile_finish(run.profile, &error);
    if (status == FM_OK)
        status = fm_reader_new(&options, &run.reader, &error);
    return done(status, &error);
}

static void put_game(const struct fm_item *item)
{
    struct fm_text name, value;
    size_t count = 0;
    while (fm_reader_tag(run.reader, count, &name, &value))
        count++;
    put_name("game");
    put_number(item->listed);
    put_name(item->input);
    put_number(item->offset);
    put_number(item->length);
    put_number(item->number);
    put_name(item->class_name);
    put_name(item->variant);
    put_name(item->result);
    put_number(count);
    for (size_t i = 0; fm_reader_tag(run.reader, i, &name, &value); i++) {
        put(name);
        put(value);
    }
}

static void put_position(const struct fm_item *item)
{
    put_number(item->ply);
    put_number(item->depth);
    for (size_t i = 0; i < item->value_count; i++)
        put(item->values[i]);
}

/* Put whole games, about BATCH bytes of them, and reports: "game", its members and tags, then for each position ply, depth and
 * values, then an empty text; "report" and its members.
 * @return FM_OK, or as fm_reader_next(), and then a report of the error unless that is FM_END. */
JS int js_read_next(void)
{
    const struct fm_item *item;
    struct fm_error error = {.status = FM_OK};
    for (bool inside = false; inside || out.n < BATCH;) {
        const enum fm_status status = fm_reader_next(run.reader, &item, &error);
        if (status != FM_OK) {
            put_name("end");
            if (status != FM_END)
                (void)done(status, &error);
            return (int)status;
        }
        switch (item->kind) {
        case FM_ITEM_GAME_START:
            inside = true;
            put_game(item);
            break;
        case FM_ITEM_POSITION:
            put_position(item);
            break;
        case FM_ITEM_GAME_END:
            inside = false;
            put_name("");
            break;
        case FM_ITEM_REJECTED:
        case FM_ITEM_WARNING:
        case FM_ITEM_INPUT_FAILED:
            put_name("report");
            put_report(item->error);
            break;
        case FM_ITEM_VARIATION_START:
        case FM_ITEM_VARIATION_END:
            break;
        }
    }
    return FM_OK;
}
