/* The whole profile: entries of `outputs:` take over from `output:`, defaults follow from other
 * keys, then it is checked: combinations that exclude each other (profile_clash.c), what this
 * version cannot do, templates. */
#include <config.h>
#include "profile/profile_finish.h"
#include "profile/consumer.h"
#include "profile/profile_clash.h"
#include "profile/profile_merge.h"
#include "profile/profile_style.h"
#include "record/file_name.h"
#include "filter/game_filter.h"
#include "filter/reached.h"

/* ---- what this version cannot do ---- */

static struct fm_place place_of(const struct fm_profile *profile, const struct fm_key *key,
                                unsigned instance)
{
    const struct fm_key *blamed[] = {key, fm_key_find(FM_TEXT("output.to")),
                                     fm_key_find(FM_TEXT("output.for"))};
    for (size_t i = 0; i < FM_COUNT_OF(blamed);
         i++) { /* the key itself, else one that decided it */
        const struct fm_given *given = fm_given_find(profile, blamed[i], instance);
        if (given == NULL)
            given = fm_given_find(profile, blamed[i], 0);
        if (given != NULL)
            return (struct fm_place){given->input, given->line, given->column};
    }
    return (struct fm_place){NULL, 0, 0};
}

static enum fm_status check_ready(struct fm_profile *profile, const struct fm_target *target,
                                  const struct fm_target *usual, const struct fm_key *key,
                                  struct fm_error *error)
{
    const void *section = fm_target_section(target, key);
    struct fm_text what = fm_text_of(key->path);
    if (fm_key_size(key) == 0 ? fm_given_find(profile, key, target->instance) == NULL
                              : fm_key_equal(key, section, fm_target_section(usual, key)))
        return FM_OK;
    if (key->type == FM_KEY_CHOICE) {
        unsigned choice;
        memcpy(&choice, (const unsigned char *)section + key->offset, sizeof choice);
        if (key->ready >> choice & 1)
            return FM_OK;
        if (key->ready != FM_LATER)
            what = fm_text_of(key->names[choice]);
    }
    return fm_profile_fault(profile, error, place_of(profile, key, target->instance), what,
                            (struct fm_text){NULL, 0}, FM_TEXT("not supported by this version"));
}

static enum fm_status check_target(struct fm_profile *profile, const struct fm_target *target,
                                   bool entry, struct fm_error *error)
{
    struct fm_profile default_profile = {.version = 0};
    struct fm_profile_output default_entry = {.instance = 0};
    struct fm_target usual = fm_target_main(&default_profile);
    if (entry)
        usual = fm_target_entry(&default_profile, &default_entry);
    enum fm_status status = fm_merge_defaults(&usual, entry);
    for (size_t i = 0; status == FM_OK && i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        const bool shared = key->section == FM_SECTION_PROFILE || key->section == FM_SECTION_INPUT;
        if (key->ready != FM_READY && fm_key_allowed(key, entry) && !(entry && shared))
            status = check_ready(profile, target, &usual, key, error);
    }
    fm_arena_free(&default_profile.arena);
    return status;
}

static enum fm_status check_all_ready(struct fm_profile *profile, struct fm_error *error)
{
    const struct fm_target main_target = fm_target_main(profile);
    FM_TRY(check_target(profile, &main_target, false, error));
    for (size_t i = 0; i < profile->output_count; i++) {
        const struct fm_target entry = fm_target_entry(profile, &profile->outputs[i]);
        FM_TRY(check_target(profile, &entry, true, error));
    }
    return FM_OK;
}

/* ---- outputs ---- */

static bool given_in(const struct fm_profile *profile, const char *path, unsigned instance)
{
    return fm_given_find(profile, fm_key_find(fm_text_of(path)), instance) != NULL;
}

/* Does an entry take the value of `output:`? Where it goes is its own, and a consumer of its own
 * decides the dialect. */
static bool takes_over(const struct fm_profile *profile, const struct fm_profile_output *entry,
                       const struct fm_key *key)
{
    if (key->section != FM_SECTION_OUTPUT || (key->flags & FM_KEY_ENTRY) ||
        strcmp(key->path, "output.to") == 0)
        return false;
    if (fm_given_find(profile, key, entry->instance) != NULL ||
        fm_given_find(profile, key, 0) == NULL)
        return false;
    return !(key->flags & FM_KEY_BY_CONSUMER) || !given_in(profile, "output.for", entry->instance);
}

static void inherit(struct fm_profile *profile, struct fm_profile_output *entry)
{
    const struct fm_target from = fm_target_main(profile), to = fm_target_entry(profile, entry);
    for (size_t i = 0; i < fm_key_count; i++) {
        const struct fm_key *key = &fm_keys[i];
        const bool position = key->section == FM_SECTION_POSITIONS &&
                              fm_given_find(profile, key, entry->instance) == NULL;
        if (position || takes_over(profile, entry, key))
            memcpy(fm_target_slot(&to, key), fm_target_slot(&from, key), fm_key_size(key));
    }
}

/* Was the key given for this output, there or in `output:`? */
static bool given_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                      const char *path)
{
    const struct fm_key *key = fm_key_find(fm_text_of(path));
    return fm_given_find(profile, key, output->instance) != NULL ||
           (output->instance != 0 && takes_over(profile, output, key));
}

static void apply_consumer(const struct fm_profile *profile, struct fm_profile_output *output)
{
    const struct fm_consumer *consumer = output->consumer;
    if (consumer == NULL)
        return;
    if (!output->castling_given)
        output->castling = consumer->castling;
    if (!output->en_passant_given)
        output->en_passant = consumer->en_passant;
    if (!output->counters_given)
        output->counters = fm_consumer_counters(output->format);
    output->castling_given = output->en_passant_given = output->counters_given = true;
    if (!given_for(profile, output, "output.archbishop"))
        output->letter_j = consumer->letter_j;
    if (output->format != FM_FORMAT_PGN) /* tags are left alone */
        return;
    if (!given_for(profile, output, "output.variant-tag"))
        output->set_variant = consumer->set_variant;
    if (!given_for(profile, output, "output.tag-order"))
        output->variant_first = consumer->variant_first;
}

static void settle(const struct fm_profile *profile, struct fm_profile_output *output)
{
    output->castling_given = given_for(profile, output, "output.castling");
    output->en_passant_given = given_for(profile, output, "output.en-passant");
    output->counters_given = given_for(profile, output, "output.counters");
    if (output->format == FM_FORMAT_AUTO)
        (void)fm_format_of_name(output->to, &output->format, &output->unknown_suffix);
    if (output->format == FM_FORMAT_AUTO && output->consumer != NULL)
        output->format = output->consumer->format;
    output->format_given = output->format != FM_FORMAT_AUTO;
    if (!output->format_given)
        output->format = FM_FORMAT_FEN;
    apply_consumer(profile, output);
}

/* ---- templates ---- */

static enum fm_status check_template(struct fm_profile *profile, struct fm_text text,
                                     struct fm_place place, struct fm_error *error)
{
    const struct fm_template *compiled;
    struct fm_error fault = {.status = FM_OK};
    unsigned needs = 0;
    const enum fm_status status =
        fm_template_compile(text, &profile->arena, &compiled, &needs, &fault);
    if (status != FM_BAD_PROFILE)
        return status;
    return fm_profile_fault(profile, error, place, fault.what, fault.hint, fault.detail);
}

static enum fm_status check_op(struct fm_profile *profile, const struct fm_profile_op *op,
                               struct fm_error *error)
{
    const struct fm_record_field field = {op->opcode, op->text};
    const struct fm_template *compiled;
    struct fm_error fault = {.status = FM_OK};
    unsigned needs = 0;
    const enum fm_status status =
        fm_record_op_compile(&field, &profile->arena, &compiled, &needs, &fault);
    if (status != FM_BAD_PROFILE)
        return status;
    return fm_profile_fault(profile, error, (struct fm_place){op->input, op->line, op->column},
                            fault.what, fault.hint, fault.detail);
}

/* The name of a file, which may be made from games. */
static enum fm_status check_name(struct fm_profile *profile, const struct fm_profile_output *output,
                                 struct fm_error *error)
{
    struct fm_file_name name;
    struct fm_error found = {.status = FM_OK};
    unsigned needs = 0;
    if (output->to.n == 0 || memchr(output->to.p, '{', output->to.n) == NULL)
        return FM_OK;
    const enum fm_status status =
        fm_file_name_compile(output->to, &profile->arena, &name, &needs, &found);
    return status != FM_BAD_PROFILE
               ? status
               : fm_profile_fault(
                     profile, error,
                     place_of(profile, fm_key_find(FM_TEXT("output.to")), output->instance),
                     found.what, found.hint, found.detail);
}

static enum fm_status check_templates(struct fm_profile *profile,
                                      const struct fm_profile_output *output,
                                      struct fm_error *error)
{
    const struct fm_key *columns = fm_key_find(FM_TEXT("output.columns"));
    for (size_t i = 0; i < output->op_count; i++)
        FM_TRY(check_op(profile, &output->ops[i], error));
    FM_TRY(check_name(profile, output, error));
    if (output->line.n > 0)
        FM_TRY(check_template(
            profile, output->line,
            place_of(profile, fm_key_find(FM_TEXT("output.line")), output->instance), error));
    for (size_t i = 0; i < output->column_count; i++) { /* a column is a field without its braces */
        const struct fm_text column = output->columns[i];
        unsigned char *braced = fm_arena_alloc(&profile->arena, column.n + 2);
        if (braced == NULL)
            return FM_NO_MEMORY;
        braced[0] = '{';
        memcpy(braced + 1, column.p, column.n);
        braced[column.n + 1] = '}';
        FM_TRY(check_template(profile, (struct fm_text){braced, column.n + 2},
                              place_of(profile, columns, output->instance), error));
    }
    return FM_OK;
}

static enum fm_status check_all_templates(struct fm_profile *profile, struct fm_error *error)
{
    FM_TRY(check_templates(profile, &profile->output, error));
    for (size_t i = 0; i < profile->output_count; i++)
        FM_TRY(check_templates(profile, &profile->outputs[i], error));
    return FM_OK;
}

/* ---- positions to be reached ---- */

static enum fm_status check_reached(struct fm_profile *profile, struct fm_text text,
                                    const char *path, unsigned instance, struct fm_error *error)
{
    struct fm_reached reached;
    struct fm_error fault = {.status = FM_OK};
    if (text.n == 0)
        return FM_OK;
    const enum fm_status status = fm_reached_read(text, profile->input.variant, &reached, &fault);
    if (status != FM_BAD_PROFILE)
        return status;
    return fm_profile_fault(profile, error,
                            place_of(profile, fm_key_find(fm_text_of(path)), instance), fault.what,
                            fault.hint, fault.detail);
}

static enum fm_status check_all_reached(struct fm_profile *profile, struct fm_error *error)
{
    FM_TRY(check_reached(profile, profile->games.reached, "games.reached", 0, error));
    FM_TRY(check_reached(profile, profile->positions.reached, "positions.reached", 0, error));
    for (size_t i = 0; i < profile->output_count; i++) {
        const struct fm_profile_output *output = &profile->outputs[i];
        FM_TRY(
            check_reached(profile, output->when.reached, "games.reached", output->instance, error));
        FM_TRY(check_reached(profile, output->positions.reached, "positions.reached",
                             output->instance, error));
    }
    return FM_OK;
}

/* ---- the whole ---- */

/* A key says that duplicates matter, so they are dropped unless `keep` says otherwise. */
static void settle_duplicates(struct fm_profile *profile)
{
    struct fm_profile_games *games = &profile->games;
    if (given_in(profile, "games.duplicates.key", 0) &&
        !given_in(profile, "games.duplicates.keep", 0))
        games->duplicates = FM_DUPLICATES_FIRST;
}

static void mark_last(struct fm_profile_positions *positions)
{
    positions->last_only =
        positions->plies.set && positions->plies.from == -1 && positions->plies.to == -1;
}

static enum fm_status settle_outputs(struct fm_profile *profile, struct fm_error *error)
{
    struct fm_profile_output *outputs =
        profile->outputs == NULL ? &profile->output : profile->outputs;
    const size_t count = profile->outputs == NULL ? 1 : profile->output_count;
    mark_last(&profile->positions);
    for (size_t i = 0; i < count; i++) {
        if (profile->outputs != NULL)
            inherit(profile, &outputs[i]);
        mark_last(&outputs[i].positions);
        settle(profile, &outputs[i]);
        FM_TRY(fm_clash_of_output(profile, &outputs[i], error));
    }
    return FM_OK;
}

enum fm_status fm_profile_resolve(struct fm_profile *profile, struct fm_error *error)
{
    settle_duplicates(profile);
    FM_TRY(fm_clash_of_profile(profile, error));
    FM_TRY(settle_outputs(profile, error));
    FM_TRY(check_all_ready(profile, error));
    FM_TRY(check_all_templates(profile, error));
    FM_TRY(check_all_reached(profile, error));
    FM_TRY(fm_game_filter_compile(&profile->games, &profile->arena));
    for (size_t i = 0; i < profile->output_count; i++)
        FM_TRY(fm_game_filter_compile(&profile->outputs[i].when, &profile->arena));
    return FM_OK;
}

void fm_profile_unfinish(struct fm_profile *profile)
{
    fm_game_filter_free(&profile->games);
    for (size_t i = 0; i < profile->output_count; i++)
        fm_game_filter_free(&profile->outputs[i].when);
}
