/* SPDX-License-Identifier: MIT */
/* Values that follow from other keys: see settle.h. */
#include <config.h>
#include "profile/settle.h"
#include "board/dialect.h"
#include "profile/consumer.h"
#include "profile/key_kind.h"
#include "profile/profile_merge.h"
#include "record/template.h"

static void inherit(struct fm_profile *profile, struct fm_profile_output *entry)
{
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        const bool position = key->section == FM_SECTION_POSITIONS &&
                              fm_given_find(profile, key, entry->instance) == NULL;
        if (position || fm_given_inherits(profile, entry, key))
            memcpy(fm_key_slot(key, profile, entry), fm_key_slot(key, profile, &profile->output),
                   fm_key_size(key));
    }
}

/* Decide a choice or switch of the output, unless it was given. */
static void decide(struct fm_profile *profile, struct fm_profile_output *output, const char *path,
                   unsigned value)
{
    const struct fm_key *const key = fm_key_find(fm_text_of(path));
    void *const slot = fm_key_slot(key, profile, output);
    if (fm_given_key_for(profile, output, key))
        return;
    if (key->type == FM_KEY_SWITCH)
        *(bool *)slot = value != 0;
    else
        memcpy(slot, &value, sizeof value);
}

static void apply_consumer(struct fm_profile *profile, struct fm_profile_output *output)
{
    const struct fm_consumer *consumer = output->consumer;
    if (consumer == NULL)
        return;
    const bool ops = fm_format_has(output->format, FM_FORMAT_OPS);
    output->style.no_prefix = true;
    decide(profile, output, "output.castling", consumer->castling);
    decide(profile, output, "output.en-passant", consumer->en_passant);
    decide(profile, output, "output.counters", ops ? FM_COUNTERS_OPS : FM_COUNTERS_FIELDS);
    decide(profile, output, "output.archbishop", consumer->letter_j);
    if (!fm_format_has(output->format, FM_FORMAT_GAMES)) /* tags are left alone */
        return;
    decide(profile, output, "output.variant-tag", fm_consumer_needs(output, FM_PGN_VARIANT_TAG));
    decide(profile, output, "output.tag-order", fm_consumer_needs(output, FM_PGN_VARIANT_FIRST));
    decide(profile, output, "output.encoding", fm_consumer_needs(output, FM_PGN_UTF8));
}

/* A list whose records keep their form keeps the place of their counters, too. */
static void apply_dialect(struct fm_profile *profile, struct fm_profile_output *output)
{
    const bool ops = fm_format_has(output->format, FM_FORMAT_OPS);
    if (!fm_given_for(profile, output, "output.dialect"))
        return;
    decide(profile, output, "output.castling", fm_dialects[output->dialect].castling);
    decide(profile, output, "output.en-passant", fm_dialects[output->dialect].en_passant);
    if (!output->keeps_form)
        decide(profile, output, "output.counters", ops ? FM_COUNTERS_OPS : FM_COUNTERS_FIELDS);
}

/* The format by the suffix, else by the consumer. Data are in a format of their reader's, whatever
 * the suffix: .txt, .csv. */
static void settle_format(struct fm_profile_output *output)
{
    const struct fm_consumer *consumer = output->consumer;
    (void)fm_format_of_name(output->to, &output->format, &output->unknown_suffix);
    if (consumer != NULL && consumer->keys != NULL) {
        output->unknown_suffix.n = 0;
        if (!(consumer->formats >> output->format & 1))
            output->format = FM_FORMAT_AUTO;
    }
    if (output->format == FM_FORMAT_AUTO && consumer != NULL) {
        output->format = consumer->format;
        output->format_by_consumer = true;
    }
}

#define TEXT(text) \
    { \
        (const unsigned char *)(text), sizeof(text) - 1 \
    }
static const struct fm_record_field by_move[] = {
    {.name = TEXT("fen"), .text = TEXT("{fen}")},
    {.name = TEXT("next.uci"), .text = TEXT("{next.uci}")}};

bool fm_settle_counted_in(const struct fm_record_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fm_template_has_counts(fields[i].text))
            return true;
    return false;
}

bool fm_settle_counts(const struct fm_profile_output *output)
{
    const struct fm_record_fields *fields = &output->fields;
    return fm_template_has_counts(fields->line) ||
           fm_settle_counted_in(fields->columns, fields->column_count) ||
           fm_settle_counted_in(fields->ops, fields->op_count);
}

/* Positions are equal where their keys are: what does not count for these is not in the FEN. */
static void settle_positions(struct fm_profile *profile, struct fm_profile_output *output)
{
    output->rows = FM_ROWS_GROUPS;
    output->by_position = true;
    output->by = by_move;
    output->by_count = 1;
    if (fm_positions_of(profile, output)->unique_key == FM_UNIQUE_FEN)
        return;
    decide(profile, output, "output.counters", FM_COUNTERS_NONE);
    decide(profile, output, "output.en-passant", FM_EP_LEGAL);
}

/* Nobody asks for the positions of a game where the groups are by tags, results or openings, and no
 * condition is on positions. */
static bool counts_games(const struct fm_profile_positions *positions,
                         const struct fm_profile_output *output)
{
    size_t of_game = 0;
    while (of_game < output->by_count && fm_template_is_of_game(output->by[of_game].name))
        of_game++;
    return of_game > 0 && of_game == output->by_count && !positions->plies_given &&
           !fm_has_position_filter(positions) && positions->unique_key == FM_UNIQUE_NO;
}

static void settle_rows(struct fm_profile *profile, struct fm_profile_output *output)
{
    const bool given = fm_given_for(profile, output, "output.rows");
    if (output->rows == FM_ROWS_MOVES && output->by_count == 0) {
        output->rows = FM_ROWS_GROUPS;
        output->by = by_move;
        output->by_count = FM_COUNT_OF(by_move);
    } else if (!given && output->by_count > 0) {
        output->rows = FM_ROWS_GROUPS;
    } else if (!given && fm_settle_counts(output)) {
        settle_positions(profile, output);
    }
    output->counts_games =
        output->rows == FM_ROWS_GROUPS && counts_games(fm_positions_of(profile, output), output);
    if (output->rows != FM_ROWS_GROUPS)
        return;
    /* FENs are compared, so those of lists are not kept as they are spelled. Operations for
     * counters would be of a single game. */
    const struct fm_fen_style made = fm_style_of_replay(output->style, output->format);
    const bool ops = fm_format_has(output->format, FM_FORMAT_OPS);
    decide(profile, output, "output.castling", made.castling);
    decide(profile, output, "output.en-passant", made.en_passant);
    decide(profile, output, "output.counters", ops ? FM_COUNTERS_NONE : made.counters);
}

enum { WIDTH = 80 }; /* the default of `width` */

bool fm_settle_rewrites(const struct fm_profile_output *output)
{
    const struct fm_pgn_style *style = &output->pgn;
    return style->notation != FM_PGN_NOTATION_KEEP || style->letters != NULL ||
           style->comments != FM_PGN_COMMENTS_KEEP || style->drops_variations ||
           style->nags != FM_PGN_NAGS_KEEP || output->pgn_plies.set || style->width != WIDTH ||
           style->commands != 0 || output->eval_scale != FM_SCORE_SCALE_ONE ||
           output->rows == FM_ROWS_LINES || output->rows == FM_ROWS_TREES;
}

static void settle_pgn(struct fm_profile *profile, struct fm_profile_output *output)
{
    const bool anew = output->consumer != NULL || fm_settle_rewrites(output);
    decide(profile, output, "output.pgn.layout",
           anew && fm_format_has(output->format, FM_FORMAT_GAMES));
    if (output->pgn.exports && fm_consumer_needs(output, FM_PGN_ONE_LINE) &&
        !fm_given_for(profile, output, "output.pgn.width"))
        output->pgn.width = 0;
    /* A tree is made of games from everywhere. */
    if (output->rows == FM_ROWS_TREES)
        decide(profile, output, "output.encoding", true);
    const struct fm_language *letters = output->pgn.letters;
    if (output->pgn.exports && letters != NULL && !fm_language_is_ascii(letters))
        output->utf8 = true;
}

/* The format is an option's: keys of the profile that only another format has are overridden with
 * it. */
static void override_format(struct fm_profile *profile, struct fm_profile_output *output)
{
    static const struct {
        const char *path;
        enum fm_format_trait of;
    } rows[] = {{"output.ops", FM_FORMAT_OPS},         {"output.drop-ops", FM_FORMAT_OPS},
                {"output.merge-ops", FM_FORMAT_OPS},   {"output.normalize", FM_FORMAT_OPS},
                {"output.columns", FM_FORMAT_COLUMNS}, {"output.line", FM_FORMAT_LINE},
                {"output.counters", FM_FORMAT_OPS}};
    const struct fm_key *format = fm_key_find(FM_TEXT("output.format"));
    const struct fm_given *by = fm_given_find(profile, format, output->instance);
    for (size_t i = 0; by != NULL && by->input == NULL && i < FM_COUNT_OF(rows); i++) {
        const struct fm_key *key = fm_key_find(fm_text_of(rows[i].path));
        const struct fm_given *given = fm_given_find(profile, key, output->instance);
        const bool stays = i + 1 == FM_COUNT_OF(rows) && output->style.counters != FM_COUNTERS_OPS;
        if (given != NULL && given->input != NULL && !stays &&
            !fm_format_has(output->format, rows[i].of))
            fm_key_reset(key, fm_key_slot(key, profile, output));
    }
}

static void settle(struct fm_profile *profile, struct fm_profile_output *output)
{
    const bool given = output->format != FM_FORMAT_AUTO || output->consumer != NULL;
    if (output->format == FM_FORMAT_AUTO)
        settle_format(output);
    if (output->format == FM_FORMAT_AUTO)
        output->format = FM_FORMAT_FEN;
    output->keeps_form = !given && fm_format_has(output->format, FM_FORMAT_REWRITES);
    apply_consumer(profile, output);
    apply_dialect(profile, output);
    override_format(profile, output);
    settle_rows(profile, output);
    settle_pgn(profile, output);
}

/* Set the keys of a consumer that reads data, where the profile does not give them. */
static enum fm_status apply_keys(struct fm_profile *profile, struct fm_profile_output *output)
{
    struct fm_error error = {.status = FM_OK};
    const struct fm_key_reader reader = {.profile = profile, .output = output, .error = &error};
    const char *const *keys = output->consumer == NULL ? NULL : output->consumer->keys;
    for (; keys != NULL && *keys != NULL; keys += 2) {
        const struct fm_yaml_node *value;
        const struct fm_key *key = fm_key_find(fm_text_of(keys[0]));
        if (strcmp(keys[0], "output.line") == 0 && !fm_format_has(output->format, FM_FORMAT_LINE))
            continue;
        if (fm_given_nearest(profile, key, output->instance) != NULL)
            continue;
        FM_TRY(fm_yaml_read(fm_text_of(keys[1]), &profile->arena, &value, &error));
        FM_TRY(fm_key_read(&reader, key, fm_key_slot(key, profile, output), value));
        if (key->section == FM_SECTION_POSITIONS)
            output->has_positions = output->instance != 0;
    }
    return FM_OK;
}

enum fm_status fm_settle_output(struct fm_profile *profile, struct fm_profile_output *output)
{
    if (output->instance != 0)
        inherit(profile, output);
    output->positions.plies_given =
        fm_given_nearest(profile, fm_key_find(FM_TEXT("positions.plies")), output->instance) !=
        NULL;
    settle(profile, output);
    FM_TRY(apply_keys(profile, output));
    return FM_OK;
}
