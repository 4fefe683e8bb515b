/* SPDX-License-Identifier: MIT */
/* Kept games written anew: tag section, an empty line, movetext with the result, an empty line (PGN
 * standard 3.2, 8). */
#include <config.h>
#include "run/work_export.h"
#include "board/castling.h"
#include "profile/consumer.h"
#include "run/play.h"
#include "run/work_text.h"
#include "run/work_tree.h"

/* Is it a game of the variant whose archbishop is J in some programs, which castle in another
 * way, too? */
static bool is_janus(const struct fm_worker *worker)
{
    return !worker->start.standard_start && worker->start.setup.variant->letter_j;
}

const struct fm_language *fm_export_letters(const struct fm_worker *worker,
                                            const struct fm_profile_output *spec)
{
    const struct fm_language *letters = spec->pgn.letters;
    const bool english = letters == NULL || letters == fm_languages;
    return !english                                   ? letters
           : spec->style.letter_j && is_janus(worker) ? &fm_english_with_j
                                                      : NULL;
}

struct fm_epd_game fm_export_of_list(const struct fm_worker *worker, const struct fm_route *route,
                                     const struct fm_record_input *in, const struct fm_setup *setup,
                                     const struct fm_language *letters)
{
    const struct fm_profile_output *spec = route->spec;
    const struct fm_pgn_reader *reader = spec->consumer == NULL ? NULL : spec->consumer->pgn;
    const bool exports = spec->pgn.exports; /* the moves are spelled anew */
    const bool janus = !exports && spec->style.letter_j && setup->variant->letter_j;
    return (struct fm_epd_game){
        .tags = &route->tags,
        .in = in,
        .room = fm_worker_left(worker),
        .notation = worker->plan->profile->input.notation,
        .variant_first = spec->variant_first,
        .letters = letters,
        .chess960 = reader == NULL ? NULL : reader->chess960,
        .standard =
            reader != NULL && (reader->needs & FM_PGN_VARIANT_ALWAYS) ? reader->standard : NULL,
        .one_line = fm_consumer_needs(spec, FM_PGN_ONE_LINE),
        .spelled = janus ? &fm_english_with_j : NULL};
}

/* Comments among the tags come before the first move. */
static enum fm_status put_tag_comments(struct fm_worker *worker, struct fm_active_route *active,
                                       struct fm_movetext *m)
{
    const struct fm_block *block = worker->block;
    const struct fm_game *game = worker->game, *own = fm_own_tags_of(worker);
    const struct fm_movetext_source source = m->source;
    const enum fm_encoding encoding = m->encoding;
    const unsigned char *p = block->bytes + game->begin, *moves = block->bytes + game->moves;
    struct fm_tag_section section;
    struct fm_text gap;
    if (game->of_line || (memchr(p, '{', (size_t)(moves - p)) == NULL &&
                          memchr(p, ';', (size_t)(moves - p)) == NULL))
        return FM_OK;
    FM_TRY(fm_tag_section_begin(&section, fm_text_between(p, block->bytes + game->end), moves,
                                fm_split_tags_of(&block->split, own), own->tag_count,
                                &worker->scratch));
    FM_TRY(fm_changed_tags_set(worker, &section));
    m->source = (struct fm_movetext_source){NULL, NULL};
    m->encoding = fm_work_recoded(worker, active->route->spec);
    for (size_t at = 0; fm_tag_section_gap(&section, &at, &gap);) {
        fm_annotations_add(gap, &active->game.annotations);
        FM_TRY(fm_movetext_unplayed(m, gap));
    }
    m->source = source;
    m->encoding = encoding;
    return FM_OK;
}

enum fm_status fm_export_begin(struct fm_worker *worker, struct fm_active_route *active,
                               struct fm_text moves, struct fm_movetext *m)
{
    const struct fm_profile_output *spec = active->route->spec;
    /* A game that was made of a record is in the encoding of the output already. */
    const unsigned char *const written =
        worker->game == NULL ? NULL : worker->block->bytes + worker->game->moves;
    const bool decoded = moves.p != written;
    *m = (struct fm_movetext){
        .out = &worker->exported.movetext,
        .style = &active->route->pgn,
        .letters = fm_export_letters(worker, spec),
        .names_rooks = fm_names_rooks(worker),
        .king_castles = fm_consumer_needs(spec, FM_PGN_KING_CASTLES) && is_janus(worker),
        .ordered = fm_consumer_needs(spec, FM_PGN_ORDERED),
        .no_brackets = fm_consumer_needs(spec, FM_PGN_BRACKETS),
        .commands = {.wanted = spec->pgn.commands,
                     .eval_of = worker->plan->profile->input.eval_of,
                     .scale = spec->eval_scale,
                     .movetext = moves,
                     .view = FM_SCORE_BY_GAME},
        .marks.scale = spec->eval_scale,
        .marks.forms = spec->consumer == NULL ? 0 : spec->consumer->pgn->markings,
        .plies = spec->pgn_plies.set && spec->pgn_plies.to < UINT32_MAX
                     ? (unsigned)spec->pgn_plies.to
                     : UINT32_MAX,
        .most = fm_worker_left(worker),
        .encoding = decoded ? FM_ENCODING_AUTO : fm_work_recoded(worker, spec)};
    if (decoded && written != NULL && !spec->utf8 && worker->game->made.p == NULL)
        m->source = (struct fm_movetext_source){moves.p, written};
    if (fm_route_trees(active->route) && spec->tree.joins)
        m->hashes = &worker->exported.hashes;
    active->game.begin = worker->exported.movetext.n;
    active->game.hashes = worker->exported.hashes.n;
    fm_movetext_begin(m);
    active->game.annotations = (struct fm_annotation_sum){0};
    return written == NULL ? FM_OK : put_tag_comments(worker, active, m);
}

/* The text after the result of a game, whose first word is skipped. */
static struct fm_text tail_of(const struct fm_worker *worker)
{
    const struct fm_game *game = worker->game;
    const unsigned char *const block = worker->block->bytes;
    if (game->of_line) /* what follows are other columns */
        return (struct fm_text){block + game->end, 0};
    const struct fm_text result = fm_game_result_text(game, block, NULL);
    return fm_text_between(result.p + result.n, block + game->end);
}

enum fm_status fm_export_end(struct fm_worker *worker, const struct fm_active_route *active,
                             struct fm_movetext *m)
{
    if (m->marks.dropped)
        fm_warnings_note(&worker->notes, FM_REASON_MARKINGS_DROPPED);
    if (worker->game == NULL)
        return fm_movetext_end(m, worker->listed->game.result);
    if (m->muted == 0) {
        m->source = (struct fm_movetext_source){NULL, NULL};
        m->encoding = fm_work_recoded(worker, active->route->spec);
        FM_TRY(fm_movetext_unplayed(m, tail_of(worker)));
    }
    const struct fm_game *game = worker->game;
    const struct fm_tag *tag = fm_split_tag(&worker->block->split, game, FM_TAG_RESULT);
    return fm_movetext_end(m, fm_work_result(worker, tag == NULL ? FM_NO_TEXT : tag->value));
}

/* The movetext. Where the Result tag was set to another result, it ends with that. */
static enum fm_status put_moves(const struct fm_worker *worker,
                                const struct fm_active_route *active, enum fm_result result,
                                struct fm_buf *out)
{
    const struct fm_text moves = {worker->exported.movetext.p + active->game.begin,
                                  active->game.end - active->game.begin};
    const struct fm_text set = fm_text_of(fm_result_names[fm_result_index(result)]);
    const size_t end = moves.n - strlen("\n\n");
    size_t n = end, line; /* before the result, and where its line begins */
    while (n > 0 && moves.p[n - 1] > ' ')
        n--;
    for (line = n; line > 0 && moves.p[line - 1] != '\n';)
        line--;
    FM_TRY(fm_buf_append(out, moves.p, n));
    const uint64_t width = active->route->spec->pgn.width;
    if (width > 0 && set.n > end - n && n > line &&
        n - line + set.n >= width) /* no room for a longer one */
        out->p[out->n - 1] = '\n';
    FM_TRY(fm_buf_append_text(out, set));
    return fm_buf_append(out, "\n\n", 2);
}

/* Games that were written anew are read back (--verify), as any reader would: the text is split,
 * its start found and its moves replayed. */

static const struct fm_variant *variant_of(const struct fm_start *start)
{
    return start->standard_start ? &fm_variants[FM_STANDARD] : start->setup.variant;
}

/* Can the moves be played from what the tags give, by the same rules? The position is part of the
 * digest. */
static bool same_rules(const struct fm_worker *worker, const struct fm_start *start)
{
    const struct fm_start *want = &worker->start;
    if (start->reason != FM_REASON_NONE || variant_of(start)->files != variant_of(want)->files)
        return false;
    return worker->game == NULL || variant_of(start) == variant_of(want) ||
           (!want->standard_start && !start->standard_start &&
            !fm_setup_has_own_style(&want->setup) && start->setup.style == want->setup.style);
}

/* Nothing that is between moves was lost, where all of it is to be kept. */
static bool same_annotations(const struct fm_active_route *active, struct fm_text moves)
{
    const struct fm_profile_output *spec = active->route->spec;
    struct fm_annotation_sum read = {0};
    fm_annotations_add(moves, &read);
    return active->game.translated || spec->pgn.comments != FM_PGN_COMMENTS_KEEP ||
           spec->pgn.nags == FM_PGN_NAGS_DROP || spec->pgn.drops_variations ||
           spec->pgn_plies.set || fm_annotations_kept(&active->game.annotations, &read);
}

enum fm_status fm_work_reread(struct fm_worker *worker, const struct fm_active_route *active,
                              size_t begin, enum fm_result result, bool *same)
{
    struct fm_buf *out = fm_worker_out(worker, active->route);
    struct fm_split *split = &worker->exported.reread;
    struct fm_replay_options options = worker->plan->replay;
    struct fm_start start;
    FM_TRY(fm_buf_reserve(out, FM_TEXT_PADDING));
    memset(out->p + out->n, 0, FM_TEXT_PADDING);
    const struct fm_text text = fm_buf_text_from(out, begin);
    FM_TRY(fm_split_block(split, text));
    /* One game from the first byte to the last. */
    const struct fm_game *game = split->games;
    *same = split->count == 1 && !game->stray && game->broken == FM_REASON_NONE &&
            game->begin == 0 && game->end == text.n;
    if (!*same)
        return FM_OK;
    /* Its start, and its result: after the moves, and in the tag where there is one. */
    FM_TRY(fm_classify(split->tags, game->tag_count, &worker->plan->classify, &worker->scratch,
                       &start));
    const struct fm_tag *tag = fm_tag_find(split->tags, game->tag_count, FM_TAG_RESULT);
    *same = same_rules(worker, &start) && game->result == result &&
            (tag == NULL || fm_result_of_tag(tag->value) == result);
    if (!*same)
        return FM_OK;
    /* Its moves. */
    const struct fm_text moves = {text.p + game->moves, game->moves_end - game->moves};
    const bool wide = !start.standard_start && start.setup.files != fm_variants[FM_STANDARD].files;
    const struct fm_language *letters = fm_export_letters(worker, active->route->spec);
    options.language = letters == NULL ? fm_languages : letters;
    options.variations = fm_may_vary(moves);
    options.strict = options.annotations = options.times = options.before = false;
    bool whole;
    struct fm_hash128 read;
    FM_TRY(wide ? fm_work_digest_10x8(worker, &start, moves, &options, &read, &whole)
                : fm_work_digest_8x8(worker, &start, moves, &options, &read, &whole));
    *same = whole && read.lo == active->game.digest.lo && read.hi == active->game.digest.hi &&
            same_annotations(active, moves);
    return FM_OK;
}

enum fm_status fm_game_export(struct fm_worker *worker, struct fm_active_route *active,
                              const struct fm_record_input *in, struct fm_result_of_game *result)
{
    const struct fm_route *route = active->route;
    const bool lines = fm_route_lines(route);
    struct fm_buf *out = fm_worker_out(worker, route),
                  *written = lines ? &worker->exported.whole : out;
    const size_t begin = out->n;
    struct fm_error fault = {.status = FM_OK};
    enum fm_status status = FM_OK;
    enum fm_result end;
    bool tagged = true, same = true;
    fm_annotations_add(tail_of(worker), &active->game.annotations);
    if (lines)
        status = fm_work_begin_lines(worker, route, in, &tagged);
    FM_NEXT(status, fm_work_export_tags(worker, route, in, tagged ? written : NULL, &end, &fault));
    FM_NEXT(status, put_moves(worker, active, end, written));
    if (status == FM_OK && route->spec->verify)
        status = fm_work_reread(worker, active, begin, end, &same);
    if (!same) {
        fault.reason = FM_REASON_VERIFY_FAILED;
        status = FM_REJECTED;
    }
    active->games = 1;
    if (status == FM_OK) {
        status = lines ? fm_work_lines(worker, active, in) : FM_OK;
        FM_NEXT(status, fm_worker_spend(worker, out->n - begin));
        if (status == FM_REJECTED)
            fault.reason = FM_REASON_OUTPUT_TOO_LARGE;
    }
    if (status == FM_REJECTED)
        return fm_game_reject(worker, &fault, result);
    return status;
}
