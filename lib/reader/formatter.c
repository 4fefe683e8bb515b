/* SPDX-License-Identifier: MIT */
/* A record is written as one of a list is that has its values as operations: what only a game has
 * is refused when the formatter is made. */
#include <config.h>
#include "fenmill.h"
#include <stdlib.h>
#include "board/dispatch.h"
#include "pgn/result.h"
#include "pgn/tags.h"
#include "profile/profile.h"
#include "record/fields.h"
#include "record/template.h"

struct fm_formatter {
    struct fm_fen_style style;
    struct fm_record_plan plan;
    struct fm_text head;
    uint64_t most; /* limit for a record in bytes */
    struct fm_arena arena;
    struct fm_arena values; /* memory for the values of one record */
    struct fm_record_scratch scratch;
    struct fm_buf text; /* text of the record */
};

/* The texts of the moves and the FEN of a record. */
struct texts {
    unsigned char fen[FM_FEN_MAX];
    char san[FM_MOVE_SIZE], uci[FM_MOVE_SIZE];
};

/* Is it of a game, or of a group of positions, and of no position alone? */
static bool needs_game(const struct fm_field *field)
{
    const unsigned game = FM_NEEDS_LAST | FM_NEEDS_LAST_UCI | FM_NEEDS_NUMBERS | FM_NEEDS_PLIES |
                          FM_NEEDS_MOVES | FM_NEEDS_SANS | FM_NEEDS_PATH | FM_NEEDS_COUNTS |
                          FM_NEEDS_RECORD | FM_NEEDS_OPENING | FM_NEEDS_BOOK;
    static const char *const names[] = {"offset", "input", "class", "depth"};
    for (size_t i = 0; i < FM_COUNT_OF(names); i++)
        if (strcmp(field->name, names[i]) == 0)
            return true;
    const bool annotates =
        (field->needs & FM_NEEDS_ANNOTATION) != 0 && !(field->needs & FM_NEEDS_EVAL);
    return (field->needs & game) != 0 || annotates;
}

static enum fm_status check_fields(const struct fm_record_plan *plan, struct fm_error *error)
{
    for (size_t i = 0; i < plan->count; i++) {
        const struct fm_template *value = plan->slots[i].value;
        for (size_t k = 0; k < value->count; k++)
            if (value->parts[k].type == FM_PART_FIELD && needs_game(value->parts[k].field))
                return fm_refuse_profile(error, value->parts[k].text, "only a game has this");
    }
    return FM_OK;
}

static enum fm_status compile(struct fm_formatter *made, const struct fm_profile *profile,
                              struct fm_error *error)
{
    const struct fm_profile_output *output = &profile->output;
    const enum fm_format format = output->format == FM_FORMAT_AUTO ? FM_FORMAT_FEN : output->format;
    if (profile->output_count > 0)
        return fm_refuse_profile(error, FM_TEXT("outputs"), "a formatter is of one output");
    if (output->rows == FM_ROWS_GROUPS || fm_format_has(format, FM_FORMAT_GAMES) ||
        fm_format_has(format, FM_FORMAT_BOOK) || fm_format_has(format, FM_FORMAT_BINARY))
        return fm_refuse_profile(error, fm_text_of(fm_format_names[format]),
                                 "this output has no records of positions");
    made->style = fm_style_of_replay(output->style, format);
    made->most = profile->input.max_output_bytes;
    FM_TRY(fm_record_plan_make(format, &output->fields, made->style.counters, &made->arena,
                               &made->plan, error));
    if (output->header)
        made->head = made->plan.head;
    return check_fields(&made->plan, error);
}

enum fm_status fm_formatter_new(const struct fm_profile *profile, struct fm_formatter **out,
                                struct fm_error *error)
{
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (profile == NULL || !profile->finished)
        return FM_BAD_USE;
    struct fm_formatter *made = calloc(1, sizeof *made);
    if (made == NULL)
        return error->status = FM_NO_MEMORY;
    const enum fm_status status = compile(made, profile, error);
    error->status = status;
    if (status == FM_OK)
        *out = made;
    else
        fm_formatter_free(made);
    return status;
}

void fm_formatter_free(struct fm_formatter *formatter)
{
    if (formatter == NULL)
        return;
    fm_arena_free(&formatter->arena);
    fm_arena_free(&formatter->values);
    fm_record_scratch_free(&formatter->scratch);
    fm_buf_free(&formatter->text);
    free(formatter);
}

struct fm_text fm_formatter_head(const struct fm_formatter *formatter)
{
    return formatter->head;
}

/* The caller's tags as those of a game. */
static enum fm_status take_tags(struct fm_formatter *formatter, const struct fm_record *record,
                                struct fm_game *game, struct fm_record_input *in)
{
    struct fm_tag *tags =
        fm_arena_alloc(&formatter->values, (record->tag_count + 1) * sizeof *tags);
    if (tags == NULL || record->tag_count > UINT32_MAX)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < record->tag_count; i++) {
        unsigned char name[32 + FM_TEXT_PADDING] = {0};
        const struct fm_named_text *given = &record->tags[i];
        const size_t n = given->name.n < 32 ? given->name.n : 0; /* longer ones are unknown */
        if (n > 0)
            memcpy(name, given->name.p, n);
        tags[i] = (struct fm_tag){.name = given->name,
                                  .value = given->value,
                                  .id = fm_tag_id_of((struct fm_text){name, n}),
                                  .utf8 = true};
        if (tags[i].id == FM_TAG_RESULT)
            game->outcome = fm_result_of_tag(given->value);
    }
    in->tags = tags;
    game->tag_count = (uint32_t)record->tag_count;
    return FM_OK;
}

static void count_pieces(const struct fm_setup *setup, struct fm_record_input *in)
{
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned file = 0; file < setup->files; file++) {
            const unsigned char letter = (unsigned char)setup->pieces[rank][file];
            const unsigned char *kind =
                letter == 0 ? NULL : memchr(fm_kind_letters, letter & ~0x20, FM_KINDS);
            if (kind != NULL)
                in->pieces[(letter & 0x20) != 0][kind - fm_kind_letters]++;
        }
}

/* The next move in both notations. @return FM_OK or FM_BAD_USE. */
static enum fm_status write_next(const struct fm_record *record, struct texts *texts,
                                 struct fm_record_input *in)
{
    if (record->next == NULL)
        return FM_OK;
    FM_TRY(fm_position_move_text(record->position, record->next, FM_MOVE_SAN, texts->san,
                                 sizeof texts->san));
    FM_TRY(fm_position_move_text(record->position, record->next, FM_MOVE_UCI, texts->uci,
                                 sizeof texts->uci));
    in->next_san = fm_text_of(texts->san);
    in->next_uci = fm_text_of(texts->uci);
    return FM_OK;
}

/* Fill the values that follow from the position alone. @return FM_OK, FM_REJECTED,
 * FM_BAD_USE. */
static enum fm_status put_position(const struct fm_formatter *formatter,
                                   const struct fm_record *record, struct texts *texts,
                                   struct fm_record_input *in)
{
    const struct fm_position *position = record->position;
    struct fm_setup setup;
    const unsigned char *end = position->ops->write(position->board, &formatter->style, texts->fen);
    if (end == NULL)
        return FM_REJECTED;
    position->ops->setup(position->board, &setup);
    in->fen = fm_text_between(texts->fen, end);
    in->variant = position->variant->name;
    in->black = setup.black;
    in->halfmove = setup.halfmove;
    in->fullmove = setup.fullmove;
    in->ply = 2 * (setup.fullmove - 1) + setup.black;
    const unsigned needs = formatter->plan.needs;
    if (needs & FM_NEEDS_KEY)
        in->key = fm_position_key(position);
    if (needs & FM_NEEDS_SP)
        in->sp = fm_setup_sp(&setup);
    if (needs & FM_NEEDS_PIECES)
        count_pieces(&setup, in);
    if (needs & FM_NEEDS_STATE) {
        const unsigned state = fm_position_state(position);
        in->check = (state & FM_STATE_CHECK) != 0;
        in->no_moves = (state & (FM_STATE_MATE | FM_STATE_STALEMATE)) != 0;
    }
    return write_next(record, texts, in);
}

static enum fm_status write_record(struct fm_formatter *formatter, const struct fm_record *record)
{
    struct texts texts;
    struct fm_game game = {.result = FM_RESULT_NONE};
    struct fm_warnings ignored = {{0}};
    struct fm_record_input in = {.game = &game,
                                 .input = "",
                                 .class_name = "",
                                 .encoding = FM_ENCODING_UTF8,
                                 .comment = {.has_score = record->has_eval,
                                             .centipawns = record->eval,
                                             .view = FM_SCORE_FOR_WHITE,
                                             .own = true}};
    FM_TRY(put_position(formatter, record, &texts, &in));
    FM_TRY(take_tags(formatter, record, &game, &in));
    formatter->scratch.room = formatter->most;
    if (!formatter->plan.bare)
        return fm_record_write(&formatter->plan, &in, &formatter->scratch, &formatter->text,
                               &ignored);
    FM_TRY(fm_buf_append_text(&formatter->text, in.fen));
    return fm_buf_append_short(&formatter->text, "\n", 1);
}

enum fm_status fm_formatter_write(struct fm_formatter *formatter, const struct fm_record *record,
                                  char *out, size_t size, size_t *length)
{
    struct fm_buf *text = &formatter->text;
    struct fm_record given;
    enum fm_status status = FM_BAD_USE;
    text->n = 0;
    if (record != NULL && fm_given(&given, sizeof given, record) && given.position != NULL)
        status = write_record(formatter, &given);
    fm_arena_reset(&formatter->values);
    const size_t n = status == FM_OK ? text->n : 0;
    if (status == FM_OK && n >= size)
        status = FM_NO_ROOM;
    if (length != NULL)
        *length = n;
    if (size > 0) {
        const size_t copied = status == FM_OK ? n : 0;
        if (copied > 0)
            memcpy(out, text->p, copied);
        out[copied] = '\0';
    }
    return status;
}
