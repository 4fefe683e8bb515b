/* SPDX-License-Identifier: MIT */
/* The work on a block of games: class, choice, replay, outcome. The replay itself is play_tmpl.h,
 * the counting account.c. */
#include <config.h>
#include "run/work_games.h"
#include "base/utf8.h"
#include "board/castling.h"
#include "pgn/tag_forms.h"
#include "pgn/word.h"
#include "run/detect.h"
#include "run/play.h"
#include "filter/game_filter.h"
#include "run/work_messages.h"
#include "run/work_text.h"
#include "run/work_export.h"
#include "run/work_items.h"

enum fm_status fm_games_start(struct fm_worker *worker)
{
    worker->board8 = fm_replayer_new_8x8();
    worker->board10 = fm_replayer_new_10x8();
    return worker->board8 == NULL || worker->board10 == NULL ? FM_NO_MEMORY : FM_OK;
}

void fm_games_stop(struct fm_worker *worker)
{
    fm_replayer_free_8x8(worker->board8);
    fm_replayer_free_10x8(worker->board10);
    worker->board8 = NULL;
    worker->board10 = NULL;
}

/* Fill in the values of a game, for records and file names. Before its replay it has no opening.
 * @param[out] in  written in its place: a copy of it would be slow. */
static void fill_input(const struct fm_worker *worker, const struct fm_game *game, size_t ordinal,
                       enum fm_class class_, struct fm_record_input *in)
{
    const struct fm_block *block = worker->block;
    const bool standard = worker->start.standard_start || worker->start.reason != FM_REASON_NONE;
    const bool wanted = worker->plan->needs & FM_NEEDS_SP; /* it takes a while */
    const uint64_t games_before =
        (worker->plan->needs & FM_NEEDS_NUMBERS) ? block->numbers.games_before : 0;
    *in = (struct fm_record_input){.game = game,
                                   .tags = fm_split_tags_of(&block->split, game),
                                   .encoding = worker->encoding,
                                   .input = block->input.name,
                                   .offset = block->offset + game->begin,
                                   .ordinal = games_before + ordinal + 1,
                                   .class_name = fm_class_names[class_],
                                   .eval_of = worker->plan->profile->input.eval_of,
                                   .variant = standard ? fm_variants[FM_STANDARD].name
                                                       : worker->start.setup.variant->name,
                                   .sp = !wanted    ? -1
                                         : standard ? FM_STANDARD_SP
                                                    : fm_setup_sp(&worker->start.setup)};
    if (worker->plan->needs & FM_NEEDS_PLACE)
        in->game_place = fm_hash128_of(in->input, strlen(in->input), in->offset).lo | 1;
    fm_work_fill_opening(worker, worker->end.opening, in);
    in->book_last = worker->end.booked.last;
    if (in->book_last > 0) {
        in->book_sans = fm_buf_text(&worker->replayed.book_sans);
        in->book_ucis = fm_buf_text(&worker->replayed.book_ucis);
    }
}

/* The offset in the block of a byte of the movetext: before it was decoded, each character was
 * one byte. */
static uint64_t place_of_fault(const struct fm_game *game, struct fm_text moves, bool decoded,
                               uint64_t offset)
{
    return game->moves + (decoded ? fm_utf8_count(moves.p, (size_t)offset) : offset);
}

/* Move the places of warnings to the bytes in the block. */
static void place_tokens(struct fm_worker *worker, const struct fm_game *game, struct fm_text moves)
{
    struct fm_places *const places = worker->notes.places;
    for (unsigned reason = 1; places != NULL && reason < FM_REASON_COUNT; reason++) {
        if (!fm_places_has(places, (enum fm_reason)reason))
            continue;
        struct fm_text *const token = &places->at[reason];
        const uint64_t from = (uint64_t)(token->p - moves.p);
        const uint64_t begin = place_of_fault(game, moves, true, from),
                       end = place_of_fault(game, moves, true, from + token->n);
        *token = (struct fm_text){worker->block->bytes + begin, (size_t)(end - begin)};
    }
}

/* Replay the game and write its records; a fault becomes the outcome, its message is the
 * caller's. */
static enum fm_status play(struct fm_worker *worker, const struct fm_game *game, size_t ordinal,
                           struct fm_result_of_game *result, struct fm_error *fault)
{
    const struct fm_block *block = worker->block;
    const struct fm_text written = fm_block_span(block, game->moves, game->moves_end);
    struct fm_text moves = FM_UNLIKELY(game->made.p != NULL) ? game->made : written;
    struct fm_record_input in;
    unsigned char fen[FM_FEN_MAX];
    fill_input(worker, game, ordinal, result->class_, &in);
    if ((worker->plan->needs & FM_NEEDS_MOVES) && !worker->start.standard_start) {
        const unsigned char *fen_end =
            fm_setup_write_fen(&worker->start.setup, FM_CASTLING_XFEN, true, true, fen);
        in.start_fen = fm_text_between(fen, fen_end);
    }
    if (worker->plan->needs & FM_NEEDS_OPS)
        FM_TRY(fm_epd_of_game(written, &worker->scratch, &worker->replayed.ops));
    /* Among records of lists each record has a mark, as those have. */
    const bool apart =
        game->of_line || ((worker->plan->needs & FM_NEEDS_OPS) && worker->replayed.ops.n > 0);
    for (size_t i = 0; apart && i < worker->active_count; i++)
        worker->active[i].plain = FM_NOT_PLAIN, worker->active[i].direct = false;
    if (fm_worker_any(worker, fm_route_samples))
        worker->replayed.hash =
            fm_hash128_of(block->bytes + game->begin, game->end - game->begin, 0);
    /* Windows-1252 is not decoded: the lexer knows its piece letters as bytes. */
    if (FM_UNLIKELY(worker->encoding > FM_ENCODING_1252 || moves.p != written.p))
        FM_TRY(fm_work_decode(worker, &worker->scratch, &moves));
    const bool decoded = moves.p != written.p;
    in.decoded = decoded ? worker->encoding : FM_ENCODING_AUTO;
    const bool wide = !worker->start.standard_start &&
                      worker->start.setup.files != fm_variants[FM_STANDARD].files;
    const enum fm_status status = wide ? fm_work_moves_10x8(worker, &in, moves, result, fault)
                                       : fm_work_moves_8x8(worker, &in, moves, result, fault);
    if (FM_UNLIKELY(decoded))
        place_tokens(worker, game, moves);
    if (FM_UNLIKELY(worker->placing.unplayed.ply > 0))
        worker->placing.unplayed.offset =
            place_of_fault(game, moves, decoded, worker->placing.unplayed.offset);
    /* Where the movetext has words, none of which is a move. */
    if (status == FM_OK && result->plies == 0 && !game->of_line &&
        !fm_warnings_has(&worker->notes, FM_REASON_NO_MOVES))
        fm_warnings_note(&worker->notes, FM_REASON_NO_MOVES);
    if (status != FM_REJECTED)
        return status;
    fault->offset = place_of_fault(game, moves, decoded, fault->offset);
    const bool unwritable = fm_is_unwritable(worker, fault->reason);
    if (!fm_plan_truncates(worker->plan) || unwritable)
        fm_worker_cut_back(worker);
    result->outcome = FM_REJECTED_GAME;
    result->reason = fault->reason;
    if (!unwritable)
        result->class_ = FM_CLASS_BROKEN;
    return FM_OK;
}

/* A rule took too many steps, so it is not known whether the game is selected. */
static enum fm_status no_answer(struct fm_worker *worker, const struct fm_rule_context *context,
                                size_t ordinal, struct fm_result_of_game *result)
{
    if (context->status != FM_REJECTED)
        return context->status;
    const struct fm_error fault = {
        .status = FM_REJECTED, .reason = FM_REASON_RULE_LIMIT, .what = context->tag};
    const struct fm_block *block = worker->block;
    const bool inside = context->at >= block->bytes && context->at < block->bytes + block->n;
    worker->active_count = 0;
    for (size_t i = 0; i < worker->plan->route_count; i++)
        worker->lost[i] = FM_NOT_OFFERED;
    result->outcome = FM_REJECTED_GAME;
    result->reason = fault.reason;
    return fm_work_message(worker, &fault,
                           inside ? (size_t)(context->at - block->bytes) : worker->game->begin,
                           ordinal);
}

/* A game that cannot be replayed: kept only where the profile names its class, and as it is. */
static enum fm_status unplayable(struct fm_worker *worker, const struct fm_game_facts *facts,
                                 const struct fm_error *fault, size_t at, size_t ordinal,
                                 struct fm_result_of_game *result)
{
    const bool unsupported = result->class_ == FM_CLASS_UNSUPPORTED;
    result->reason = fault->reason;
    if (worker->plan->classes >> result->class_ & 1) {
        fm_choose_routes(worker, facts);
        if (FM_UNLIKELY(facts->context->status != FM_OK))
            return no_answer(worker, facts->context, ordinal, result);
        if (worker->active_count > 0 && !fm_worker_writes_records(worker)) {
            result->outcome = FM_KEPT;
            return FM_OK;
        }
        worker->active_count = 0;
    } else if (unsupported) {
        result->lost = worker->plan->profile->games.tag_count + FM_GAME_CLASS;
        /* Without `classes` the user may not know that there are such games: warn. */
        struct fm_error warning = *fault;
        warning.status = FM_OK;
        warning.warning = true;
        result->outcome = FM_UNSELECTED;
        return worker->plan->profile->games.classes != 0
                   ? FM_OK
                   : fm_work_message(worker, &warning, at, ordinal);
    }
    result->outcome = FM_REJECTED_GAME;
    return fm_work_message(worker, fault, at, ordinal);
}

static enum fm_status replay_and_check(struct fm_worker *worker, const struct fm_game *game,
                                       size_t ordinal, struct fm_game_facts *facts,
                                       struct fm_result_of_game *result)
{
    struct fm_error fault = {.status = FM_OK};
    fm_note_lost_styles(worker);
    FM_TRY(play(worker, game, ordinal, result, &fault));
    if (result->outcome == FM_KEPT) {
        const size_t lost = fm_choose_at_end(worker, result->plies);
        if (lost != FM_NOT_LOST) {
            result->outcome = FM_UNSELECTED;
            result->lost = lost;
        }
    } else if (result->class_ == FM_CLASS_BROKEN &&
               (worker->plan->classes >> FM_CLASS_BROKEN & 1) && !fm_plan_truncates(worker->plan)) {
        worker->active_count = 0;
        facts->class_ = FM_CLASS_BROKEN;
        if (game->of_line) { /* it has no text in PGN either: reject_start() */
            worker->start.reason = fault.reason;
            worker->start.error = fault;
        }
        return unplayable(worker, facts, &fault, (size_t)fault.offset, ordinal, result);
    } else {
        if (fm_plan_truncates(worker->plan))
            (void)fm_choose_at_end(worker, result->plies); /* by what is left of the game */
        return fm_work_message(worker, &fault, (size_t)fault.offset, ordinal);
    }
    return FM_OK;
}

/* Decide one game: the first of these paragraphs that rejects or leaves it out ends here, so a game
 * has one outcome, one reason and one step at which it was lost. On return worker->active holds the
 * outputs that keep it. */
static enum fm_status decide(struct fm_worker *worker, const struct fm_game *game, size_t ordinal,
                             struct fm_result_of_game *result)
{
    const struct fm_plan *plan = worker->plan;
    const struct fm_block *block = worker->block;
    const struct fm_tag *tags = fm_split_tags_of(&block->split, game);
    struct fm_rule_context context = {
        .scratch = &worker->scratch, .matcher = worker->matcher, .encoding = worker->encoding};
    struct fm_game_facts facts = {
        .tags = tags,
        .tag_count = game->tag_count,
        .class_ = FM_CLASS_BROKEN,
        .result = game->outcome,
        .moves = {block->bytes + game->moves, game->moves_end - game->moves},
        .context = &context};
    const size_t tag_count = plan->profile->games.tag_count;

    /* What is not of `games.range` is counted, and not looked at. */
    if (!fm_work_in_range(worker, ordinal)) {
        result->lost = FM_LOST_RANGE;
        result->class_ = FM_CLASSES;
        result->outcome = FM_UNSELECTED;
        return FM_OK;
    }

    /* Beyond a limit nothing of the game is read, so that no input takes more memory than that. */
    result->class_ = FM_CLASS_BROKEN;
    result->lost = tag_count + FM_GAME_UNREADABLE;
    if (game->end - game->begin > plan->profile->input.max_game_bytes) {
        const struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_GAME_TOO_LARGE};
        return unplayable(worker, &facts, &fault, game->begin, ordinal, result);
    }
    if (FM_UNLIKELY(game->tag_count > plan->profile->input.max_tags)) {
        const struct fm_error fault = {.status = FM_REJECTED, .reason = FM_REASON_TOO_MANY_TAGS};
        return unplayable(worker, &facts, &fault, game->begin, ordinal, result);
    }

    if (fm_plan_only_checks(plan))
        fm_tags_note_forms(tags, game->tag_count, &worker->notes);

    /* Tags come before faults of the game: a game that nobody selects is no rejected one. */
    const size_t lost = fm_tags_lost(&plan->profile->games, &facts);
    if (FM_UNLIKELY(context.status != FM_OK))
        return no_answer(worker, &context, ordinal, result);
    if (lost != FM_NOT_LOST) {
        result->lost = lost;
        result->class_ = FM_CLASSES;
        result->outcome = FM_UNSELECTED;
        return FM_OK;
    }

    /* A text that is no whole game has no start; else its class follows from tags and start. */
    if (game->broken != FM_REASON_NONE) {
        worker->start.reason = game->broken; /* there is no start; that of another game is left */
        const struct fm_error fault = {.status = FM_REJECTED, .reason = game->broken};
        return unplayable(worker, &facts, &fault, game->broken_at, ordinal, result);
    }
    FM_TRY(fm_classify(tags, game->tag_count, &plan->classify, &worker->scratch, &worker->start));
    fm_warnings_add(&worker->notes, &worker->start.notes);
    facts.class_ = result->class_ = worker->start.class_;
    if (worker->start.reason != FM_REASON_NONE) {
        worker->start.error.reason = worker->start.reason;
        const struct fm_text what = worker->start.error.what;
        const bool inside =
            what.p != NULL && what.p >= block->bytes && what.p < block->bytes + block->n;
        return unplayable(worker, &facts, &worker->start.error,
                          inside ? (size_t)(what.p - block->bytes) : game->begin, ordinal, result);
    }

    /* The outputs that take it, as far as tags and class decide. What no output's program can read
     * is rejected before it is replayed. */
    const bool wanted = plan->classes >> result->class_ & 1;
    if (wanted)
        fm_choose_routes(worker, &facts);
    if (FM_UNLIKELY(context.status != FM_OK))
        return no_answer(worker, &context, ordinal, result);
    struct fm_error fault;
    if (wanted && fm_is_unread(worker, &fault)) {
        result->lost = tag_count + FM_GAME_REJECTED;
        return fm_game_reject(worker, &fault, result);
    }

    /* The moves come last, as they take the most time. A kept game can be lost from here on only by
     * them. */
    const bool taken = wanted && (worker->active_count > 0 || plan->route_count == 0);
    /* Only the replay shows whether the game is of the class `broken`. */
    const bool doubted = (plan->classes >> FM_CLASS_BROKEN & 1) && !fm_plan_truncates(plan);
    result->outcome = taken || doubted ? FM_KEPT : FM_UNSELECTED;
    const size_t untaken = tag_count + (wanted ? FM_GAME_UNTAKEN : FM_GAME_CLASS);
    result->lost = result->outcome == FM_KEPT ? tag_count + FM_GAME_REJECTED : untaken;
    if (result->outcome == FM_KEPT && (plan->play.replays || game->of_line))
        FM_TRY(replay_and_check(worker, game, ordinal, &facts, result));
    if (!taken && result->outcome == FM_KEPT && result->class_ != FM_CLASS_BROKEN) {
        result->outcome = FM_UNSELECTED;
        result->lost = untaken;
    }
    return FM_OK;
}

static struct fm_census_entry census_of(const struct fm_worker *worker, const struct fm_game *game,
                                        const struct fm_result_of_game *result)
{
    const struct fm_plan *plan = worker->plan;
    const bool whole = result->outcome == FM_KEPT && (plan->play.replays || game->of_line);
    const unsigned opening = worker->end.opening;
    const struct fm_text eco = opening > 0 ? plan->openings.names[opening].eco : fm_text_of(NULL);
    const struct fm_game_facts facts = {.tags = fm_split_tags_of(&worker->block->split, game),
                                        .tag_count = game->tag_count,
                                        .result = game->outcome};
    const struct fm_variant *variant = NULL;
    if (result->class_ <= FM_CLASS_VARIANT)
        variant =
            worker->start.standard_start ? &fm_variants[FM_STANDARD] : worker->start.setup.variant;
    return fm_census_find(&facts, variant, eco,
                          whole ? (int64_t)result->plies : FM_CENSUS_UNPLAYED);
}

/* A block may hold games that are larger than the limit. Each goes on to the next hard boundary, as
 * where it passes in pieces and its end cannot be found. */
static void fold_oversize(const struct fm_worker *worker)
{
    const struct fm_block *block = worker->block;
    struct fm_split *split = &worker->block->split;
    const uint64_t limit = worker->plan->profile->input.max_game_bytes;
    size_t kept = 0;
    for (size_t i = 0; i < split->count; i++) {
        struct fm_game *game = &split->games[kept];
        *game = split->games[i];
        if (kept > 0 && game->begin < split->games[kept - 1].end)
            continue;
        kept++;
        if (game->end - game->begin <= limit)
            continue;
        const struct fm_text rest = fm_block_span(block, game->begin, block->n);
        game->end = game->begin + fm_split_first_hard(rest, 1);
        game->stray = false;
        game->broken = FM_REASON_GAME_TOO_LARGE;
    }
    split->count = kept;
}

/* Is the game written anew? One that cannot be replayed is copied. */
static bool is_exported(const struct fm_worker *worker, const struct fm_route *route,
                        const struct fm_result_of_game *result)
{
    return worker->replayed.salvaged ||
           (fm_worker_exports(worker, route) && worker->start.reason == FM_REASON_NONE &&
            result->class_ != FM_CLASS_BROKEN);
}

/* A line of moves that cannot be played has no text in PGN. */
static enum fm_status reject_start(struct fm_worker *worker, struct fm_result_of_game *result)
{
    const struct fm_block *block = worker->block;
    struct fm_error fault = worker->start.error;
    fault.reason = worker->start.reason;
    if (fault.what.p != NULL &&
        (fault.what.p < block->bytes || fault.what.p >= block->bytes + block->n))
        fault.what = FM_NO_TEXT;
    return fm_game_reject(worker, &fault, result);
}

/* Write the text of a kept game. */
static enum fm_status write_text(struct fm_worker *worker, struct fm_active_route *active,
                                 const struct fm_game *game, const struct fm_record_input *in,
                                 struct fm_result_of_game *result)
{
    if (is_exported(worker, active->route, result))
        return fm_game_export(worker, active, in, result);
    return game->of_line ? reject_start(worker, result)
                         : fm_game_write(worker, active, game, in, result);
}

/* Write a kept game to an output in PGN. */
static enum fm_status write_game(struct fm_worker *worker, struct fm_active_route *active,
                                 const struct fm_game *game, size_t ordinal,
                                 struct fm_result_of_game *result)
{
    const struct fm_route *route = active->route;
    struct fm_buf *out = fm_worker_out(worker, route);
    const size_t begin = out->n;
    if (FM_LIKELY(route->sort.count == 0 && !fm_tag_plan_changes(&route->tags) &&
                  !fm_route_trees(route)))
        return write_text(worker, active, game, NULL, result);
    struct fm_record_input in;
    fill_input(worker, game, ordinal, result->class_, &in);
    in.plies = result->plies;
    if (route->sort.count > 0)
        FM_TRY(fm_work_begin_entry(worker, route, &in));
    in.encoding = route->spec->utf8 ? worker->encoding : FM_ENCODING_AUTO;
    FM_TRY(write_text(worker, active, game, &in, result));
    if (route->sort.count > 0)
        fm_sort_entry_end(&route->sort, out, begin);
    return FM_OK;
}

/* The game was copied to the outputs in PGN that keep it. */
static enum fm_status join(struct fm_worker *worker, const struct fm_game *game,
                           const struct fm_result_of_game *result)
{
    for (size_t i = 0; i < worker->active_count; i++) {
        const struct fm_route *route = worker->active[i].route;
        const size_t at = worker->written.marks[route->sink].out;
        if (route->format != FM_FORMAT_PGN || worker->block->out[route->sink].n <= at)
            continue;
        if (fm_route_lines(route)) /* they have rows, or need none of their own */
            continue;
        FM_TRY(game->of_line || is_exported(worker, route, result)
                   ? fm_work_join_made(worker, route->sink, game->begin, game->end, at)
               : fm_tag_plan_changes(&route->tags)
                   ? fm_work_join_apart(worker, route->sink, &worker->active[i].game.head, at)
                   : fm_work_join(worker, route->sink, game->begin, game->end, at));
        if (worker->active[i].game.ended)
            fm_work_join_ends(worker->block, route->sink);
    }
    return FM_OK;
}

/* Does this text begin with moves: a number with a move, two moves, or one move alone? */
static bool looks_played(const unsigned char *p, const unsigned char *end)
{
    bool ignored = false;
    while (p < end && *p <= ' ')
        p++;
    if (fm_word_is_numbered_move(p, end, true, &ignored))
        return true;
    if (!fm_word_is_move(p, end, false))
        return false;
    while (p<end && * p> ' ')
        p++;
    while (p < end && *p <= ' ')
        p++;
    return p == end || fm_word_is_move(p, end, false);
}

/* Where neither a line nor the name shows that the input is PGN, prose that begins like a move and
 * marks of web pages are no games. */
static void doubt_games(struct fm_block *block)
{
    for (size_t i = 0; i < block->split.count; i++) {
        struct fm_game *game = &block->split.games[i];
        const bool tags =
            game->tag_count > 0 && !fm_warnings_has(&game->notes, FM_REASON_MALFORMED_TAG);
        const unsigned char *p = block->bytes;
        game->stray = game->stray || (!tags && !looks_played(p + game->moves, p + game->moves_end));
    }
}

/* Damage ends the input after this block: its last game is cut off, unless it has a result and the
 * end of that line. */
static void mark_cut(const struct fm_block *block, struct fm_game *last)
{
    const unsigned char *rest = block->bytes + last->moves_end;
    const size_t n = last->end - last->moves_end;
    const bool line_ends = memchr(rest, '\n', n) != NULL || memchr(rest, '\r', n) != NULL;
    if (last->stray || (last->result != FM_RESULT_NONE && line_ends))
        return;
    if (last->broken != FM_REASON_GAME_TOO_LARGE)
        last->broken = FM_REASON_INPUT_DAMAGED;
}

enum fm_status fm_work_game(struct fm_worker *worker, const struct fm_game *game, size_t ordinal)
{
    worker->span = game->of_line ? NULL : game;
    const bool refused =
        game->broken == FM_REASON_GAME_TOO_LARGE || game->broken == FM_REASON_INPUT_DAMAGED;
    if (FM_UNLIKELY(refused))
        return fm_work_refuse(worker, game->broken, game->begin, game->end, ordinal);
    struct fm_result_of_game result = {.outcome = FM_STRAY, .class_ = FM_CLASSES};
    worker->game = NULL;
    if (game->stray) {
        struct fm_block *block = worker->block;
        block->text = block->text || fm_detect_text(fm_block_span(block, game->begin, game->end));
        const struct fm_error stray = {
            .status = FM_OK, .reason = FM_REASON_STRAY_TEXT, .warning = true, .minor = true};
        if (worker->plan->warns)
            FM_TRY(fm_work_message(worker, &stray, game->begin, ordinal));
        return fm_work_account(worker, game->begin, game->end, ordinal, &result, NULL);
    }
    fm_arena_reset(&worker->scratch);
    worker->game = game;
    worker->end = (struct fm_game_end){.plies = 0};
    worker->placing.unplayed.ply = 0;
    worker->replayed.salvaged = false;
    worker->placing.ordinal = ordinal;
    worker->notes = game->notes;
    if (worker->plan->warns || worker->plan->profile->input.strict) {
        worker->notes.places = &worker->placing.places;
        memset(worker->placing.places.found, 0, sizeof worker->placing.places.found);
    }
    const struct fm_text text = fm_block_span(worker->block, game->begin, game->end);
    FM_TRY(fm_work_find_encoding(worker, text, ordinal));
    if (FM_UNLIKELY(fm_plan_changes_tags(worker->plan)) && !game->of_line)
        FM_TRY(fm_changed_tags_apply(worker, game));
    fm_worker_mark(worker);
    FM_TRY(decide(worker, game, ordinal, &result));
    const bool written = result.outcome == FM_KEPT || worker->replayed.salvaged;
    for (size_t i = 0; i < worker->active_count && written; i++)
        if (worker->active[i].route->format == FM_FORMAT_PGN)
            FM_TRY(write_game(worker, &worker->active[i], game, ordinal, &result));
    if (worker->plan->profile->input.strict && result.outcome == FM_KEPT)
        FM_TRY(fm_work_strict(worker, game->moves, ordinal, &result));
    FM_TRY(join(worker, game, &result));
    struct fm_record_input named;
    const bool names = worker->active_count > 0 && fm_worker_any(worker, fm_route_names);
    if (names) {
        /* The rest of a truncated game goes to the outputs of the whole game. */
        const bool cut = result.outcome == FM_REJECTED_GAME && fm_plan_truncates(worker->plan);
        fill_input(worker, game, ordinal, cut ? worker->start.class_ : result.class_, &named);
    }
    struct fm_census_entry census;
    const bool counts = worker->plan->counts;
    if (counts)
        census = census_of(worker, game, &result);
    const struct fm_worked_span span = {game->begin, game->end, game->begin, ordinal};
    FM_TRY(fm_work_finish(worker, &span, names ? &named : NULL, &result, counts ? &census : NULL));
    const bool compared = fm_plan_compares(worker->plan) && worker->end.watched;
    return result.outcome == FM_KEPT && (compared || fm_plan_draws(worker->plan))
               ? fm_work_identify(worker, compared ? game : NULL, game->begin, game->end)
               : FM_OK;
}

/* The block is split. */
static enum fm_status work_spans(struct fm_worker *worker)
{
    const struct fm_split *split = &worker->block->split;
    size_t ordinal = 0;
    FM_TRY(fm_work_ends(worker, 0));
    for (size_t i = 0; i < split->count; i++) {
        const struct fm_game *game = &split->games[i];
        const enum fm_status status = fm_work_game(worker, game, ordinal);
        fm_changed_tags_restore(worker);
        FM_TRY(status);
        ordinal += !game->stray;
        if (!game->stray)
            FM_TRY(fm_work_ends(worker, ordinal));
        if (fm_worker_is_full(worker))
            FM_TRY(fm_work_pass_on(worker));
    }
    return FM_OK;
}

enum fm_status fm_work_games(struct fm_worker *worker)
{
    struct fm_block *block = worker->block;
    FM_TRY(fm_split_block(&block->split, fm_block_bytes(block)));
    if (FM_UNLIKELY(block->n > worker->plan->profile->input.max_game_bytes))
        fold_oversize(worker);
    if (FM_UNLIKELY(block->input.doubtful))
        doubt_games(block);
    if (FM_UNLIKELY(block->cut && block->split.count > 0))
        mark_cut(block, &block->split.games[block->split.count - 1]);
    for (size_t i = 0; i < block->split.count; i++)
        block->numbers.games += !block->split.games[i].stray;
    fm_worker_count(worker);
    return work_spans(worker);
}
