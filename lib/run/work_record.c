/* SPDX-License-Identifier: MIT */
/* The work on one record of a list. A record is a game of one position, without tags: it has a
 * class, conditions on games and positions hold for it or not, and it is kept, unselected or
 * rejected. What keeps its form is rewritten, byte for byte where nothing is to change; other
 * formats describe its position. */
#include <config.h>
#include "run/work_record.h"
#include "board/castling.h"
#include "pgn/bytes.h"
#include "run/detect.h"
#include "run/play.h"
#include "run/work_games.h"
#include "record/epd_score.h"
#include "record/rewrite_line.h"
#include "record/uci_line.h"
#include "run/work_messages.h"
#include "run/work_export.h"
#include "run/work_ops.h"
#include "run/work_items.h"

enum fm_class fm_listed_class(const struct fm_setup *setup, const struct fm_variant *named)
{
    const enum fm_class class_ = fm_class_of_setup(setup, named);
    if (class_ != FM_CLASS_SETUP || !fm_setup_may_be_array(setup))
        return class_;
    const int sp = fm_setup_sp(setup);
    return sp >= 0 && sp != FM_SP_STANDARD ? FM_CLASS_CHESS960 : FM_CLASS_SETUP;
}

/* Is the character a blank within a line, and no part of a line end? */
static bool is_line_blank(unsigned char c)
{
    return c <= ' ' && c != '\n' && c != '\r';
}

/* How an output writes a record. What was made has no form to keep: its en passant square is
 * written as those of games. Its moves are English. */
static struct fm_rewrite rewrite_of(const struct fm_route *route, const struct fm_listed *record)
{
    struct fm_rewrite wanted = route->rewrite;
    if (record->made && !record->entry && wanted.style.en_passant == FM_EP_KEEP)
        wanted.style.en_passant = FM_EP_PSEUDO_LEGAL;
    if (record->made)
        wanted.letters = NULL;
    return wanted;
}

/* Any other one. */
static FM_NOINLINE enum fm_status rewrite(const struct fm_route *route, struct fm_listed *record,
                                          struct fm_buf *out)
{
    struct fm_rewrite wanted = rewrite_of(route, record);
    struct fm_fen_edit *edit = &record->edit;
    const struct fm_text line = edit->text, whole = record->whole;
    if (FM_UNLIKELY(route->format == FM_FORMAT_PGN)) /* those of the profile are for FEN tags */
        wanted.style.counters = FM_COUNTERS_KEEP;
    const unsigned char *begins = whole.p, *end = line.p + line.n;
    const bool around = line.p > begins || (end < whole.p + whole.n && is_line_blank(*end));
    if (FM_UNLIKELY(around && (wanted.bare || wanted.becomes_epd)) &&
        fm_fen_edit_is_anew(edit, &wanted)) {
        while (begins < line.p && is_line_blank(*begins))
            begins++;
        while (end < whole.p + whole.n && is_line_blank(*end))
            end++;
    }
    if (route->lists.copies_around && FM_UNLIKELY(line.p > begins))
        FM_TRY(fm_buf_append(out, begins, (size_t)(line.p - begins)));
    const size_t begin = out->n;
    FM_TRY(fm_fen_edit_write(edit, &wanted, out, &record->fault));
    if (route->spec->verify && !fm_rewrite_verified(line, fm_buf_text_from(out, begin), &wanted))
        return fm_reject(&record->fault, FM_REASON_VERIFY_FAILED, line);
    if (!route->lists.copies_around)
        return fm_buf_append_short(out, "\n", 1);
    FM_TRY(fm_buf_append_short(out, end, (size_t)(whole.p + whole.n - end)));
    const unsigned char last = whole.p[whole.n - 1];
    const bool ends = last == '\n' || last == '\r';
    return ends || route->lists.all ? FM_OK : fm_buf_append_short(out, "\n", 1);
}

enum fm_status fm_listed_write(struct fm_worker *worker, const struct fm_route *route)
{
    struct fm_listed *record = worker->listed;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    enum fm_status status = FM_REJECTED;
    if (FM_LIKELY(fm_listed_is_copied(record, route))) /* most lines */
        status = fm_fen_edit_copy(&record->edit, &route->rewrite, record->whole, out);
    if (FM_UNLIKELY(status == FM_REJECTED))
        status = rewrite(route, record, out);
    if (FM_LIKELY(route->spec->consumer == NULL && !route->spec->utf8))
        return status;
    FM_TRY(status);
    if (route->spec->consumer != NULL)
        fm_work_drop_castling(worker, route, begin);
    return route->spec->utf8 ? fm_work_to_utf8(worker, out, begin) : FM_OK;
}

enum fm_status fm_listed_fen(struct fm_worker *worker, const struct fm_route *route, bool keyed,
                             struct fm_text *fen)
{
    struct fm_listed *record = worker->listed;
    const bool rewrites = fm_format_has(route->format, FM_FORMAT_REWRITES);
    enum fm_counters counters = route->rewrite.style.counters;
    if (!rewrites && counters == FM_COUNTERS_KEEP)
        counters = FM_COUNTERS_FIELDS;
    if (!keyed &&
        FM_LIKELY(route->lists.keeps_fen && !record->made && fm_listed_is_plain(record))) {
        *fen = fm_fen_edit_kept(&record->edit, &route->rewrite.style, counters);
        if (FM_LIKELY(fen->n > 0)) /* most of them */
            return FM_OK;
    }
    struct fm_rewrite wanted = rewrite_of(route, record);
    wanted.style.counters = counters;
    if (keyed && route->positions->unique_key != FM_UNIQUE_FEN)
        wanted.style.counters = FM_COUNTERS_NONE;
    /* An engine would castle with a rook that is not there; a tag is made anew. */
    wanted.clean = keyed || route->format == FM_FORMAT_UCI || route->format == FM_FORMAT_PGN;
    worker->fen.n = 0;
    FM_TRY(fm_fen_edit_write_position(&record->edit, &wanted, &worker->fen, &record->fault));
    *fen = fm_buf_text(&worker->fen);
    if (route->format == FM_FORMAT_PGN && !fm_setup_has_own_style(&record->edit.setup) &&
        fm_castling_style_is_lost(&record->edit.setup, wanted.style.castling,
                                  wanted.style.no_prefix)) { /* no Variant tag gives it */
        fm_warnings_clear(&record->edit.notes, FM_REASON_STYLE_NOT_REPRESENTABLE);
        return fm_reject(&record->fault, FM_REASON_STYLE_NOT_REPRESENTABLE, record->edit.text);
    }
    if (keyed || !route->spec->verify || fm_rewrite_verified(record->edit.text, *fen, &wanted))
        return FM_OK;
    return fm_reject(&record->fault, FM_REASON_VERIFY_FAILED, record->edit.text);
}

enum fm_status fm_listed_write_game(struct fm_worker *worker, struct fm_active_route *active,
                                    const struct fm_record_input *in)
{
    const struct fm_route *route = active->route;
    const struct fm_listed *record = worker->listed;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t at = out->n;
    struct fm_text fen;
    FM_TRY(fm_listed_fen(worker, route, false, &fen));
    const struct fm_epd_game how =
        fm_export_of_list(worker, route, in, &record->edit.setup,
                          record->made ? fm_languages : worker->plan->replay.language);
    const enum fm_status status =
        fm_epd_game_write(&record->edit, fen, &how, &worker->scratch, out);
    worker->written.overflows = worker->written.overflows || status == FM_REJECTED;
    FM_TRY(status);
    if (route->spec->utf8)
        FM_TRY(fm_work_to_utf8(worker, out, at));
    active->games = 1;
    return FM_OK;
}

enum fm_status fm_listed_take_moves(struct fm_worker *worker, const struct fm_route *route,
                                    size_t begin, struct fm_text *moves)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    size_t at = begin, end = out->n;
    while (out->p[at] != '\n' || out->p[at + 1] != '\n') /* after the tags */
        at++;
    while (end > at && out->p[end - 1] <= ' ')
        end--;
    while (end > at && out->p[end - 1] > ' ') /* the result */
        end--;
    const size_t n = end - at;
    unsigned char *copy = fm_arena_alloc(&worker->scratch, n + FM_TEXT_PADDING);
    FM_TRY_MADE(copy);
    memcpy(copy, out->p + at, n);
    memset(copy + n, 0, FM_TEXT_PADDING);
    *moves = (struct fm_text){copy, n};
    out->n = at + 1;
    return FM_OK;
}

enum fm_status fm_listed_join(struct fm_worker *worker, struct fm_active_route *active, size_t at)
{
    const struct fm_listed *record = worker->listed;
    const unsigned sink = active->route->sink;
    active->records += active->games == 0;
    if (fm_route_lines(active->route)) /* they have rows */
        return fm_worker_spend(worker, worker->block->out[sink].n - at);
    FM_TRY(active->games > 0 ? fm_work_join_made(worker, sink, record->begin, record->end, at)
                             : fm_work_join(worker, sink, record->begin, record->end, at));
    return fm_worker_spend(worker, worker->block->out[sink].n - at);
}

static bool is_dropped(const struct fm_route *route, struct fm_text opcode)
{
    const struct fm_record_fields *fields = &route->spec->fields;
    for (size_t i = 0; i < fields->drop_count; i++)
        if (fm_text_equal(fields->drops[i].name, opcode))
            return true;
    return false;
}

/* The operations of a record without those that are dropped, each replaced where there is a new
 * one; then the other new ones.
 * @param counters  hmvc and fmvn are the new ones, else the record's own. */
static enum fm_status put_operations(struct fm_buf *out, const struct fm_route *route,
                                     struct fm_text own, struct fm_text made, bool counters)
{
    struct fm_epd_op op, other;
    for (struct fm_text rest = own; fm_epd_next(&rest, &op);) {
        const bool is_new = counters || !fm_epd_is_counter(op.opcode);
        const bool replaced = is_new && fm_epd_find(made, op.opcode, &other, NULL);
        if (!is_dropped(route, op.opcode) &&
            (replaced || !fm_epd_is_counter(op.opcode) || !counters))
            FM_TRY(fm_epd_put_operation(replaced ? &other : &op, out));
    }
    for (struct fm_text rest = made; fm_epd_next(&rest, &op);)
        if ((counters || !fm_epd_is_counter(op.opcode)) &&
            !fm_epd_find(own, op.opcode, &other, NULL))
            FM_TRY(fm_epd_put_operation(&op, out));
    return FM_OK;
}

enum fm_status fm_game_add_operations(struct fm_worker *worker, const struct fm_route *route,
                                      size_t begin, size_t fen)
{
    struct fm_buf *out = fm_worker_out(worker, route);
    const struct fm_text record = {out->p + begin, out->n - begin - 1}; /* no line end */
    const struct fm_text made = fm_text_after(record, fen);
    struct fm_text own = worker->replayed.ops;
    if (fm_route_is_utf8(route))
        FM_TRY(fm_encoding_decode(&worker->scratch, own, worker->encoding, &own));
    worker->fen.n = 0;
    FM_TRY(fm_buf_append(&worker->fen, record.p, fen));
    FM_TRY(put_operations(&worker->fen, route, own, made,
                          route->spec->style.counters != FM_COUNTERS_KEEP));
    out->n = begin;
    FM_TRY(fm_buf_append(out, worker->fen.p, worker->fen.n));
    return fm_buf_append(out, "\n", 1);
}

/* The fields of a line, as they are. */
static struct fm_text position_of(const struct fm_fen_edit *edit)
{
    const struct fm_fen_fields *fields = &edit->fields;
    const struct fm_text last = fields->fullmove.n > 0   ? fields->fullmove
                                : fields->halfmove.n > 0 ? fields->halfmove
                                                         : fields->en_passant;
    return fm_text_trim(fm_text_between(edit->text.p, last.p + last.n));
}

/* Is a record complete to which new operations were appended? Else they must still be merged with
 * its own operations and its counters. @param made  the operations. */
static bool is_complete(const struct fm_route *route, struct fm_fen_edit *edit, struct fm_text made)
{
    const enum fm_counters counters = route->rewrite.style.counters;
    const bool none = edit->fields.halfmove.n == 0, both = edit->fields.fullmove.n > 0;
    struct fm_epd_op op;
    if (!route->lists.normal || route->rewrite.normalize || edit->made || edit->fields.rest.n > 0 ||
        (none ? counters == FM_COUNTERS_FIELDS || route->style.counters == FM_COUNTERS_OPS
              : !both || (counters != FM_COUNTERS_OPS && counters != FM_COUNTERS_NONE)))
        return false;
    /* Which operation is the first shows it, mostly. */
    bool others = made.n > 5 && !fm_epd_is_counter((struct fm_text){made.p + 1, 4});
    while (!others && fm_epd_next(&made, &op))
        others = !fm_epd_is_counter(op.opcode);
    if (others && both) /* fields before operations */
        fm_warnings_note(&edit->notes, FM_REASON_FEN_LAYOUT);
    return others;
}

enum fm_status fm_listed_add_operations(struct fm_worker *worker, const struct fm_route *route,
                                        size_t begin, size_t fen)
{
    struct fm_listed *record = worker->listed;
    struct fm_buf *out = fm_worker_out(worker, route);
    struct fm_fen_edit *edit = &record->edit;
    const struct fm_text made = {out->p + begin + fen, out->n - begin - fen - 1}; /* no line end */
    if (is_complete(route, edit, made))
        return FM_OK;
    struct fm_text position, own = edit->fields.rest;
    worker->fen.n = 0;
    if (!edit->after.operations && own.n > 0) { /* it becomes operations */
        FM_TRY(fm_fen_edit_put_remark(edit, &worker->fen));
        own = fm_arena_copy(&worker->scratch, fm_buf_text(&worker->fen));
        FM_TRY_MADE(own.p);
        worker->fen.n = 0;
    }
    FM_TRY(edit->made ? fm_listed_fen(worker, route, false, &position)
                      : fm_buf_append_text(&worker->fen, position_of(edit)));
    FM_TRY(put_operations(&worker->fen, route, own, made, false));
    const struct fm_text line = fm_arena_copy(&worker->scratch, fm_buf_text(&worker->fen));
    FM_TRY_MADE(line.p);
    out->n = begin;
    const struct fm_rewrite wanted = rewrite_of(route, record);
    FM_TRY(fm_rewrite_line(line, &wanted, out, &worker->notes, &record->fault));
    fm_work_drop_castling(worker, route, begin);
    return fm_buf_append(out, "\n", 1);
}

/* The offset of a record in the block. */
static size_t place_of_record(const struct fm_worker *worker, const struct fm_listed *record)
{
    return record->made ? record->begin : (size_t)(record->edit.text.p - worker->block->bytes);
}

/* Fill in the values of a record, for its output records and the names of their files; without
 * those that need the board. */
static void fill(const struct fm_worker *worker, struct fm_listed *record, size_t ordinal,
                 enum fm_class class_)
{
    struct fm_record_input *const in = &record->in;
    const struct fm_block *block = worker->block;
    const struct fm_setup *setup = &record->edit.setup;
    const uint64_t records_before =
        (worker->plan->needs & FM_NEEDS_NUMBERS) ? block->numbers.games_before : 0;
    in->game = &record->game;
    in->encoding = worker->encoding;
    in->input = block->input.name;
    in->offset = block->offset + place_of_record(worker, record);
    in->ordinal = records_before + ordinal + 1;
    in->class_name = fm_class_names[class_];
    in->eval_of = worker->plan->profile->input.eval_of;
    in->variant = setup->variant->name;
    in->ops = record->edit.after.operations ? record->edit.fields.rest : FM_NO_TEXT;
    in->sp = fm_setup_may_be_array(setup) ? fm_setup_sp(setup) : -1;
    fm_work_fill_opening(worker, worker->end.opening, in);
}

/* The first move of an operand of moves; *more: there are others. */
static struct fm_text first_move(struct fm_text operands, bool *more)
{
    struct fm_epd_moves moves;
    struct fm_text first = FM_NO_TEXT;
    fm_epd_moves_read(operands, &moves);
    for (size_t i = 0; i < moves.n; i++) {
        const struct fm_text word = fm_text_without_tail(moves.of[i].text, "!?+#");
        *more = *more || (word.n > 0 && first.n > 0);
        first = first.n == 0 ? (struct fm_text){moves.of[i].begin, word.n} : first;
    }
    return first;
}

static void read_operations(struct fm_listed *record)
{
    const struct fm_training *training = &record->edit.after.training;
    struct fm_text rest = record->edit.fields.rest, sm = {NULL, 0}, pv = sm, bm = sm;
    struct fm_epd_op op, dm = {.opcode = FM_NO_TEXT};
    unsigned char number[FM_EPD_NUMBER_MAX];
    bool ignored = false, several = false;
    record->next = FM_NO_TEXT;
    record->score = (struct fm_comment){.view = FM_SCORE_FOR_WHITE,
                                        .own = true,
                                        .has_score = training->has_score,
                                        .centipawns = training->centipawns};
    record->game.result = record->game.outcome = training->result;
    if (!record->edit.after.operations)
        return;
    while (fm_epd_next(&rest, &op)) {
        (void)fm_epd_mate(&op, &op, number);
        if (fm_text_is(op.opcode, "sm")) {
            sm = first_move(op.operands, &ignored);
        } else if (fm_text_is(op.opcode, "pv")) {
            pv = first_move(op.operands, &ignored);
        } else if (fm_text_is(op.opcode, "bm")) {
            const struct fm_text move = first_move(op.operands, &several);
            several = several || (bm.n > 0 && move.n > 0);
            bm = move.n > 0 ? move : bm;
        } else if (fm_text_is(op.opcode, "c9")) {
            record->game.result = record->game.outcome =
                fm_result_of_tag(fm_epd_unquoted(op.operands));
        } else if (op.code == FM_EPD_DM) {
            dm = op; /* counts where there is no ce, before or after it */
        } else {
            fm_epd_score_read(&op, record->edit.setup.black, &record->score);
        }
    }
    fm_epd_score_read(&dm, record->edit.setup.black, &record->score);
    record->next = sm.n > 0 ? sm : pv.n > 0 ? pv : several ? FM_NO_TEXT : bm;
}

/* The range of plies of each output, for a game that ends at this position; without one, as every
 * other, it is all of them. */
static void set_ranges(struct fm_worker *worker, const struct fm_listed *record, size_t ordinal)
{
    for (size_t i = 0; i < worker->active_count; i++) {
        struct fm_active_route *active = &worker->active[i];
        const struct fm_profile_positions *positions = active->route->positions;
        if (!positions->plies_given) {
            active->from = 0;
            active->span = UINT32_MAX;
        } else if (fm_route_from_end(active->route)) {
            fm_range_of_game(&positions->plies, record->ply, &active->from, &active->span);
        }
        if (active->route->choice.every > 1) /* else the block may not be numbered */
            active->every_from = record->ply - worker->block->numbers.listed_before - ordinal;
    }
}

/* Write the record to an output that takes all of them. */
static enum fm_status write_whole(struct fm_worker *worker, struct fm_active_route *active)
{
    const struct fm_route *route = active->route;
    const size_t begin = worker->block->out[route->sink].n;
    active->positions.offered = 1;
    FM_TRY(route->lists.makes_games ? fm_listed_write_game(worker, active, NULL)
                                    : fm_listed_write(worker, route));
    if (route->format == FM_FORMAT_PGN)
        return fm_listed_join(worker, active, begin);
    active->records++;
    if (fm_route_marks(route))
        FM_TRY(
            fm_work_mark_record(worker, active, &(struct fm_row_key){.sample = 0}, false, begin));
    return fm_worker_spend(worker, worker->block->out[route->sink].n - begin);
}

/* Write the record to the outputs that take it, where the conditions on its position hold. */
static enum fm_status offer(struct fm_worker *worker, struct fm_listed *record, size_t ordinal,
                            enum fm_class class_)
{
    if (!worker->plan->lists.view) {
        for (size_t i = 0; i < worker->active_count; i++)
            FM_TRY(write_whole(worker, &worker->active[i]));
        return FM_OK;
    }
    if (worker->plan->lists.fields)
        fill(worker, record, ordinal, class_);
    set_ranges(worker, record, ordinal);
    worker->start.class_ = class_;
    worker->start.standard_start = false;
    if (fm_worker_any(worker, fm_route_samples))
        worker->replayed.hash = fm_hash128_of(record->edit.text.p, record->edit.text.n, 0);
    return record->edit.setup.files != fm_variants[FM_STANDARD].files
               ? fm_work_listed_10x8(worker, &record->in)
               : fm_work_listed_8x8(worker, &record->in);
}

/* The conditions on games that need no board. @return FM_NOT_LOST, or the step that rejects it. */
static size_t lost_as_game(const struct fm_plan *plan, const struct fm_game_facts *facts)
{
    const struct fm_profile_games *games = &plan->profile->games;
    const size_t lost = plan->lists.games ? fm_tags_lost(games, facts) : FM_NOT_LOST;
    if (lost != FM_NOT_LOST || games->sets[FM_SET_ONLY].n > 0) /* it is no game of a file */
        return lost != FM_NOT_LOST ? lost : games->tag_count + FM_GAME_ONLY;
    return plan->classes >> facts->class_ & 1 ? FM_NOT_LOST : games->tag_count + FM_GAME_CLASS;
}

/* The writing of a record was refused: where not by its text, the fault is here. */
static FM_NOINLINE enum fm_status refusal(const struct fm_worker *worker, struct fm_listed *record)
{
    const bool unanswered = worker->written.rule_status != FM_OK;
    if (unanswered || worker->written.overflows)
        return fm_reject(&record->fault,
                         unanswered ? FM_REASON_RULE_LIMIT : FM_REASON_OUTPUT_TOO_LARGE,
                         record->edit.text);
    return FM_REJECTED;
}

/* What becomes of the record: the conditions in their order, and its records in the outputs. */
static enum fm_status choose(struct fm_worker *worker, struct fm_listed *record, size_t ordinal,
                             struct fm_result_of_game *result)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_rule_context context;
    result->class_ = fm_listed_class(&record->edit.setup, plan->classify.variant);
    if (plan->lists.view)
        fm_fen_edit_read_counters(&record->edit);
    if (FM_LIKELY(!record->entry))
        record->ply = 2 * (record->edit.setup.fullmove - 1) + record->edit.setup.black;
    if (plan->lists.operations)
        read_operations(record);
    const struct fm_game_facts facts = {.class_ = result->class_,
                                        .result = record->game.result,
                                        .context = plan->lists.view ? &context : NULL};
    if (plan->lists.view) /* else there are no rules */
        context = (struct fm_rule_context){
            .scratch = &worker->scratch, .matcher = worker->matcher, .encoding = worker->encoding};
    result->outcome = FM_UNSELECTED;
    result->lost = lost_as_game(plan, &facts);
    if (result->lost != FM_NOT_LOST)
        return FM_OK;
    fm_choose_routes(worker, &facts);
    if (FM_UNLIKELY(worker->active_count == 0 && plan->route_count > 0)) {
        result->lost = plan->profile->games.tag_count + FM_GAME_UNTAKEN;
        return fm_is_unread(worker, &record->fault) ? FM_REJECTED : FM_OK;
    }
    const enum fm_status status = offer(worker, record, ordinal, result->class_);
    if (FM_UNLIKELY(status != FM_OK))
        return status == FM_REJECTED ? refusal(worker, record) : status;
    if (plan->chooses_at_end)
        result->lost = fm_choose_at_end(worker, record->ply);
    uint64_t taken = plan->route_count == 0;
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_active_route *active = &worker->active[i];
        taken += active->records + active->unwritten + active->games;
    }
    if (taken > 0 && result->lost == FM_NOT_LOST)
        result->outcome = FM_KEPT;
    return FM_OK;
}

/* A line that cannot be read as it is: its record may be in a frame. */
static enum fm_status read_framed(struct fm_worker *worker, struct fm_listed *record)
{
    static const struct fm_text start = {
        (const unsigned char *)"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", 57};
    const struct fm_text text = record->edit.text, command = FM_TEXT("position ");
    struct fm_text inside;
    if (record->made) /* of a puzzle, which has no frame */
        return FM_REJECTED;
    if (fm_uci_line_is_start(text)) {
        record->made = true;
        record->whole = start;
        inside = (struct fm_text){start.p, start.n - 1};
    } else if (record->fault.reason != FM_REASON_BAD_FEN || !fm_listed_unframe(text, &inside)) {
        return FM_REJECTED;
    }
    const enum fm_status status =
        fm_fen_edit_read(&record->edit, inside, &worker->plan->check_rewrite, &record->fault);
    /* `position fen FEN` and `position startpos` are commands of UCI, as `-f uci` writes them. */
    if (text.n < command.n || memcmp(text.p, command.p, command.n) != 0 ||
        (!record->made && text.n != command.n + 4 + inside.n))
        fm_warnings_note(&record->edit.notes, FM_REASON_FEN_LAYOUT);
    return status;
}

static enum fm_status reject(struct fm_worker *worker, struct fm_listed *record, size_t at,
                             size_t ordinal, struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    const unsigned char *what = record->fault.what.p;
    fm_worker_cut_back(worker);
    *result = (struct fm_result_of_game){.outcome = FM_REJECTED_GAME,
                                         .class_ = FM_CLASS_BROKEN,
                                         .reason = record->fault.reason,
                                         .lost = worker->plan->profile->games.tag_count +
                                                 FM_GAME_UNREADABLE};
    if (what == NULL)
        record->fault.what = record->edit.text;
    const bool inside = what != NULL && what >= block->bytes && what < block->bytes + block->n;
    return fm_work_message(worker, &record->fault, inside ? (size_t)(what - block->bytes) : at,
                           ordinal);
}

enum fm_status fm_work_record(struct fm_worker *worker, struct fm_listed *record,
                              enum fm_status status, size_t ordinal)
{
    const struct fm_plan *plan = worker->plan;
    struct fm_result_of_game result;
    fm_result_of_record(&result);
    const size_t at = place_of_record(worker, record);
    const struct fm_text written = fm_block_span(worker->block, record->begin, record->end);
    const struct fm_text line = record->made ? written : record->edit.text;
    record->game.result = record->game.outcome = FM_RESULT_NONE;
    fm_warnings_reset(&worker->notes);
    worker->notes.places = NULL;
    worker->noted = record;
    worker->game = NULL;
    fm_worker_mark(worker);
    fm_arena_reset(&worker->scratch);
    if (!worker->block->ascii)
        FM_TRY(fm_work_find_encoding(worker, line, ordinal));
    worker->listed = record;
    if (status == FM_REJECTED)
        status = read_framed(worker, record);
    if (FM_LIKELY(status == FM_OK))
        status = choose(worker, record, ordinal, &result);
    if (FM_UNLIKELY(plan->classify.dialect != NULL) && status == FM_OK)
        fm_dialect_note(plan->classify.dialect, &record->edit.setup, &record->edit.fields,
                        &record->edit.notes);
    fm_warnings_add(&worker->notes, &record->edit.notes);
    worker->listed = NULL;
    if (status == FM_REJECTED)
        status = reject(worker, record, at, ordinal, &result);
    if (status == FM_OK && plan->profile->input.strict && result.outcome == FM_KEPT)
        status = fm_work_strict(worker, at, ordinal, &result);
    const bool names = plan->lists.view && status == FM_OK && result.outcome == FM_KEPT &&
                       fm_worker_any(worker, fm_route_names);
    if (names)
        fill(worker, record, ordinal, result.class_);
    struct fm_census_entry census;
    if (plan->counts)
        census = fm_census_find_bare(record->game.result, result.outcome == FM_REJECTED_GAME
                                                              ? NULL
                                                              : record->edit.setup.variant);
    const struct fm_worked_span span = {record->begin, record->end, at, ordinal};
    FM_NEXT(status, fm_work_finish(worker, &span, names ? &record->in : NULL, &result,
                                   plan->counts ? &census : NULL));
    if (status == FM_OK && result.outcome == FM_KEPT && fm_plan_draws(plan))
        status = fm_work_identify(worker, NULL, record->begin, record->end);
    worker->noted = NULL;
    return status;
}
