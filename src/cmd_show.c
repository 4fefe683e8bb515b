/* fenmill show: draw positions, from the command line or from inputs. */
#include <config.h>
#include "command.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "draw.h"
#include "feed.h"
#include "fen_operand.h"
#include "message.h"
#include "places.h"
#include "printable.h"
#include "stream.h"

enum { LIMIT = 20 };

struct show {
    const struct fm_settings *settings;
    const struct fm_drawer *drawer;
    struct fm_stream stream;
    uint64_t drawn, limit;
    bool more;             /* there are positions after the limit */
    bool captions;         /* positions come from inputs, and are numbered */
    enum fm_status status; /* of the position drawn last */
};

/* Can the terminal show figurines? The locale is not set for that: its name says it, by the rule
 * that the first of these variables that is not empty counts. */
static bool is_utf8(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
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

static enum fm_status draw(struct show *show, const struct fm_position *position)
{
    struct fm_view view;
    char caption[32];
    snprintf(caption, sizeof caption, "Position %" PRIu64, ++show->drawn);
    fm_view_make(&view, position, show->captions ? caption : NULL);
    show->drawer->draw(&show->stream, &view);
    return show->stream.status;
}

static bool draw_fen(void *user, const char *fen)
{
    struct show *show = user;
    struct fm_position *position = NULL;
    struct fm_error error = {.status = FM_OK};
    if (show->drawn == show->limit) {
        show->more = true;
        return false;
    }
    const struct fm_text text = fm_printable_text(fen);
    enum fm_status status = fm_position_new(text, show->settings->variant, &position, &error);
    if (status == FM_OK) {
        status = draw(show, position);
    } else {
        error.status = status;
        error.what = text;
        fm_message_print(&error);
    }
    fm_position_free(position);
    if (status != FM_OK)
        show->status = status;
    return status == FM_OK || status == FM_REJECTED;
}

/* Are the operands one FEN written without quotes? */
static bool is_one_fen(const struct fm_settings *settings)
{
    return settings->count > 1 && fm_fen_looks(settings->names[0]) &&
           (strcmp(settings->names[1], "w") == 0 || strcmp(settings->names[1], "b") == 0);
}

static enum fm_status draw_operand(struct show *show, char *const *operands, size_t count)
{
    struct fm_position *position = NULL;
    enum fm_status status = fm_fen_operand(show->settings, operands, count, &position);
    if (status == FM_OK)
        status = draw(show, position);
    fm_position_free(position);
    return status;
}

static enum fm_status draw_sp(struct show *show)
{
    struct fm_position *position = NULL;
    enum fm_status status = fm_position_new_sp((unsigned)show->settings->sp, &position);
    if (status == FM_OK)
        status = draw(show, position);
    fm_position_free(position);
    return status;
}

static enum fm_status draw_inputs(struct show *show)
{
    show->captions = !show->drawer->one;
    const enum fm_status status = fm_feed_run(show->settings, draw_fen, show);
    if (show->more && show->settings->quiet == 0)
        fprintf(stderr,
                "fenmill: there are more positions than the %" PRIu64
                " drawn; --limit N draws more\n",
                show->drawn);
    /* What ended the drawing is worse than what the reading came to. */
    const bool drawn = show->status == FM_OK || show->status == FM_REJECTED;
    return drawn && status != FM_OK ? status : show->status;
}

static enum fm_status draw_all(struct show *show)
{
    const struct fm_settings *settings = show->settings;
    if (settings->sp >= 0)
        return draw_sp(show);
    if (is_one_fen(settings))
        return draw_operand(show, settings->names, settings->count);
    if (settings->count == 0 || !fm_fen_looks(settings->names[0]))
        return draw_inputs(show);
    enum fm_status status = FM_OK;
    for (size_t i = 0; status == FM_OK && i < settings->count; i++)
        status = draw_operand(show, settings->names + i, 1);
    return status;
}

static enum fm_status check_use(const struct fm_settings *settings, const struct fm_drawer *drawer)
{
    if (settings->ascii + settings->svg + settings->html > 1)
        return fm_message_usage(settings->command,
                                "only one of --ascii, --svg and --html can be drawn");
    if (settings->sp >= 0 && settings->count > 0)
        return fm_message_usage(settings->command,
                                "--sp is a position of its own: no other goes with it");
    const bool one_fen = is_one_fen(settings);
    bool fens = false, inputs = false;
    for (size_t i = 0; !one_fen && i < settings->count; i++) {
        fens |= fm_fen_looks(settings->names[i]);
        inputs |= !fm_fen_looks(settings->names[i]);
    }
    const bool of_inputs = settings->recursive || settings->files_from != NULL ||
                           settings->limit > 0 || settings->change_count > 0;
    if ((settings->sp >= 0 || fens || one_fen) && of_inputs)
        return fm_message_usage(settings->command,
                                "--plies, --limit, --recursive and --files-from are for files: "
                                "neither a FEN nor --sp goes with them");
    if (settings->sp >= 0 && settings->variant != NULL &&
        strcasecmp(settings->variant, "chess960") != 0)
        return fm_message_usage(settings->command, "--sp is a start of Chess960, no other variant");
    if (fens && inputs)
        return fm_message_usage(
            settings->command,
            "FENs and files do not go together; a FEN is one operand, in quotes");
    if (drawer->one && fens && settings->count > 1)
        return fm_message_usage(settings->command,
                                "one SVG shows one position; --html shows several");
    return FM_OK;
}

/* A drawing does not replace what it is drawn from. */
static enum fm_status check_output(const struct fm_settings *settings)
{
    struct fm_reserved reserved;
    enum fm_status status = fm_reserved_make(settings, NULL, &reserved);
    if (status == FM_OK)
        status = fm_places_check(settings, NULL, settings->names, settings->count, &reserved);
    fm_reserved_free(&reserved);
    return status;
}

enum fm_status fm_cmd_show(const struct fm_settings *settings)
{
    struct show show = {.settings = settings, .drawer = drawer_of(settings)};
    show.limit = settings->limit > 0 ? settings->limit : show.drawer->one ? 1 : LIMIT;
    enum fm_status status = check_use(settings, show.drawer);
    if (status == FM_OK)
        status = check_output(settings);
    if (status == FM_OK)
        status = fm_stream_open(&show.stream, settings->output, settings->force);
    if (status != FM_OK)
        return status;
    if (show.drawer->begin != NULL)
        show.drawer->begin(&show.stream);
    status = draw_all(&show);
    if (show.drawer->end != NULL)
        show.drawer->end(&show.stream);
    const bool keep = status == FM_OK || status == FM_REJECTED;
    const enum fm_status closed = fm_stream_close(&show.stream, keep);
    return closed == FM_OK ? status : closed;
}
