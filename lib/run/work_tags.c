/* SPDX-License-Identifier: MIT */
/* Sets the tags of a kept game: those that the output sets, then those that follow from the game
 * itself: FEN, SetUp and Variant, and the Result under `repair` or in a game in new form. */
#include <config.h>
#include "run/work_text.h"
#include "board/castling.h"
#include "pgn/bytes.h"
#include "profile/consumer.h"
#include "record/rewrite_line.h"

/* Does a Variant tag name the variant of the game? */
static bool names_variant(const struct fm_worker *worker, struct fm_text tag)
{
    const struct fm_variant *named = NULL;
    const enum fm_variant_id id =
        worker->start.class_ == FM_CLASS_CHESS960 ? FM_CHESS960 : worker->start.setup.variant->id;
    return fm_variant_of_tag(tag, &named) == FM_TAG_KNOWN && named->id == id;
}

/* Is the game one of chess itself, from whatever position? */
static bool is_chess(const struct fm_worker *worker)
{
    const enum fm_class class_ = worker->start.class_;
    return worker->start.reason == FM_REASON_NONE &&
           (class_ == FM_CLASS_CLASSIC || class_ == FM_CLASS_SETUP);
}

/* The name that readers of this output know the game's variant by; empty where it needs none, or
 * takes any. */
static struct fm_text variant_name(const struct fm_worker *worker,
                                   const struct fm_profile_output *spec)
{
    const struct fm_pgn_reader *reader = spec->consumer == NULL ? NULL : spec->consumer->pgn;
    const bool played = worker->start.reason == FM_REASON_NONE;
    const char *name = NULL;
    if (played && worker->start.class_ == FM_CLASS_CHESS960)
        name = reader == NULL ? "Chess960" : reader->chess960;
    else if (played && worker->start.class_ == FM_CLASS_VARIANT)
        name = worker->start.setup.variant->name;
    else if (is_chess(worker) && reader != NULL)
        name = worker->start.class_ == FM_CLASS_SETUP ? reader->setup : reader->standard;
    return name == NULL ? FM_NO_TEXT : fm_text_of(name);
}

/* The start as it was repaired or is assumed, a Chess960 array, in the dialect of the output. */
static enum fm_status write_start(const struct fm_worker *worker, const struct fm_rewrite *wanted,
                                  struct fm_buf *out, struct fm_error *fault)
{
    const bool keeps = wanted->style.castling == FM_CASTLING_KEEP;
    const enum fm_castling_dialect dialect = keeps ? FM_CASTLING_XFEN : wanted->style.castling;
    struct fm_setup setup = worker->start.setup;
    if (worker->start.standard_start)
        fm_setup_from_sp(FM_SP_STANDARD, &setup);
    FM_TRY(fm_buf_reserve(out, FM_FEN_MAX));
    const unsigned char *end = fm_setup_write_fen(&setup, dialect, true, true, out->p + out->n);
    if (end == NULL)
        return fm_reject(fault, fm_castling_refusal(&setup), FM_NO_TEXT);
    out->n = (size_t)(end - out->p);
    return FM_OK;
}

/* The start was repaired to an array: its FEN is made from the position, as rewriting the text of
 * the tag would not give it. */
static bool was_made(const struct fm_worker *worker)
{
    const struct fm_warnings *notes = &worker->start.notes;
    return fm_warnings_has(notes, FM_REASON_START_REPAIRED) ||
           (fm_warnings_has(notes, FM_REASON_CASTLING_REPAIRED) &&
            fm_setup_sp(&worker->start.setup) >= 0);
}

/* Does the castling field of the output not show the style? Then the Variant tag gives it. */
static bool loses_style(const struct fm_worker *worker, const struct fm_route *route)
{
    const struct fm_fen_style *style = &route->rewrite.style;
    return worker->start.reason == FM_REASON_NONE && !worker->start.standard_start &&
           fm_castling_style_is_lost(&worker->start.setup, style->castling, style->no_prefix);
}

/* The FEN tag's value in the dialect of the output. A start that was made is written whole. */
static enum fm_status write_value(struct fm_worker *worker, const struct fm_route *route,
                                  const struct fm_tag *fen, bool anew, struct fm_buf *out,
                                  struct fm_error *fault)
{
    struct fm_rewrite wanted = route->rewrite;
    const struct fm_warnings before = worker->notes;
    if (!worker->start.standard_start)
        wanted.variant = worker->start.setup.variant;
    if (fen == NULL || was_made(worker))
        return write_start(worker, &wanted, out, fault);
    if (anew) { /* six fields, of which nothing is to be noted */
        wanted.lays_out = wanted.bare = wanted.clean = true;
        if (wanted.style.counters == FM_COUNTERS_KEEP)
            wanted.style.counters = FM_COUNTERS_FIELDS;
    }
    FM_TRY(fm_rewrite_line(fen->value, &wanted, out, &worker->notes, fault));
    const struct fm_setup *const setup = &worker->start.setup;
    if (loses_style(worker, route) && !fm_setup_has_own_style(setup)) {
        fm_warnings_clear(&worker->notes, FM_REASON_STYLE_NOT_REPRESENTABLE);
        return fm_reject(fault, FM_REASON_STYLE_NOT_REPRESENTABLE, FM_NO_TEXT);
    }
    /* The style of the tags was compared before; here it seems to be the profile's. */
    if (!fm_warnings_has(&before, FM_REASON_CASTLING_STYLE_MISMATCH))
        fm_warnings_clear(&worker->notes, FM_REASON_CASTLING_STYLE_MISMATCH);
    if (!route->spec->verify || fm_rewrite_verified(fen->value, fm_buf_text(out), &wanted))
        return FM_OK;
    return fm_reject(fault, FM_REASON_VERIFY_FAILED, FM_NO_TEXT);
}

/* The FEN tag, whatever its capitals; NULL where it is empty, which gives no start. */
static struct fm_tag_pair *fen_pair_of(const struct fm_tag_section *section)
{
    struct fm_tag_pair *fen = fm_tag_section_find(section, FM_TEXT("FEN"));
    for (size_t i = 0; fen == NULL && i < section->count; i++)
        if (fm_text_is_nocase(section->pairs[i].name, "FEN"))
            fen = &section->pairs[i];
    return fen == NULL || fen->changed || fm_text_trim(fen->found->value).n > 0 ? fen : NULL;
}

/* The FEN tag in the dialect of the output. A repaired start that none gives is added, and that of
 * Chess960 in a game that is written anew, as a reader would have to assume it, or for a program
 * that refuses to.
 * @param anew  six fields, as the standard has them. */
static enum fm_status set_fen(struct fm_worker *worker, const struct fm_route *route, bool anew,
                              struct fm_tag_section *section, struct fm_error *fault)
{
    struct fm_tag_pair *fen = fen_pair_of(section);
    const bool starts = anew || fm_consumer_needs(route->spec, FM_PGN_START);
    if (fen == NULL && !was_made(worker) && (worker->start.class_ != FM_CLASS_CHESS960 || !starts))
        return FM_OK;
    worker->replayed.moves.n = 0;
    const enum fm_status status = write_value(worker, route, fen == NULL ? NULL : fen->found, anew,
                                              &worker->replayed.moves, fault);
    if (status == FM_REJECTED && fen != NULL)
        fault->what = fen->found->value;
    FM_TRY(status);
    const struct fm_text value =
        fm_arena_copy(&worker->scratch, fm_buf_text(&worker->replayed.moves));
    FM_TRY_MADE(value.p);
    return fen == NULL ? fm_tag_section_add(section, NULL, FM_TEXT("FEN"), value)
                       : fm_tag_section_change(section, fen, value);
}

/* Does every Variant tag, or the one that there is, contradict the FEN? Its castling prefix can
 * be that of no variant, or its board another one's. */
static bool contradicts(const struct fm_worker *worker, struct fm_text tag)
{
    const struct fm_variant *named = NULL;
    if (worker->start.reason == FM_REASON_NONE && !worker->start.standard_start &&
        !fm_setup_has_own_style(&worker->start.setup))
        return true;
    return is_chess(worker) && fm_variant_of_tag(tag, &named) == FM_TAG_KNOWN &&
           named->id != FM_STANDARD;
}

/* The Variant tag: its value set, added beside the FEN tag, or moved before it.
 * @param anew  a tag that does not name the variant is set, too. */
static enum fm_status set_variant(struct fm_worker *worker, const struct fm_profile_output *spec,
                                  bool anew, struct fm_tag_section *section)
{
    struct fm_text name = variant_name(worker, spec), value;
    struct fm_tag_pair *variant = fm_tag_section_find(section, FM_TEXT("Variant"));
    struct fm_tag_pair *fen = fen_pair_of(section);
    const bool always = fm_consumer_needs(spec, FM_PGN_VARIANT_ALWAYS);
    FM_TRY(fm_tag_section_value(section, variant, &value));
    if (anew && spec->consumer == NULL && fen != NULL && contradicts(worker, value)) {
        fm_tag_section_drop(section, FM_TEXT("Variant"), NULL);
        return FM_OK;
    }
    if ((!spec->set_variant && name.n > 0 && (!anew || names_variant(worker, value))) ||
        (variant == NULL && is_chess(worker) && !always))
        name.n = 0;
    const bool moves = spec->variant_first && variant != NULL && fen != NULL && variant > fen;
    if (variant != NULL && !moves)
        return name.n == 0 ? FM_OK : fm_tag_section_change(section, variant, name);
    if ((fen == NULL && !anew && !always) || (variant == NULL && name.n == 0))
        return FM_OK;
    if (name.n == 0)
        name = value;
    if (variant != NULL)
        variant->dropped = true;
    const struct fm_tag_pair *const end = section->pairs + section->count;
    const struct fm_tag_pair *next = fen == NULL || spec->variant_first ? fen : fen + 1;
    if (next != fen && next < end && fm_text_is(next->name, "SetUp"))
        next++;
    next = next == end ? NULL : next;
    return fm_tag_section_add(section, next, FM_TEXT("Variant"), name);
}

/* Tags that the program cannot read are left out. */
static void drop_unreadable(struct fm_worker *worker, const struct fm_profile_output *spec,
                            struct fm_tag_section *section)
{
    if (!fm_consumer_needs(spec, FM_PGN_LETTER_TAGS))
        return;
    for (size_t i = 0; i < section->count; i++) {
        struct fm_tag_pair *pair = &section->pairs[i];
        size_t letters = 0;
        while (letters < pair->name.n && fm_byte_is_letter(pair->name.p[letters]))
            letters++;
        if (pair->dropped || letters == pair->name.n)
            continue;
        pair->dropped = true;
        fm_warnings_note(&worker->notes, FM_REASON_TAG_NOT_READABLE);
    }
}

/* Every FEN tag has [SetUp "1"] before it; without one it is "0", the standard start (PGN standard
 * 9.7.1). */
static enum fm_status set_setup(struct fm_worker *worker, struct fm_tag_section *section)
{
    struct fm_text value;
    const struct fm_tag_pair *fen = fen_pair_of(section);
    struct fm_tag_pair *setup = fm_tag_section_find(section, FM_TEXT("SetUp"));
    const bool alone = fm_warnings_has(&worker->start.notes, FM_REASON_SETUP_WITHOUT_FEN);
    FM_TRY(fm_tag_section_value(section, setup, &value));
    if (fen == NULL ? !alone || !fm_text_is(value, "1") : fm_text_is(value, "1"))
        return FM_OK;
    if (worker->plan->profile->input.repair && (fen == NULL || fen->found != NULL))
        fm_warnings_note(&worker->notes, FM_REASON_SETUP_REPAIRED);
    return setup == NULL
               ? fm_tag_section_add(section, fen, FM_TEXT("SetUp"), FM_TEXT("1"))
               : fm_tag_section_change(section, setup, fen == NULL ? FM_TEXT("0") : FM_TEXT("1"));
}

static bool is_decided(enum fm_result result)
{
    return result != FM_RESULT_NONE && result != FM_RESULT_UNKNOWN;
}

/* The result that the last position shows. */
static enum fm_result result_on_board(const struct fm_worker *worker)
{
    const struct fm_game_end *end = &worker->end;
    return end->finals >> FM_FINAL_STALEMATE & 1 ? FM_RESULT_DRAW
           : !(end->finals >> FM_FINAL_MATE & 1) ? FM_RESULT_NONE
           : end->black                          ? FM_RESULT_WHITE
                                                 : FM_RESULT_BLACK;
}

/* The first of these results that is decided; else the result is not known. */
enum fm_result fm_work_result(const struct fm_worker *worker, struct fm_text tag)
{
    const struct fm_game *game = worker->game;
    const bool repairs = worker->plan->profile->input.repair;
    const enum fm_result named = fm_result_of_tag(tag);
    const enum fm_result from[] = {repairs ? result_on_board(worker) : FM_RESULT_NONE,
                                   repairs ? game->result : named, repairs ? named : game->result};
    for (size_t i = 0; i < FM_COUNT_OF(from); i++)
        if (is_decided(from[i]))
            return from[i];
    return FM_RESULT_UNKNOWN;
}

/* Must the result token after the moves change? It stays in a game of tags alone, and in one
 * that is broken before its end. */
static bool ends_otherwise(const struct fm_worker *worker, enum fm_result result)
{
    const struct fm_warnings *notes = &worker->notes;
    return worker->game->broken == FM_REASON_NONE &&
           (worker->game->result != FM_RESULT_NONE
                ? worker->game->result != result ||
                      fm_warnings_has(notes, FM_REASON_RESULT_SPELLING)
                : fm_warnings_has(notes, FM_REASON_RESULT_MISSING));
}

/* The Result tag, in one of the four spellings of the standard; under `repair` what is after the
 * moves is the same.
 * @param anew  of a game that has no tags, too. */
static enum fm_status set_result(struct fm_worker *worker, bool anew,
                                 struct fm_tag_section *section)
{
    struct fm_text value;
    const struct fm_tag_pair *pair = fm_tag_section_find(section, FM_TEXT("Result"));
    FM_TRY(fm_tag_section_value(section, pair, &value));
    const enum fm_result result = fm_work_result(worker, value);
    const struct fm_text name = fm_text_of(fm_result_names[fm_result_index(result)]);
    section->result = result;
    section->ends_otherwise = ends_otherwise(worker, result);
    const bool stays = fm_text_equal(value, name) || (pair == NULL && !is_decided(result)) ||
                       (!anew && worker->game->tag_count == 0);
    if (worker->plan->profile->input.repair && !(stays && !section->ends_otherwise))
        fm_warnings_note(&worker->notes, FM_REASON_RESULT_REPAIRED);
    return stays ? FM_OK : fm_tag_section_set(section, FM_TEXT("Result"), name);
}

/* The names of tags that say where a game starts, in the standard's capitals: others read no
 * `fen`. */
static void settle_names(struct fm_tag_section *section)
{
    static const char *const names[] = {"FEN", "SetUp", "Variant"};
    for (size_t k = 0; k < FM_COUNT_OF(names); k++) {
        const struct fm_text name = fm_text_of(names[k]);
        for (size_t i = 0; i < section->count; i++)
            if (fm_text_equal_nocase(section->pairs[i].name, name) &&
                fm_tag_section_find(section, name) == NULL)
                section->pairs[i].name = name;
    }
}

/* In a section that is written anew each tag has a name, and one value: the first. */
static void drop_repeated(struct fm_worker *worker, struct fm_tag_section *section)
{
    if (!fm_warnings_has(&worker->notes, FM_REASON_DUPLICATE_TAG) &&
        !fm_warnings_has(&worker->notes, FM_REASON_MALFORMED_TAG))
        return;
    for (size_t i = 0; i < section->count; i++) {
        struct fm_tag_pair *pair = &section->pairs[i];
        pair->dropped = pair->name.n == 0 || fm_tag_section_find(section, pair->name) != pair;
        if (pair->dropped)
            fm_warnings_note(&worker->notes, FM_REASON_TAG_DROPPED);
    }
}

/* The game's rights or its start were repaired to what only Chess960 has, so that its Variant
 * tag must say so. */
static bool became_chess960(const struct fm_worker *worker)
{
    const struct fm_warnings *notes = &worker->start.notes;
    return worker->start.reason == FM_REASON_NONE && worker->start.class_ == FM_CLASS_CHESS960 &&
           (fm_warnings_has(notes, FM_REASON_START_REPAIRED) ||
            fm_warnings_has(notes, FM_REASON_CASTLING_REPAIRED)) &&
           fm_setup_needs_chess960(&worker->start.setup);
}

enum fm_status fm_work_tags(struct fm_worker *worker, const struct fm_route *route,
                            const struct fm_record_input *in, bool anew,
                            struct fm_tag_section *section, struct fm_error *fault)
{
    const struct fm_block *block = worker->block;
    const struct fm_game *game = worker->game, *own = fm_own_tags_of(worker);
    const struct fm_profile_output *spec = route->spec;
    const bool known = worker->start.reason == FM_REASON_NONE; /* else the start is as it is */
    const bool repairs = worker->plan->profile->input.repair;
    FM_TRY(fm_tag_section_begin(section, fm_block_span(block, game->begin, game->end),
                                block->bytes + game->moves, fm_split_tags_of(&block->split, own),
                                own->tag_count, &worker->scratch));
    section->encoding = fm_work_recoded(worker, spec);
    if (anew || route->tags.order.names != NULL) {
        settle_names(section);
        drop_repeated(worker, section);
    }
    FM_TRY(fm_changed_tags_set(worker, section));
    fault->reason = FM_REASON_OUTPUT_TOO_LARGE; /* of values of templates */
    if (in != NULL)
        FM_TRY(fm_tag_plan_apply(&route->tags, in, fm_worker_left(worker), section));
    if ((fm_route_changes_fen(route) || anew) && known)
        FM_TRY(set_fen(worker, route, anew, section, fault));
    const bool named = anew || became_chess960(worker) || loses_style(worker, route);
    if (spec->set_variant || spec->variant_first || named)
        FM_TRY(set_variant(worker, spec, named, section));
    if (anew || repairs)
        FM_TRY(set_setup(worker, section));
    if (anew || repairs)
        FM_TRY(set_result(worker, anew, section));
    drop_unreadable(worker, spec, section);
    return FM_OK;
}
