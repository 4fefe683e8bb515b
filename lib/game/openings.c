/* SPDX-License-Identifier: MIT */
/* Reading names of openings: see openings.h. They belong to standard chess, so the moves are played
 * on the 8x8 board from its start position. */
#include <config.h>
#define BOARD_FILES 8
#include "game/openings.h"
#include <stdlib.h>
#include "board/fen_read.h"
#include "game/replay.h"
#include "pgn/encoding.h"
#include "pgn/split.h"
#include "pgn/text_file.h"

struct row {
    struct fm_hash128 key;
    uint64_t number;
};

struct reader {
    struct fm_openings *out;
    struct fm_line_reader lines;
    struct BFN(position) start;
    struct BFN(replay) replay;
    struct fm_error *error;
};

void fm_openings_free(struct fm_openings *openings)
{
    fm_table_free(&openings->table);
    fm_arena_free(&openings->arena);
    fm_buf_free(&openings->text);
    free(openings->names);
    *openings = (struct fm_openings){.count = 0};
}

unsigned fm_openings_find(const struct fm_openings *openings, struct fm_hash128 position)
{
    const struct row *row = fm_table_find(&openings->table, position);
    return row == NULL ? 0 : (unsigned)row->number;
}

/* Name a position. */
static enum fm_status add(struct fm_openings *openings, const struct BFN(position) * pos,
                          struct fm_opening opening)
{
    if (openings->count + 2 > openings->cap) {
        const size_t cap = openings->cap == 0 ? 1024 : 2 * openings->cap;
        struct fm_opening *grown = realloc(openings->names, cap * sizeof *grown);
        FM_TRY_MADE(grown);
        openings->names = grown;
        openings->cap = cap;
        openings->names[0] = (struct fm_opening){{NULL, 0}, {NULL, 0}};
    }
    bool fresh;
    struct row *row = fm_table_add(&openings->table, BFN(view_hash)(&pos->view), &fresh);
    FM_TRY_MADE(row);
    row->number = ++openings->count;
    openings->names[openings->count] = opening;
    const unsigned pieces = bb_count(pos->all[FM_WHITE] | pos->all[FM_BLACK]);
    if (openings->count == 1 || pieces < openings->least)
        openings->least = pieces;
    return FM_OK;
}

/* Does a text begin with a code, as B90 and B90a do? */
static bool is_eco(struct fm_text text)
{
    return text.n >= 3 && text.p[0] >= 'A' && text.p[0] <= 'E' && text.p[1] >= '0' &&
           text.p[1] <= '9' && text.p[2] >= '0' && text.p[2] <= '9';
}

static enum fm_status check_names(const struct reader *reader, const struct fm_opening *opening)
{
    if (opening->eco.n > 0 && !is_eco(opening->eco))
        return fm_line_refuse(&reader->lines, opening->eco, "no ECO code, A00 to E99",
                              reader->error);
    if (opening->eco.n == 0 && opening->name.n == 0)
        return fm_line_refuse(&reader->lines, FM_NO_TEXT, "an opening needs an ECO code or a name",
                              reader->error);
    return FM_OK;
}

static const char no_moves[] = "this opening has no moves";

/* Play the moves of an opening and name the position that they lead to. */
static enum fm_status add_moves(struct reader *reader, struct fm_opening opening,
                                struct fm_text moves)
{
    enum { PLIES_MAX = 1000 };
    struct BFN(replay) *r = &reader->replay;
    struct fm_warnings ignored = {{0}};
    const struct fm_replay_options options = {.language = fm_languages, .max_plies = PLIES_MAX};
    FM_TRY(check_names(reader, &opening));
    if (moves.n == 0)
        return fm_line_refuse(&reader->lines, opening.name, no_moves, reader->error);
    BFN(replay_begin)(r, &reader->start, moves, &options, &ignored, NULL);
    enum fm_step step;
    while ((step = BFN(replay_find)(r)) == FM_STEP_MOVE)
        (void)BFN(replay_go)(r, step);
    if (step == FM_STEP_FAULT) {
        *reader->error = r->error;
        reader->error->status = FM_BAD_PROFILE;
        reader->error->input = reader->lines.name;
        reader->error->line = reader->lines.number;
        return FM_BAD_PROFILE;
    }
    return r->ply == 0 ? fm_line_refuse(&reader->lines, opening.name, no_moves, reader->error)
                       : add(reader->out, &r->pos, opening);
}

/* Name the position of an EPD. */
static enum fm_status add_position(struct reader *reader, struct fm_opening opening,
                                   struct fm_text epd)
{
    struct fm_setup setup;
    struct fm_error fault = {.status = FM_OK};
    struct BFN(position) pos;
    FM_TRY(check_names(reader, &opening));
    if (fm_setup_read(epd, &fm_variants[FM_STANDARD], false, &setup, NULL, NULL, &fault) != FM_OK ||
        setup.files != FILES || fm_setup_faults(&setup) != 0)
        return fm_line_refuse(&reader->lines, epd, "no position of standard chess", reader->error);
    BFN(position_make)(&setup, &pos);
    return add(reader->out, &pos, opening);
}

/* A table. */

enum column { ECO, NAME, PGN, UCI, EPD, COLUMNS };
static const char *const column_names[COLUMNS] = {"eco", "name", "pgn", "uci", "epd"};
enum { FIELDS_MAX = 32 };

/* Find the columns by the names in a header line; FIELDS_MAX = no such column. */
static bool read_header(const struct reader *reader, size_t at[COLUMNS])
{
    struct fm_text fields[FIELDS_MAX];
    const size_t count = fm_line_fields(&reader->lines, fields, FIELDS_MAX);
    for (unsigned column = 0; column < COLUMNS; column++) {
        at[column] = FIELDS_MAX;
        for (size_t i = count < FIELDS_MAX ? count : FIELDS_MAX; i-- > 0;)
            if (fm_text_is_nocase(fields[i], column_names[column]))
                at[column] = i;
    }
    return (at[ECO] < FIELDS_MAX || at[NAME] < FIELDS_MAX) &&
           (at[PGN] < FIELDS_MAX || at[UCI] < FIELDS_MAX || at[EPD] < FIELDS_MAX);
}

static enum fm_status read_row(struct reader *reader, const size_t at[COLUMNS])
{
    struct fm_text fields[FIELDS_MAX], of[COLUMNS];
    const size_t count = fm_line_fields(&reader->lines, fields, FIELDS_MAX);
    for (unsigned column = 0; column < COLUMNS; column++)
        of[column] =
            at[column] < count && at[column] < FIELDS_MAX ? fields[at[column]] : FM_NO_TEXT;
    const struct fm_opening opening = {of[ECO], of[NAME]};
    const struct fm_text moves = of[PGN].n > 0 ? of[PGN] : of[UCI];
    return moves.n == 0 && of[EPD].n > 0 ? add_position(reader, opening, of[EPD])
                                         : add_moves(reader, opening, moves);
}

/* Files that were put one after another have several headers. */
static enum fm_status read_table(struct reader *reader)
{
    size_t at[COLUMNS] = {0, 1, 2, FIELDS_MAX, FIELDS_MAX}, other[COLUMNS];
    while (fm_line_next(&reader->lines)) {
        if (fm_text_trim(reader->lines.line).n == 0)
            continue;
        if (read_header(reader, other))
            memcpy(at, other, sizeof at);
        else
            FM_TRY(read_row(reader, at));
    }
    return FM_OK;
}

/* Games. */

static enum fm_status tag_value(const struct reader *reader, const struct fm_tag *tags,
                                const struct fm_game *game, const char *name, struct fm_text *out)
{
    const struct fm_tag *tag = fm_tag_named(tags, game->tag_count, fm_text_of(name));
    *out = FM_NO_TEXT;
    if (tag == NULL)
        return FM_OK;
    FM_TRY(fm_tag_value(tag, &reader->out->arena, out));
    *out = fm_text_trim(*out);
    return FM_OK;
}

/* "Opening: Variation, SubVariation" */
static enum fm_status take_names(const struct reader *reader, const struct fm_tag *tags,
                                 const struct fm_game *game, struct fm_opening *out)
{
    static const char *const parts[][2] = {
        {"", "Opening"}, {": ", "Variation"}, {", ", "SubVariation"}};
    struct fm_buf name = {NULL, 0, 0};
    struct fm_text part;
    enum fm_status status = tag_value(reader, tags, game, "ECO", &out->eco);
    for (size_t i = 0; i < FM_COUNT_OF(parts) && status == FM_OK; i++) {
        status = tag_value(reader, tags, game, parts[i][1], &part);
        if (status == FM_OK && part.n > 0 && name.n > 0)
            status = fm_buf_append_words(&name, parts[i][0]);
        FM_NEXT(status, fm_buf_append_text(&name, part));
    }
    out->name = fm_arena_copy(&reader->out->arena, fm_buf_text(&name));
    if (status == FM_OK && out->name.n < name.n)
        status = FM_NO_MEMORY;
    fm_buf_free(&name);
    return status;
}

static enum fm_status read_game(struct reader *reader, const struct fm_split *split,
                                const struct fm_game *game)
{
    const struct fm_tag *tags = fm_split_tags_of(split, game);
    const unsigned char *text = reader->out->text.p;
    struct fm_opening opening;
    if (fm_tag_find(tags, game->tag_count, FM_TAG_FEN) != NULL)
        return fm_line_refuse(&reader->lines, FM_TEXT("FEN"),
                              "openings begin at the standard start position", reader->error);
    if (game->broken != FM_REASON_NONE) {
        *reader->error = (struct fm_error){.status = FM_BAD_PROFILE,
                                           .reason = game->broken,
                                           .input = reader->lines.name,
                                           .line = reader->lines.number};
        return FM_BAD_PROFILE;
    }
    FM_TRY(take_names(reader, tags, game, &opening));
    return add_moves(reader, opening, fm_text_between(text + game->moves, text + game->moves_end));
}

/* The line that an opening is reported by is that of its first tag. */
static enum fm_status read_games(struct reader *reader)
{
    const struct fm_buf *text = &reader->out->text;
    struct fm_split split = {0};
    enum fm_status status = fm_split_block(&split, fm_buf_text(text));
    size_t at = 0;
    reader->lines.number = 1;
    for (size_t i = 0; i < split.count && status == FM_OK; i++) {
        const struct fm_game *game = &split.games[i];
        const unsigned char *tag = memchr(text->p + game->begin, '[', game->end - game->begin);
        if (game->stray || game->tag_count == 0 || tag == NULL)
            continue;
        for (const size_t begin = (size_t)(tag - text->p); at < begin; at++)
            reader->lines.number += text->p[at] == '\n';
        status = read_game(reader, &split, game);
    }
    fm_split_free(&split);
    return status;
}

static enum fm_status read_text(struct reader *reader)
{
    const struct fm_buf *text = &reader->out->text;
    const unsigned char *p = text->p, *end = text->p + text->n;
    while (p < end && *p <= ' ')
        p++;
    const unsigned char *line_end = p == end ? p : memchr(p, '\n', (size_t)(end - p));
    const size_t n = (size_t)((line_end == NULL ? end : line_end) - p);
    const bool table = n > 0 && *p != '[' && memchr(p, '\t', n) != NULL;
    FM_TRY(table ? read_table(reader) : read_games(reader));
    if (reader->out->count > 0)
        return FM_OK;
    reader->lines.number = 0;
    return fm_line_refuse(
        &reader->lines, FM_NO_TEXT,
        "no opening found: a table with the columns eco, name and pgn, or PGN with ECO tags is needed",
        reader->error);
}

enum fm_status fm_openings_read(const char *name, struct fm_openings *out, struct fm_error *error)
{
    struct reader *reader = calloc(1, sizeof *reader);
    FM_TRY_MADE(reader);
    struct fm_setup setup;
    fm_setup_from_sp(FM_SP_STANDARD, &setup);
    BFN(position_make)(&setup, &reader->start);
    out->table.row = sizeof(struct row);
    reader->out = out;
    reader->error = error;
    enum fm_status status = fm_text_file_read(name, &out->text, error);
    reader->lines = (struct fm_line_reader){.name = name, .rest = fm_buf_text(&out->text)};
    FM_NEXT(status, read_text(reader));
    BFN(replay_free)(&reader->replay);
    free(reader);
    return status;
}
