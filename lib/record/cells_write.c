/* SPDX-License-Identifier: MIT */
/* What a row of a table becomes, a record of EPD or a game: see cells_write.h. */
#include <config.h>
#include "record/cells_write.h"
#include "base/utf8.h"
#include "board/castling.h"
#include "record/training.h"

/* An operation of the record. */
struct operation {
    struct fm_text opcode, value;
    struct fm_cell cell; /* place of the value, for messages */
};

/* A record that is being made. */
struct made {
    const struct fm_cells *row;
    struct fm_arena *scratch;
    struct fm_epd_board board;
    struct fm_error *error;
    bool black; /* true: Black is to move in the record's position */
    size_t count;
    struct operation operations[FM_COLUMNS_MAX + 8];
};

static enum fm_status refuse_cell(struct made *made, struct fm_text what, const char *detail)
{
    return fm_columns_refuse(made->row->table, what.n > 0 ? what : made->row->line, detail,
                             made->error);
}

/* Add an operation at its place: they are in the order of their opcodes. Of one opcode the first
 * counts. */
static void add_operation(struct made *made, struct fm_text opcode, struct fm_text value,
                          struct fm_cell cell)
{
    size_t at = made->count;
    while (at > 0 && fm_text_compare(made->operations[at - 1].opcode, opcode) > 0)
        at--;
    if (value.n == 0 || made->count == FM_COUNT_OF(made->operations) ||
        (at > 0 && fm_text_equal(made->operations[at - 1].opcode, opcode)))
        return;
    memmove(made->operations + at + 1, made->operations + at,
            (made->count - at) * sizeof *made->operations);
    made->operations[at] = (struct operation){opcode, value, cell};
    made->count++;
}

static enum fm_status add_number(struct made *made, struct fm_text opcode, int64_t number)
{
    unsigned char text[24], *const end = fm_put_i64(text, number);
    const struct fm_text value = fm_arena_copy(made->scratch, fm_text_between(text, end));
    FM_TRY_MADE(value.p);
    add_operation(made, opcode, value, (struct fm_cell){.text = FM_NO_TEXT});
    return FM_OK;
}

/* ---- moves ---- */

/* Take the next word, without commas and numbers of moves. */
static struct fm_text next_move_word(struct fm_text *left)
{
    if (left->n == 0)
        return FM_NO_TEXT;
    const unsigned char *p = left->p, *const end = p + left->n;
    while (p < end && (*p <= ' ' || *p == ','))
        p++;
    const unsigned char *const begin = p;
    while (p < end && *p != ',' && *p > ' ')
        p++;
    *left = fm_text_between(p, end);
    return fm_text_between(begin, p);
}

/* Write moves in SAN. @param sequence  each is played after the one before. */
static enum fm_status spell_moves(struct made *made, const struct fm_epd_board *board,
                                  struct fm_text moves, bool sequence, unsigned ply,
                                  struct fm_text *out)
{
    struct fm_epd_board playing = *board;
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = FM_OK;
    while (status == FM_OK) {
        unsigned char san[FM_EPD_SAN_MAX];
        const unsigned char *end;
        const struct fm_text word = next_move_word(&moves);
        if (word.n == 0)
            break;
        if (!sequence)
            playing = *board;
        status = fm_epd_play(&playing, word, ply++, san, &end, made->error);
        if (status == FM_OK && text.n > 0)
            status = fm_buf_append_short(&text, " ", 1);
        FM_NEXT(status, fm_buf_append(&text, san, (size_t)(end - san)));
    }
    if (status == FM_OK) {
        *out = fm_arena_copy(made->scratch, fm_buf_text(&text));
        status = out->p == NULL && text.n > 0 ? FM_NO_MEMORY : FM_OK;
    }
    fm_buf_free(&text);
    return status;
}

/* ---- lichess's evaluations ---- */

/* The evaluation that counts. */
struct best {
    uint64_t depth, knodes;
    struct fm_cell variations;
};

static enum fm_status find_best(struct made *made, struct best *best)
{
    struct fm_cell value, evaluation, name;
    struct fm_text rest = made->row->alone[FM_COLUMN_EVALS].text;
    const char *fault = NULL;
    bool any = false;
    while (fm_cell_take_member(&rest, NULL, &evaluation, &fault) && fault == NULL) {
        struct best found = {.depth = 0};
        struct fm_text members = (struct fm_text){evaluation.text.p, evaluation.text.n + 1};
        if (evaluation.form != FM_CELL_OBJECT)
            return refuse_cell(made, evaluation.text, "no evaluation");
        while (fm_cell_take_member(&members, &name, &value, &fault) && fault == NULL) {
            if (fm_text_is(name.text, "depth") && !fm_text_to_u64(value.text, &found.depth))
                return refuse_cell(made, value.text, "no depth");
            if (fm_text_is(name.text, "knodes") &&
                (!fm_text_to_u64(value.text, &found.knodes) || found.knodes > UINT64_MAX / 1000))
                return refuse_cell(made, value.text, "no number of nodes");
            if (fm_text_is(name.text, "pvs"))
                found.variations = value;
        }
        if (!any || found.depth > best->depth ||
            (found.depth == best->depth && found.knodes > best->knodes))
            *best = found;
        any = true;
    }
    if (fault != NULL || !any || best->variations.form != FM_CELL_LIST)
        return refuse_cell(made, made->row->alone[FM_COLUMN_EVALS].text,
                           fault != NULL ? fault : "no evaluation");
    return FM_OK;
}

/* The score of the first variation, which is White's, and its line. A mate that the side to move
 * suffers has no opcode of its own: `ce` of plies to it. */
static enum fm_status add_variation(struct made *made, struct fm_cell variations)
{
    struct fm_text first = variations.text, rest;
    struct fm_cell variation, name, value, line = {.text = FM_NO_TEXT};
    const char *fault = NULL;
    int score;
    if (!fm_cell_take_member(&first, NULL, &variation, &fault) || fault != NULL ||
        variation.form != FM_CELL_OBJECT)
        return refuse_cell(made, variations.text, "no variation");
    rest = (struct fm_text){variation.text.p, variation.text.n + 1};
    while (fm_cell_take_member(&rest, &name, &value, &fault) && fault == NULL) {
        const bool mate = fm_text_is(name.text, "mate");
        if (fm_text_is(name.text, "line"))
            line = value;
        if (!mate && !fm_text_is(name.text, "cp"))
            continue;
        if (value.text.n > 0 && !fm_training_score(value.text, made->black, &score))
            return refuse_cell(made, value.text, "no score");
        if (value.text.n > 0 && mate && score > 0)
            FM_TRY(add_number(made, FM_TEXT("dm"), score));
        else if (value.text.n > 0)
            FM_TRY(add_number(made, FM_TEXT("ce"),
                              mate ? -(FM_MATE_SCORE - 2 * -(int64_t)score) : score));
    }
    if (fault != NULL)
        return refuse_cell(made, value.text, fault);
    struct fm_text moves;
    FM_TRY(spell_moves(made, &made->board, line.text, true, 0, &moves));
    add_operation(made, FM_TEXT("pv"), moves, line);
    struct fm_text rest_of_moves = moves;
    add_operation(made, FM_TEXT("bm"), next_move_word(&rest_of_moves), line);
    return FM_OK;
}

static enum fm_status add_evaluation(struct made *made)
{
    struct best best = {.depth = 0};
    FM_TRY(find_best(made, &best));
    FM_TRY(add_number(made, FM_TEXT("acd"), (int64_t)best.depth));
    if (best.knodes > 0 && best.knodes <= INT64_MAX / 1000)
        FM_TRY(add_number(made, FM_TEXT("acn"), (int64_t)best.knodes * 1000));
    return add_variation(made, best.variations);
}

/* ---- the record ---- */

/* The result that a cell gives; also that of {result.score}, 1.0 for White. */
static enum fm_result result_of_cell(struct fm_text text)
{
    enum fm_result result = fm_result_of_tag(text);
    if (result == FM_RESULT_NONE)
        (void)fm_training_result(text, &result);
    return result;
}

static bool is_null_move(struct fm_text move)
{
    return fm_text_is(move, "0000") || fm_text_is(move, "--");
}

/* The operations of the columns. */
static enum fm_status add_others(struct made *made)
{
    for (size_t i = 0; i < made->row->count; i++) {
        const struct fm_cell cell = made->row->others[i].cell;
        const enum fm_meaning meaning = made->row->others[i].meaning;
        struct fm_text value, name = made->row->others[i].name;
        int score;
        FM_TRY(fm_cell_text(&cell, made->scratch, &value));
        const enum fm_epd_type type =
            meaning == FM_COLUMN_OP ? fm_epd_type_of(name) : FM_EPD_STRING;
        if (meaning == FM_COLUMN_TAG)
            continue;
        if (meaning == FM_COLUMN_RESULT) {
            const enum fm_result result = result_of_cell(value);
            if (result == FM_RESULT_NONE)
                return refuse_cell(made, cell.text, "no result");
            name = FM_TEXT("c9");
            value = fm_text_of(fm_result_names[fm_result_index(result)]);
        } else if (meaning != FM_COLUMN_OP) {
            if (!fm_training_score(value, made->black && meaning == FM_COLUMN_EVAL, &score))
                return refuse_cell(made, cell.text, "no score in whole centipawns");
            FM_TRY(add_number(made, FM_TEXT("ce"), score));
            continue;
        } else if (fm_epd_takes_moves(type)) {
            if (is_null_move(value)) /* EPD has none */
                continue;
            FM_TRY(spell_moves(made, &made->board, value, type == FM_EPD_MOVE_SEQUENCE, 0, &value));
        } else if (fm_epd_takes_integer(type) && !fm_epd_is_integer(type, value)) {
            return refuse_cell(made, cell.text, "no number of its operation");
        }
        add_operation(made, name, value, cell);
    }
    return FM_OK;
}

/* Play the first move of a puzzle, and take the others as its solution. */
static enum fm_status solve(struct made *made, struct fm_text moves, struct fm_setup *setup)
{
    const struct fm_cell cell = {.text = moves};
    unsigned char san[FM_EPD_SAN_MAX];
    const unsigned char *end;
    struct fm_text solution, rest;
    const struct fm_text first = next_move_word(&moves);
    if (first.n == 0)
        return refuse_cell(made, made->row->line, "there are no moves");
    FM_TRY(fm_epd_play(&made->board, first, 0, san, &end, made->error));
    if (fm_text_trim(moves).n == 0)
        return refuse_cell(made, cell.text, "there is no move that solves it");
    made->board.ops->setup(made->board.board, setup);
    FM_TRY(spell_moves(made, &made->board, moves, true, 1, &solution));
    rest = solution;
    add_operation(made, FM_TEXT("pv"), solution, cell);
    add_operation(made, FM_TEXT("bm"), next_move_word(&rest), cell);
    return FM_OK;
}

/* Write the position of a puzzle: its text is that of another one. */
static enum fm_status put_played(const struct made *made, const struct fm_setup *setup,
                                 struct fm_buf *out)
{
    static const struct fm_fen_style style = {
        .castling = FM_CASTLING_XFEN, .en_passant = FM_EP_ALWAYS, .counters = FM_COUNTERS_NONE};
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX));
    const unsigned char *end = made->board.ops->write(made->board.board, &style, out->p + out->n);
    if (end != NULL) {
        out->n = (size_t)(end - out->p);
        return FM_OK;
    }
    return fm_reject(made->error, fm_castling_refusal(setup), FM_NO_TEXT);
}

/* Write the fields as they are, without counters where these are operations. */
static enum fm_status put_fields(const struct fm_fen_edit *edit, bool operations,
                                 struct fm_buf *out)
{
    const struct fm_fen_fields *const fields = &edit->fields;
    const unsigned char *const end =
        operations ? fields->en_passant.p + fields->en_passant.n : edit->text.p + edit->text.n;
    return fm_buf_append_text(out, fm_text_between(fields->placement.p, end));
}

static enum fm_status put_row(struct made *made, struct fm_fen_edit *start, struct fm_buf *out,
                              unsigned *ply, struct fm_warnings *notes)
{
    const struct fm_cells *const row = made->row;
    const bool counters = start->setup.counters_given, leads = row->table->leads;
    struct fm_setup setup = start->setup;
    fm_epd_board_make(&setup, NULL, &made->board);
    if (leads) {
        struct fm_text moves;
        FM_TRY(fm_cell_text(&row->alone[FM_COLUMN_MOVES], made->scratch, &moves));
        FM_TRY(solve(made, moves, &setup));
    }
    made->black = setup.black;
    if (row->alone[FM_COLUMN_EVALS].text.p != NULL)
        FM_TRY(add_evaluation(made));
    FM_TRY(add_others(made));
    const bool operations = made->count > 0;
    if (operations && start->fields.rest.n > 0)
        return refuse_cell(made, start->fields.rest, "text after the fields of a FEN");
    if (operations && counters) {
        FM_TRY(add_number(made, FM_TEXT("fmvn"), setup.fullmove));
        FM_TRY(add_number(made, FM_TEXT("hmvc"), setup.halfmove));
    }
    FM_TRY(leads ? put_played(made, &setup, out) : put_fields(start, operations, out));
    for (size_t i = 0; i < made->count; i++) {
        const struct operation *const op = &made->operations[i];
        FM_TRY(fm_epd_write_op(out, op->opcode, fm_epd_type_of(op->opcode), op->value, notes));
    }
    *ply = 2 * (setup.fullmove - 1) + setup.black;
    return fm_buf_append_short(out, "\n", 1);
}

enum fm_status fm_cells_write_epd(const struct fm_cells *row, const struct fm_rewrite *wanted,
                                  struct fm_arena *scratch, struct fm_buf *out,
                                  struct fm_fen_edit *start, unsigned *ply,
                                  struct fm_warnings *notes, struct fm_error *error)
{
    struct made made; /* its board and operations are large: they are set as they are needed */
    struct fm_rewrite by_rules = *wanted;
    struct fm_text fen;
    const size_t begin = out->n;
    made.row = row;
    made.scratch = scratch;
    made.error = error;
    made.count = 0;
    by_rules.notation = by_rules.sets = false; /* moves are played */
    FM_TRY(fm_cell_text(&row->alone[FM_COLUMN_FEN], scratch, &fen));
    const enum fm_status read = fm_fen_edit_read(start, fen, &by_rules, error);
    fm_warnings_add(notes, &start->notes);
    FM_TRY(read);
    if (start->made || start->fields.en_passant.n == 0)
        return refuse_cell(&made, fen, "no FEN");
    const enum fm_status status = put_row(&made, start, out, ply, notes);
    out->n = status == FM_OK ? out->n : begin;
    return status;
}

/* ---- games ---- */

/* Append a text that lasts as long as the game, padded; the buffer has room. */
static struct fm_text keep_cell(const struct fm_cell *cell, struct fm_buf *made)
{
    unsigned char *const begin = made->p + made->n, *const end = fm_cell_put(cell, begin);
    memset(end, 0, FM_TEXT_PADDING);
    made->n = (size_t)(end - made->p) + FM_TEXT_PADDING;
    return fm_text_between(begin, end);
}

/* The value of a tag, in which control characters become blanks. */
static struct fm_tag make_tag(struct fm_text name, const struct fm_cell *cell, struct fm_buf *made)
{
    struct fm_tag tag = {.name = name, .value = cell->text, .id = fm_tag_id_of(name)};
    bool changed;
    if (fm_cell_is_plain(cell) && !fm_text_has_controls(cell->text))
        return tag;
    unsigned char *const begin = made->p + made->n;
    tag.value = keep_cell(cell, made);
    tag.value.n = fm_utf8_blank_controls(begin, tag.value.n, &changed);
    return tag;
}

static void add_tag(struct fm_tag *tags, struct fm_game *game, struct fm_tag tag)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (fm_text_equal(tags[i].name, tag.name))
            return;
    tags[game->tag_count++] = tag;
}

/* Take a result off the end of moves. */
static enum fm_result take_result(struct fm_text *moves)
{
    struct fm_text text = fm_text_trim(*moves), word = {text.p + text.n, 0};
    while (word.p > text.p && word.p[-1] > ' ')
        word = (struct fm_text){word.p - 1, word.n + 1};
    const enum fm_result result = word.n == 0 ? FM_RESULT_NONE : fm_result_of_tag(word);
    if (result != FM_RESULT_NONE)
        moves->n = (size_t)(word.p - moves->p);
    return result;
}

/* Names and values that are in no row; padded. */
static const unsigned char fen_name[16] = "FEN", setup_name[16] = "SetUp", one[16] = "1",
                           result_name[16] = "Result",
                           results[][16] = {"1-0", "0-1", "1/2-1/2", "*"};

enum fm_status fm_cells_make_game(const struct fm_cells *row, struct fm_buf *made,
                                  struct fm_tag *tags, struct fm_game *game)
{
    const struct fm_cell *const played = &row->alone[FM_COLUMN_MOVES],
                                *const fen = &row->alone[FM_COLUMN_FEN];
    enum fm_result result = FM_RESULT_NONE;
    /* No cell is longer when it is made. */
    made->n = game->tag_count = 0;
    FM_TRY(fm_buf_reserve(made, row->line.n + (FM_CELLS_TAGS_MAX + 1) * FM_TEXT_PADDING));
    struct fm_text moves = fm_cell_is_plain(played) ? played->text : keep_cell(played, made);
    const enum fm_result after = take_result(&moves);
    for (size_t i = 0; i < row->count; i++) {
        const struct fm_cell *const cell = &row->others[i].cell;
        if (row->others[i].meaning == FM_COLUMN_TAG)
            add_tag(tags, game, make_tag(row->others[i].name, cell, made));
        if (row->others[i].meaning != FM_COLUMN_RESULT || result != FM_RESULT_NONE)
            continue;
        result = result_of_cell(
            fm_text_trim(fm_cell_is_plain(cell) ? cell->text : keep_cell(cell, made)));
        if (result == FM_RESULT_NONE)
            fm_warnings_note_at(&game->notes, FM_REASON_RESULT_SPELLING, cell->text);
    }
    game->outcome = result == FM_RESULT_NONE ? after : result;
    if (game->outcome != FM_RESULT_NONE)
        add_tag(tags, game,
                (struct fm_tag){
                    .name = {result_name, 6},
                    .value = fm_text_of((const char *)results[fm_result_index(game->outcome)]),
                    .id = FM_TAG_RESULT});
    if (fen->text.n > 0) {
        add_tag(tags, game, make_tag((struct fm_text){fen_name, 3}, fen, made));
        add_tag(tags, game,
                (struct fm_tag){.name = {setup_name, 5}, .value = {one, 1}, .id = FM_TAG_SETUP});
    }
    const bool plain = moves.p == played->text.p;
    game->moves_end = game->moves + (plain ? moves.n : played->text.n);
    game->made = plain ? FM_NO_TEXT : moves;
    return FM_OK;
}
