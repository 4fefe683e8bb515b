/* SPDX-License-Identifier: MIT */
/* fenmill show and fenmill perft: positions from the command line or from inputs, drawn; counts of
 * legal move paths. */
#include <config.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "command.h"
#include "stream.h"
#include "draw.h"
#include "message.h"
#include "places.h"
#include "run.h"

enum { VARIANTS_MAX = 32 };

/* Does this look like a FEN, or its first field, rather than the name of a file? */
static bool looks_like_fen(const char *operand)
{
    static const char PLACEMENT[] = "0123456789pnbrqkacjPNBRQKACJ/";
    const size_t length = strspn(operand, PLACEMENT);
    unsigned ranks = 1;
    for (size_t i = 0; i < length; i++)
        ranks += operand[i] == '/';
    return ranks == 8 && operand[0] != '/' && (operand[length] == '\0' || operand[length] == ' ');
}

static enum fm_status refuse_variant(const struct fm_settings *settings)
{
    const char *names[VARIANTS_MAX + 1];
    size_t count = 0;
    while (count < VARIANTS_MAX && (names[count] = fm_variant_name((unsigned)count)) != NULL) {
        if (strcasecmp(names[count], settings->variant) == 0)
            return fm_message_usage(settings->command, "%s has no fixed start position: give a FEN",
                                    settings->variant);
        count++;
    }
    names[count] = NULL;
    return fm_message_unknown(settings->command, "variant", settings->variant, names);
}

static bool is_known_variant(const char *name)
{
    for (unsigned i = 0; fm_variant_name(i) != NULL; i++)
        if (strcasecmp(fm_variant_name(i), name) == 0)
            return true;
    return false;
}

/* @param[out] out  to be freed with free(). */
static enum fm_status join_operands(char *const *operands, size_t count, char **out)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += strlen(operands[i]) + 1;
    char *joined = malloc(size), *end = joined;
    FM_TRY_MADE(joined);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(operands[i]);
        if (i > 0)
            *end++ = ' ';
        memcpy(end, operands[i], length);
        end += length;
    }
    *end = '\0';
    *out = joined;
    return FM_OK;
}

/* @param[out] board  NULL, or what is read where the text is a board and no position; *out is then
 * NULL. */
static enum fm_status make(const struct fm_settings *settings, struct fm_text fen,
                           struct fm_position **out, struct fm_board *board)
{
    struct fm_error error = {.status = FM_OK};
    const enum fm_status status = fm_position_new(fen, settings->variant, out, &error);
    enum fm_reason reason;
    for (size_t i = 0; status == FM_OK && !settings->quiet &&
                       (reason = fm_position_warning(*out, i)) != FM_REASON_NONE;
         i++) {
        const struct fm_error warning = {.reason = reason, .warning = true, .what = fen};
        fm_message_print(&warning);
    }
    if (status == FM_OK || status == FM_NO_MEMORY)
        return status;
    *out = NULL;
    if (status == FM_REJECTED && board != NULL && fm_board_read(fen, board, NULL) == FM_OK)
        return FM_OK;
    error.status = status;
    if (error.what.n == 0)
        error.what = fen;
    fm_message_print(&error);
    return FM_BAD_USE;
}

/* Make the position of a FEN whose fields are the operands; with none, the start position of
 * --variant. @param[out] board  as for make(). @param[out] text  of the position; to be freed with
 * free(). Returns FM_OK, FM_BAD_USE (also for a FEN that is wrong; the message has been printed),
 * FM_NO_MEMORY. */
static enum fm_status make_operand(const struct fm_settings *settings, char *const *operands,
                                   size_t count, struct fm_position **out, struct fm_board *board,
                                   char **text)
{
    if (settings->variant != NULL && !is_known_variant(settings->variant))
        return refuse_variant(settings);
    if (count == 0) {
        const char *start =
            fm_variant_start(settings->variant != NULL ? settings->variant : "standard");
        return start == NULL ? refuse_variant(settings)
                             : make(settings, fm_printable_text(start), out, board);
    }
    FM_TRY(join_operands(operands, count, text));
    return make(settings, fm_printable_text(*text), out, board);
}

enum { DEPTH_MAX = 100 };

static void print_move(void *user, const char *uci, const char *san, uint64_t count)
{
    uint64_t *sum = user;
    (void)san;
    printf("%s: %" PRIu64 "\n", uci, count);
    *sum += count;
}

enum fm_status fm_cmd_perft(const struct fm_settings *settings)
{
    uint64_t depth = 0, count = 0;
    struct fm_position *position = NULL;
    char *text = NULL;
    if (settings->count == 0)
        return fm_message_usage(settings->command, "a depth is needed: fenmill perft 5");
    if (!fm_number_read(settings->names[0], &depth) || depth > DEPTH_MAX)
        return fm_message_usage(settings->command, "\"%s\": a depth from 0 to %d is needed",
                                settings->names[0], DEPTH_MAX);
    const enum fm_status status =
        make_operand(settings, settings->names + 1, settings->count - 1, &position, NULL, &text);
    free(text);
    FM_TRY(status);
    if (settings->divide && depth > 0)
        fm_position_divide(position, (unsigned)depth, print_move, &count);
    else
        count = fm_position_perft(position, (unsigned)depth);
    printf("%" PRIu64 "\n", count);
    fm_position_free(position);
    return fm_stdout_finish();
}

enum { LIMIT = 20 };

struct show {
    const struct fm_settings *settings;
    const struct fm_drawer *drawer;
    struct fm_inputs *inputs; /* inputs; NULL: the operands are FENs; owned */
    struct fm_stream stream;
    uint64_t drawn, limit;
    bool more;             /* true: there are positions after the limit */
    bool captions;         /* true: positions come from inputs, and are numbered */
    enum fm_status status; /* status of the position drawn last */
};

/* Can the terminal show figurines? The first of the variables that is not empty names the locale,
 * and the encoding is part of that name; setlocale() is not needed. */
static bool is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < FM_COUNT_OF(variables); i++) {
        const char *name = getenv(variables[i]);
        if (name != NULL && *name != '\0')
            return strstr(name, "UTF-8") != NULL || strstr(name, "utf8") != NULL ||
                   strstr(name, "utf-8") != NULL;
    }
    return false;
}

static const struct fm_drawer *drawer_of(const struct fm_settings *settings)
{
    if (settings->svg)
        return &fm_draw_svg;
    if (settings->html)
        return &fm_draw_html;
    return !settings->ascii && is_utf8() ? &fm_draw_figurines : &fm_draw_letters;
}

/* @param position  NULL: draw the board. */
static enum fm_status draw_view(struct show *show, const struct fm_position *position,
                                const struct fm_board *board, const struct fm_text *shown)
{
    struct fm_view view;
    show->drawn++;
    fm_view_make(&view, position, board, shown, show->captions ? show->drawn : 0);
    if (view.failed)
        fm_stream_fail(&show->stream);
    else
        show->drawer->draw(&show->stream, &view);
    fm_view_free(&view);
    return show->stream.status;
}

static bool draw_shown(void *user, const struct fm_text *shown)
{
    struct show *show = user;
    struct fm_position *position = NULL;
    struct fm_board board = FM_BOARD_INIT;
    struct fm_error error = {.status = FM_OK};
    if (show->drawn == show->limit) {
        show->more = true;
        return false;
    }
    const struct fm_text text = shown[FM_SHOWN_FEN];
    enum fm_status status = fm_position_new(text, show->settings->variant, &position, &error);
    if (status == FM_REJECTED)
        status = fm_board_read(text, &board, NULL);
    error.what = text;
    status = status == FM_OK ? draw_view(show, position, &board, shown)
                             : fm_message_failed(status, &error);
    fm_position_free(position);
    if (status != FM_OK)
        show->status = status;
    return status == FM_OK || status == FM_REJECTED;
}

/* Are the operands one FEN written without quotes? */
static bool is_one_fen(const struct fm_settings *settings)
{
    return settings->count > 1 && looks_like_fen(settings->names[0]) &&
           (strcmp(settings->names[1], "w") == 0 || strcmp(settings->names[1], "b") == 0);
}

static bool takes_inputs(const struct fm_settings *settings)
{
    return !fm_settings_has_sp(settings) &&
           (settings->count == 0 || !looks_like_fen(settings->names[0]));
}

static enum fm_status draw_operand(struct show *show, char *const *operands, size_t count)
{
    struct fm_position *position = NULL;
    struct fm_board board = FM_BOARD_INIT;
    char *text = NULL;
    enum fm_status status = make_operand(show->settings, operands, count, &position, &board, &text);
    const struct fm_text shown[FM_SHOWN_FIELDS] = {[FM_SHOWN_FEN] = fm_printable_text(text)};
    FM_NEXT(status, draw_view(show, position, &board, shown));
    fm_position_free(position);
    free(text);
    return status;
}

static enum fm_status draw_sp(struct show *show)
{
    struct fm_position *position = NULL;
    enum fm_status status = fm_position_new_sp((unsigned)show->settings->sp, &position);
    const struct fm_text shown[FM_SHOWN_FIELDS] = {{NULL, 0}};
    FM_NEXT(status, draw_view(show, position, NULL, shown));
    fm_position_free(position);
    return status;
}

static enum fm_status draw_inputs(struct show *show)
{
    show->captions = !show->drawer->one;
    const enum fm_status status = fm_feed_run(show->settings, show->inputs, draw_shown, show);
    if (show->more && show->settings->quiet == 0)
        fprintf(stderr,
                "fenmill: there are more positions than the %" PRIu64
                " drawn; --limit N draws more\n",
                show->drawn);
    /* A failure of the drawing is reported first: the reader fails because of it. */
    const bool drawn = show->status == FM_OK || show->status == FM_REJECTED;
    return drawn && status != FM_OK ? status : show->status;
}

static enum fm_status draw_all(struct show *show)
{
    const struct fm_settings *settings = show->settings;
    if (fm_settings_has_sp(settings))
        return draw_sp(show);
    if (is_one_fen(settings))
        return draw_operand(show, settings->names, settings->count);
    if (takes_inputs(settings))
        return draw_inputs(show);
    show->captions = show->drawer->begin != NULL && settings->count > 1;
    for (size_t i = 0; i < settings->count; i++)
        FM_TRY(draw_operand(show, settings->names + i, 1));
    return FM_OK;
}

/* The heading of a page says what is in it. */
static void begin_page(struct show *show)
{
    const struct fm_settings *settings = show->settings;
    char what[64];
    const char *of = NULL;
    if (fm_settings_has_sp(settings))
        snprintf(what, sizeof what, "Chess960 start position %" PRIu64, settings->sp);
    else if (is_one_fen(settings) || (settings->count == 1 && looks_like_fen(settings->names[0])))
        snprintf(what, sizeof what, "Position");
    else if (settings->count > 0 && looks_like_fen(settings->names[0]))
        snprintf(what, sizeof what, "%zu positions", settings->count);
    else if (settings->count > 1 || settings->files_from != NULL)
        snprintf(what, sizeof what, "Positions of several inputs");
    else {
        snprintf(what, sizeof what, "Positions of");
        of = settings->count == 0 ? "-" : settings->names[0];
    }
    show->drawer->begin(&show->stream, what, of);
}

static enum fm_status check_use(const struct fm_settings *settings, const struct fm_drawer *drawer)
{
    if (settings->ascii + settings->svg + settings->html > 1)
        return fm_message_usage(settings->command,
                                "only one of --ascii, --svg and --html can be used");
    if (fm_settings_has_sp(settings) && settings->count > 0)
        return fm_message_usage(settings->command,
                                "--sp names a position: give no FEN and no file with it");
    const bool one_fen = is_one_fen(settings);
    bool fens = false, inputs = false;
    for (size_t i = 0; !one_fen && i < settings->count; i++) {
        fens |= looks_like_fen(settings->names[i]);
        inputs |= !looks_like_fen(settings->names[i]);
    }
    const bool of_inputs = settings->recursive || settings->files_from != NULL ||
                           settings->limit > 0 || settings->change_count > 0;
    if ((fm_settings_has_sp(settings) || fens || one_fen) && of_inputs)
        return fm_message_usage(settings->command,
                                "--plies, --limit, --recursive and --files-from are for files: "
                                "they cannot be combined with a FEN or --sp");
    if (fm_settings_has_sp(settings) && settings->variant != NULL &&
        strcasecmp(settings->variant, "chess960") != 0)
        return fm_message_usage(settings->command,
                                "--sp is a start position of Chess960, not of another variant");
    if (fens && inputs)
        return fm_message_usage(
            settings->command,
            "FENs and files cannot be combined; write a FEN as one operand, in quotes");
    if (drawer->one && fens && settings->count > 1)
        return fm_message_usage(settings->command,
                                "one SVG shows one position; --html shows several");
    return FM_OK;
}

/* Draw what was checked. */
static enum fm_status draw_stream(struct show *show)
{
    const struct fm_settings *settings = show->settings;
    FM_TRY(fm_stream_open(&show->stream, settings->output, settings->force));
    if (show->drawer->begin != NULL)
        begin_page(show);
    const enum fm_status status = draw_all(show);
    if (show->drawer->end != NULL)
        show->drawer->end(&show->stream, show->drawn);
    const bool keep = status == FM_OK || status == FM_REJECTED;
    const enum fm_status closed = fm_stream_close(&show->stream, keep);
    return closed == FM_OK ? status : closed;
}

enum fm_status fm_cmd_show(const struct fm_settings *settings)
{
    static const struct fm_inputs none = {.size = sizeof none};
    struct show show = {.settings = settings, .drawer = drawer_of(settings)};
    show.limit = settings->limit > 0 ? settings->limit : show.drawer->one ? 1 : LIMIT;
    FM_TRY(check_use(settings, show.drawer));
    if (takes_inputs(settings))
        FM_TRY(fm_run_inputs(settings, NULL, &show.inputs));
    enum fm_status status =
        fm_places_check_drawn(settings, show.inputs == NULL ? &none : show.inputs);
    FM_NEXT(status, draw_stream(&show));
    fm_inputs_free(show.inputs);
    return status;
}
