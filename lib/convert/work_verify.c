/* SPDX-License-Identifier: MIT */
/* Games that were written anew are read back (--verify), as any reader would: the text is split, its
 * start found and its moves replayed. */
#include <config.h>
#include "board/castling.h"
#include "convert/worker.h"
#include "convert/play.h"

/* Is this one game from its first byte to its last? */
static bool is_one_game(const struct fm_split *split, size_t n)
{
    const struct fm_game *game = split->games;
    return split->count == 1 && !game->stray && game->broken == FM_REASON_NONE &&
           game->begin == 0 && game->end == n;
}

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

/* The result after the moves, and in the tag where there is one. */
static bool same_result(const struct fm_split *split, enum fm_result result)
{
    const struct fm_tag *tag = fm_tag_find(split->tags, split->games->tag_count, FM_TAG_RESULT);
    return split->games->result == result &&
           (tag == NULL || fm_result_of_tag(tag->value) == result);
}

/* Nothing that is between moves was lost, where all of it is to be kept. */
static bool same_annotations(const struct fm_active_route *active, struct fm_text moves)
{
    const struct fm_profile_output *spec = active->route->spec;
    struct fm_annotation_sum read = {0};
    fm_annotations_add(moves, &read);
    return spec->pgn.comments != FM_PGN_COMMENTS_KEEP || spec->pgn.nags == FM_PGN_NAGS_DROP ||
           spec->pgn.drops_variations || spec->pgn_plies.set ||
           fm_annotations_kept(&active->annotations, &read);
}

enum fm_status fm_work_reread(struct fm_worker *worker, const struct fm_active_route *active,
                              size_t begin, enum fm_result result, bool *same)
{
    struct fm_buf *out = &worker->block->out[active->route->sink];
    struct fm_split *split = &worker->reread;
    struct fm_replay_options options = worker->plan->replay;
    struct fm_start start;
    FM_TRY(fm_buf_reserve(out, FM_TEXT_PADDING));
    memset(out->p + out->n, 0, FM_TEXT_PADDING);
    const struct fm_text text = {out->p + begin, out->n - begin};
    FM_TRY(fm_split_block(split, text));
    *same = is_one_game(split, text.n);
    if (!*same)
        return FM_OK;
    FM_TRY(fm_classify(split->tags, split->games->tag_count, &worker->plan->classify,
                       &worker->scratch, &start));
    *same = same_rules(worker, &start) && same_result(split, result);
    if (!*same)
        return FM_OK;
    const struct fm_text moves = {text.p + split->games->moves,
                                  split->games->moves_end - split->games->moves};
    const bool wide = !start.standard_start && start.setup.files != fm_variants[FM_STANDARD].files;
    const struct fm_language *letters = fm_export_letters(worker, active->route->spec);
    options.language = letters == NULL ? fm_languages : letters;
    options.variations = true;
    options.strict = options.annotations = options.times = options.before = false;
    bool whole;
    struct fm_hash128 read;
    FM_TRY(wide ? fm_work_digest_10x8(worker, &start, moves, &options, &read, &whole)
                : fm_work_digest_8x8(worker, &start, moves, &options, &read, &whole));
    *same = whole && read.lo == active->digest.lo && read.hi == active->digest.hi &&
            same_annotations(active, moves);
    return FM_OK;
}
