/* SPDX-License-Identifier: MIT */
/* Messages and warnings of games and lines: see work_messages.h. */
#include <config.h>
#include "run/work_messages.h"
#include "base/utf8.h"
#include "pgn/encoding.h"
#include "pgn/tag_forms.h"
#include "run/log.h"

/* Counts on, or back, from where it was called for last: games of one line, and one game a line,
 * cost the same. */
void fm_work_locate(struct fm_worker *worker, size_t at, uint64_t *line, uint64_t *column)
{
    const struct fm_block *block = worker->block;
    struct fm_line_count *lines = &worker->placing.lines;
    const size_t low = at < lines->at ? at : lines->at, high = at < lines->at ? lines->at : at;
    const uint64_t passed = fm_survey_text(fm_block_span(block, low, high),
                                           high < block->n ? block->bytes[high] : block->next_byte)
                                .lines;
    lines->lines = at < lines->at ? lines->lines - passed : lines->lines + passed;
    if (passed > 0)
        for (lines->begin = at; lines->begin > 0; lines->begin--)
            if (block->bytes[lines->begin - 1] == '\n' || block->bytes[lines->begin - 1] == '\r')
                break;
    lines->at = at;
    *line = lines->lines + 1;
    *column = at - lines->begin + 1 + (lines->begin == 0 ? block->column : 0);
}

/* Make a text last as long as its message: text of the block does, any other text is copied. */
static enum fm_status keep_text(struct fm_block *block, struct fm_text *text)
{
    const bool inside = text->p >= block->bytes && text->p < block->bytes + block->n;
    if (text->n == 0 || inside)
        return FM_OK;
    *text = fm_arena_copy(&block->arena, *text);
    return text->p == NULL ? FM_NO_MEMORY : FM_OK;
}

/* Keep a text in the encoding of the game or line for a message, as UTF-8. */
static enum fm_status keep_readable(struct fm_worker *worker, struct fm_text *text)
{
    const unsigned char *const raw = text->p;
    FM_TRY(fm_work_decode(worker, &worker->block->arena, text));
    return text->p != raw ? FM_OK : keep_text(worker->block, text);
}

static enum fm_status name_game(struct fm_worker *worker, const struct fm_game *game,
                                struct fm_error *error)
{
    const struct fm_tag *tags = fm_split_tags_of(&worker->block->split, game);
    struct fm_text *const names[] = {&error->white, &error->black_name, &error->date};
    static const enum fm_tag_id ids[] = {FM_TAG_WHITE, FM_TAG_BLACK, FM_TAG_DATE};
    for (size_t i = 0; i < FM_COUNT_OF(ids); i++) {
        const struct fm_tag *tag = fm_tag_find(tags, game->tag_count, ids[i]);
        *names[i] = FM_NO_TEXT;
        if (tag == NULL)
            continue;
        *names[i] = tag->value;
        if (tag->utf8) { /* changed while the game is worked on */
            FM_TRY(keep_text(worker->block, names[i]));
            continue;
        }
        FM_TRY(keep_readable(worker, names[i]));
        const struct fm_tag shown = {.value = *names[i], .escaped = tag->escaped};
        FM_TRY(fm_tag_value(&shown, &worker->block->arena, names[i]));
    }
    return FM_OK;
}

enum fm_status fm_work_message(struct fm_worker *worker, const struct fm_error *error, size_t at,
                               size_t ordinal)
{
    struct fm_block *block = worker->block;
    struct fm_message *message = fm_arena_alloc(&block->arena, sizeof *message);
    FM_TRY_MADE(message);
    *message = (struct fm_message){.item = fm_block_item_count(block), .error = *error};
    struct fm_error *reported = &message->error;
    reported->input = block->input.name;
    reported->offset = block->offset + at;
    reported->game = ordinal + 1;
    reported->listed = block->listed && worker->game == NULL;
    fm_work_locate(worker, at, &reported->line, &reported->column);
    FM_TRY(keep_readable(worker, &reported->what));
    FM_TRY(keep_text(block, &reported->hint));
    FM_TRY(keep_text(block, &reported->detail));
    FM_TRY(keep_text(block, &reported->position));
    if (worker->game != NULL)
        FM_TRY(name_game(worker, worker->game, reported));
    *block->messages.tail = message;
    block->messages.tail = &message->next;
    return FM_OK;
}

/* The offset of a text in the block; @p at if it is no part of the block. */
static size_t place_of(const struct fm_worker *worker, struct fm_text what, size_t at)
{
    const struct fm_block *block = worker->block;
    const bool inside = what.n > 0 && what.p >= block->bytes && what.p < block->bytes + block->n;
    return inside ? (size_t)(what.p - block->bytes) : at;
}

enum fm_status fm_work_input_message(struct fm_worker *worker, const struct fm_error *error,
                                     size_t at, size_t ordinal)
{
    struct fm_block *block = worker->block;
    if (fm_warnings_has(&block->messages.of_input, error->reason))
        return FM_OK;
    fm_warnings_note(&block->messages.of_input, error->reason);
    struct fm_message **const place = block->messages.tail;
    FM_TRY(fm_work_message(worker, error, at, ordinal));
    (*place)->of_input = true;
    return FM_OK;
}

/* Does each input get one message for this, not each game? */
static bool is_of_input(enum fm_reason reason)
{
    return reason == FM_REASON_ENCODING_1252 || reason == FM_REASON_ENCODING_CYRILLIC ||
           reason == FM_REASON_ENCODING_DOS || reason == FM_REASON_ENCODING_NOT_UTF8;
}

static void make_board(const struct fm_worker *worker, struct fm_epd_board *board)
{
    fm_epd_board_make(&worker->noted->edit.setup, worker->plan->profile->input.letters, board);
}

/* Find the moves of a record's operations that need a tolerance, by playing them again. */
static void find_record_places(struct fm_worker *worker)
{
    struct fm_warnings again = {{.places = &worker->placing.places}};
    struct fm_epd_board board;
    unsigned tolerance = 0;
    while (
        tolerance < FM_TOLERANCES &&
        !fm_warnings_has(&worker->notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + tolerance)))
        tolerance++;
    if (tolerance == FM_TOLERANCES)
        return;
    make_board(worker, &board);
    memset(worker->placing.places.found, 0, sizeof worker->placing.places.found);
    (void)fm_epd_check(worker->noted->edit.fields.rest, &board, &again);
    worker->notes.places = &worker->placing.places;
}

/* The splitter does not keep where it found what it noted, as few want it: the game is split
 * again. */
static enum fm_status find_places(struct fm_worker *worker)
{
    const struct fm_game *const game = worker->game;
    struct fm_places found = {.found = {0}}, *const places = worker->notes.places;
    if (game == NULL && worker->noted != NULL)
        find_record_places(worker);
    if (game == NULL || places == NULL)
        return FM_OK;
    struct fm_warnings forms = {{.places = places}};
    if (fm_plan_only_checks(worker->plan))
        fm_tags_note_forms(fm_split_tags_of(&worker->block->split, game), game->tag_count, &forms);
    if (fm_warnings_is_empty(&game->notes))
        return FM_OK;
    struct fm_split again = {.places = &found};
    const enum fm_status status =
        fm_split_block(&again, fm_block_span(worker->block, game->begin, game->end));
    fm_split_free(&again);
    for (unsigned i = 1; status == FM_OK && i < FM_REASON_COUNT; i++) {
        const enum fm_reason reason = (enum fm_reason)i;
        if (fm_warnings_has(&game->notes, reason) && fm_places_has(&found, reason) &&
            (!fm_places_has(places, reason) || found.at[i].p < places->at[i].p))
            fm_places_set(places, reason, found.at[i]);
    }
    return status;
}

/* The name of a tag of the start in other capitals. */
static struct fm_text loose_name(const struct fm_tag *tags, size_t count)
{
    static const char *const names[] = {"FEN", "SetUp", "Variant"};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; tags[i].id == FM_TAG_OTHER && k < FM_COUNT_OF(names); k++)
            if (fm_text_is_nocase(tags[i].name, names[k]))
                return tags[i].name;
    return FM_NO_TEXT;
}

/* The tag that a warning about the start is about, by its value or name; empty if there is none. */
static struct fm_text start_tag(const struct fm_worker *worker, enum fm_reason reason)
{
    if (worker->game == NULL || !fm_warnings_has(&worker->start.notes, reason))
        return FM_NO_TEXT;
    const struct fm_tag *const tags = fm_split_tags_of(&worker->block->split, worker->game);
    if (reason == FM_REASON_MALFORMED_TAG)
        return loose_name(tags, worker->game->tag_count);
    const enum fm_tag_id id = reason == FM_REASON_SETUP_WITHOUT_FEN  ? FM_TAG_SETUP
                              : reason == FM_REASON_VARIANT_MISMATCH ? FM_TAG_VARIANT
                                                                     : FM_TAG_FEN;
    const struct fm_tag *tag = fm_tag_find(tags, worker->game->tag_count, id);
    return tag == NULL ? FM_NO_TEXT : tag->value;
}

/* The text and place that a warning of the game refers to. An operation, a token, a tag, and a
 * variation that cannot be played have a place of their own. */
static struct fm_error finding_of(const struct fm_worker *worker, const struct fm_warnings *notes,
                                  enum fm_reason reason, size_t *at)
{
    struct fm_error found = {.what = fm_warnings_text(notes, reason)};
    if (found.what.n == 0)
        found.what = start_tag(worker, reason);
    if (found.what.n == 0 && worker->noted != NULL && worker->game == NULL)
        found.what = reason == FM_REASON_CASTLING_DIALECT ? worker->noted->edit.fields.castling
                     : reason == FM_REASON_EN_PASSANT_DIALECT
                         ? worker->noted->edit.fields.en_passant
                         : FM_NO_TEXT;
    *at = place_of(worker, found.what, *at);
    /* For an operation that a template made, only the opcode is known. */
    if ((reason == FM_REASON_EPD_OPERATION || reason == FM_REASON_EPD_MATE_DISTANCE ||
         reason == FM_REASON_EPD_NO_OPERATION) &&
        found.what.n > 0)
        found.detail = fm_text_of(place_of(worker, found.what, SIZE_MAX) != SIZE_MAX ||
                                          memchr(found.what.p, ' ', found.what.n) != NULL
                                      ? fm_epd_fault(found.what)
                                      : "the value does not fit its opcode, and is left out");
    if (reason == FM_REASON_VARIATION_UNPLAYABLE && worker->placing.unplayed.ply > 0) {
        found = worker->placing.unplayed;
        *at = (size_t)found.offset;
    }
    found.reason = reason;
    return found;
}

/* A walk over the operations of a record, for the moves that are not legal. */
struct illegal_walk {
    struct fm_epd_board board;
    struct fm_epd_walk walk;
    size_t next; /* index of the next move of the operation */
};

/* @return false: the report is about operations that the record was given, or about no record. */
static bool begin_illegal(const struct fm_worker *worker, struct illegal_walk *walk)
{
    if (worker->noted == NULL || worker->plan->profile->input.notation ||
        !worker->noted->edit.after.operations)
        return false;
    make_board(worker, &walk->board);
    fm_epd_walk_begin(&walk->walk, worker->noted->edit.fields.rest, &walk->board, false, NULL);
    walk->walk.moves.n = walk->next = 0;
    return true;
}

/* @return NULL at the end. */
static const struct fm_epd_move *next_illegal(struct illegal_walk *walk)
{
    const struct fm_epd_moves *const moves = &walk->walk.moves;
    do {
        while (walk->next < moves->n)
            if (moves->of[walk->next++].illegal)
                return &moves->of[walk->next - 1];
        walk->next = 0;
    } while (fm_epd_walk_next(&walk->walk));
    return NULL;
}

/* Messages for the moves of a record's operations that are not legal: the move is named beside its
 * opcode.
 * @param found  but for `what`. @param[out] any  false: there are none. */
static enum fm_status note_all_illegal(struct fm_worker *worker, struct fm_error found, size_t at,
                                       size_t ordinal, bool *any)
{
    struct illegal_walk walk;
    const struct fm_epd_move *move;
    *any = false;
    if (found.reason != FM_REASON_OPERATION_MOVE_ILLEGAL || !begin_illegal(worker, &walk))
        return FM_OK;
    while ((move = next_illegal(&walk)) != NULL) {
        const struct fm_text opcode = walk.walk.op.opcode, text = move->text;
        unsigned char *const what = fm_arena_alloc(&worker->block->arena, opcode.n + 1 + text.n);
        FM_TRY_MADE(what);
        memcpy(what, opcode.p, opcode.n);
        what[opcode.n] = ' ';
        memcpy(what + opcode.n + 1, text.p, text.n);
        found.what = (struct fm_text){what, opcode.n + 1 + text.n};
        *any = true;
        const struct fm_text word = fm_text_between(move->begin, move->end);
        FM_TRY(fm_work_message(worker, &found, place_of(worker, word, at), ordinal));
    }
    return FM_OK;
}

static enum fm_status note_message(struct fm_worker *worker, const struct fm_warnings *notes,
                                   enum fm_reason reason, size_t at, size_t ordinal)
{
    struct fm_error warning = finding_of(worker, notes, reason, &at);
    bool noted;
    warning.status = FM_OK;
    warning.warning = warning.minor = true;
    FM_TRY(note_all_illegal(worker, warning, at, ordinal, &noted));
    return noted ? FM_OK : fm_work_message(worker, &warning, at, ordinal);
}

enum fm_status fm_work_warnings(struct fm_worker *worker, const struct fm_warnings *notes,
                                const uint32_t *tolerated, size_t at, size_t ordinal)
{
    if (!worker->plan->warns)
        return FM_OK;
    FM_TRY(find_places(worker));
    for (unsigned i = 1; i < FM_REASON_COUNT; i++) {
        const enum fm_reason reason = (enum fm_reason)i;
        const unsigned tolerance = i - FM_REASON_MOVE_LETTER_CASE;
        const bool used =
            tolerated != NULL && tolerance < FM_TOLERANCES && tolerated[tolerance] > 0;
        if ((used || fm_warnings_has(notes, reason)) && !is_of_input(reason))
            FM_TRY(note_message(worker, notes, reason, at, ordinal));
    }
    return FM_OK;
}

enum fm_status fm_work_strict(struct fm_worker *worker, size_t at, size_t ordinal,
                              struct fm_result_of_game *result)
{
    FM_TRY(find_places(worker));
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++) {
        if (!fm_warnings_has(&worker->notes, (enum fm_reason)reason) ||
            fm_reason_kind((enum fm_reason)reason) != 'W')
            continue;
        struct fm_error fault = finding_of(worker, &worker->notes, (enum fm_reason)reason, &at);
        fault.status = FM_REJECTED;
        fm_worker_cut_back(worker);
        result->outcome = FM_REJECTED_GAME;
        result->class_ = FM_CLASS_BROKEN;
        result->reason = fault.reason;
        bool noted;
        FM_TRY(note_all_illegal(worker, fault, at, ordinal, &noted));
        return noted ? FM_OK
                     : fm_work_message(worker, &fault, place_of(worker, fault.what, at), ordinal);
    }
    return FM_OK;
}

enum fm_status fm_work_find_encoding(struct fm_worker *worker, struct fm_text text, size_t ordinal)
{
    const enum fm_encoding given = worker->plan->profile->input.encoding;
    const bool doubted = given <= FM_ENCODING_UTF8 || given == FM_ENCODING_1252;
    worker->encoding = given == FM_ENCODING_AUTO ? FM_ENCODING_UTF8 : given;
    if (!doubted || worker->block->ascii || fm_encoding_is_utf8(text))
        return FM_OK;
    struct fm_error finding = {.reason = FM_REASON_ENCODING_1252, .warning = true};
    if (given == FM_ENCODING_UTF8) {
        finding.reason = FM_REASON_ENCODING_NOT_UTF8;
    } else if (given == FM_ENCODING_AUTO) {
        enum fm_guess guess;
        const enum fm_encoding likely = fm_encoding_guess(text, &guess);
        worker->encoding = FM_ENCODING_1252;
        fm_warnings_note(&worker->notes, FM_REASON_ENCODING_1252);
        if (guess != FM_GUESS_NEVER)
            finding.reason =
                guess == FM_GUESS_DOS ? FM_REASON_ENCODING_DOS : FM_REASON_ENCODING_CYRILLIC;
        finding.detail = fm_text_of(fm_encoding_hint(likely));
    }
    fm_warnings_note(&worker->notes, finding.reason);
    return given == FM_ENCODING_1252
               ? FM_OK
               : fm_work_input_message(worker, &finding, (size_t)(text.p - worker->block->bytes),
                                       ordinal);
}

static enum fm_status put_warning(struct fm_buf *out, bool *first, enum fm_reason reason,
                                  uint64_t count)
{
    FM_TRY(fm_buf_append_words(out, *first ? ",\"warnings\":{\"" : ",\""));
    *first = false;
    FM_TRY(fm_buf_append_words(out, fm_reason_name(reason)));
    return fm_log_number(out, "\":", count);
}

static enum fm_status put_warnings(struct fm_buf *out, const struct fm_warnings *notes,
                                   const uint32_t *tolerated)
{
    bool first = true;
    for (unsigned reason = 1; reason < FM_REASON_COUNT; reason++)
        if (fm_warnings_has(notes, (enum fm_reason)reason))
            FM_TRY(put_warning(out, &first, (enum fm_reason)reason, 1));
    for (unsigned i = 0; tolerated != NULL && i < FM_TOLERANCES; i++)
        if (tolerated[i] > 0)
            FM_TRY(put_warning(out, &first, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + i),
                               tolerated[i]));
    return first ? FM_OK : fm_buf_append_words(out, "}");
}

/* The moves of operations that are not legal, as a list of texts. */
static enum fm_status put_all_illegal(const struct fm_worker *worker, struct fm_buf *out)
{
    struct illegal_walk walk;
    const struct fm_epd_move *move;
    bool any = false;
    if (!fm_warnings_has(&worker->notes, FM_REASON_OPERATION_MOVE_ILLEGAL) ||
        !begin_illegal(worker, &walk))
        return FM_OK;
    for (; (move = next_illegal(&walk)) != NULL; any = true) {
        FM_TRY(fm_buf_append_words(out, any ? ",\"" : ",\"illegal-moves\":[\""));
        FM_TRY(fm_json_text(out, walk.walk.op.opcode));
        FM_TRY(fm_buf_append_short(out, " ", 1));
        FM_TRY(fm_json_text(out, move->text));
        FM_TRY(fm_buf_append_short(out, "\"", 1));
    }
    return any ? fm_buf_append_short(out, "]", 1) : FM_OK;
}

/* Write the log details that do not depend on the decision, in the order of the log line. */
enum fm_status fm_work_details(struct fm_worker *worker, const struct fm_result_of_game *result,
                               uint32_t *place)
{
    struct fm_buf text = {NULL, 0, 0}, *out = &text;
    struct fm_text evidence = result->evidence;
    enum fm_status status = fm_work_decode(worker, &worker->scratch, &evidence);
    if (status == FM_OK && result->language.n > 0)
        status = fm_log_string(out, ",\"letters\":", result->language);
    if (status == FM_OK && evidence.n > 0)
        status = fm_log_string(out, ",\"evidence\":", evidence);
    FM_NEXT(status, put_all_illegal(worker, out));
    FM_NEXT(status, put_warnings(out, &worker->notes, result->tolerated));
    if (status == FM_OK && text.n > 0)
        status = fm_block_add_text(worker->block, fm_buf_text(&text), place);
    fm_buf_free(&text);
    return status;
}
