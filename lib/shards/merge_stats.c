/* SPDX-License-Identifier: MIT */
/* Statistics (--stats, JSON) of the shards of a run, added. Each file becomes a tree: numbers are
 * added, lists appended, and what identifies the run must be the same. The text is laid out as
 * src/stats.c does it: one test compares both. */
#include <config.h>
#include "shards/merge_files.h"
#include <stdlib.h>
#include "board/variant.h"
#include "filter/tagvalue.h"
#include "pgn/bytes.h"

/* The rules by name; whatever else there is is a number or an object of numbers, and added. */
static const char *const same[] = {"fenmill-stats", "fenmill", "profile", "output", NULL};

/* The names of a table, of results, reasons, variants and time controls; NULL after the last. */
static const char *name_of_table(unsigned table, unsigned i)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*", NULL};
    switch (table) {
    case 0:
        return results[i];
    case 1:
        return i < FM_REASON_COUNT ? fm_reason_name((enum fm_reason)i) : NULL;
    case 2:
        return fm_variant_name(i);
    default:
        return i < FM_TIME_UNKNOWN ? fm_time_class_names[i] : NULL;
    }
}

/* The rank of a name within its object. The order is that of the statistics of one run: years
 * and ratings rise, and everything else is in the order of its table. */
static uint64_t rank_of(struct fm_text name)
{
    const char *text;
    uint64_t number = 0;
    size_t digits = 0;
    int64_t code;
    for (unsigned table = 0; table < 4; table++)
        for (unsigned i = 0; (text = name_of_table(table, i)) != NULL; i++)
            if (fm_text_is(name, text))
                return i;
    for (; digits < name.n && fm_byte_is_digit(name.p[digits]); digits++)
        number = 10 * number + (name.p[digits] - (unsigned)'0');
    return digits > 0 ? number : fm_tag_eco(name, &code) ? (uint64_t)code : UINT64_MAX;
}

static void insert(struct fm_json *in, struct fm_json *node)
{
    const uint64_t rank = rank_of(node->name);
    struct fm_json **link = &in->first;
    while (*link != NULL && rank_of((*link)->name) <= rank)
        link = &(*link)->next;
    node->next = *link;
    *link = node;
}

/* What came of adding. */
enum added { ADDED, OF_OTHER_KIND, TOO_LARGE };

static enum added add_node(struct fm_json *sum, struct fm_json *more);

static enum added add_members(struct fm_json *sum, struct fm_json *more)
{
    enum added added = ADDED;
    for (struct fm_json *node = more->first, *next; node != NULL && added == ADDED; node = next) {
        next = node->next;
        struct fm_json *own = fm_json_find(sum, node->name);
        if (own == NULL)
            insert(sum, node);
        else
            added = add_node(own, node);
    }
    return added;
}

/* Conditions follow from the profile, so there are the same in all; lists of failures grow. */
static enum added add_lists(struct fm_json *sum, struct fm_json *more)
{
    struct fm_json **link = &sum->first, *node = more->first;
    const bool conditions = fm_text_is(sum->name, "conditions");
    enum added added = ADDED;
    for (; conditions && added == ADDED && *link != NULL && node != NULL;
         link = &(*link)->next, node = node->next)
        added = add_members(*link, node);
    if (conditions && added == ADDED)
        return *link == NULL && node == NULL ? ADDED : OF_OTHER_KIND;
    while (*link != NULL)
        link = &(*link)->next;
    *link = conditions ? NULL : node;
    return added;
}

static enum added add_node(struct fm_json *sum, struct fm_json *more)
{
    if (sum->kind != more->kind)
        return OF_OTHER_KIND;
    switch (sum->kind) {
    case FM_JSON_NUMBER:
    case FM_JSON_SECONDS:
        if (fm_name_index(same, sum->name) >= 0)
            return sum->number == more->number ? ADDED : OF_OTHER_KIND;
        if (fm_text_is(sum->name, "excluded_rejected")) { /* all have read the same files */
            if (more->number > sum->number)
                sum->number = more->number;
            return ADDED;
        }
        if (more->number > UINT64_MAX - sum->number)
            return TOO_LARGE;
        sum->number += more->number;
        return ADDED;
    case FM_JSON_WORD:
        sum->text = fm_text_is(more->text, "true") ? more->text : sum->text;
        return ADDED;
    case FM_JSON_STRING:
        return fm_text_equal(sum->text, more->text) ? ADDED : OF_OTHER_KIND;
    case FM_JSON_OBJECT:
        return add_members(sum, more);
    case FM_JSON_LIST:
        return add_lists(sum, more);
    }
    return OF_OTHER_KIND;
}

/* Statistics, and what tells them as those of a shard; their check is made anew with the sum. */
static enum fm_status read_part(struct fm_merge_part *part, const char *name,
                                struct fm_arena *arena, struct fm_error *error)
{
    FM_TRY(fm_merge_read_stats(&part->reader, name, arena, &part->stats, error));
    const struct fm_json *outputs = fm_json_take(&part->stats, FM_TEXT("outputs"));
    part->shard = fm_json_number(&part->stats, FM_TEXT("shard"));
    (void)fm_json_take(&part->stats, FM_TEXT("shard"));
    part->plan = fm_json_take(&part->stats, FM_TEXT("plan"));
    part->first = outputs == NULL ? NULL : outputs->first;
    return FM_OK;
}

static enum fm_status refuse_part(const struct fm_merge_part *part, const char *what,
                                  const char *detail, struct fm_error *error)
{
    *error = (struct fm_error){.status = FM_BAD_USE,
                               .input = part->reader.name,
                               .what = fm_text_of(what),
                               .detail = fm_text_of(detail)};
    return FM_BAD_USE;
}

/* All must be of one plan, or of none. */
static enum fm_status check_plan(const struct fm_merge_part *first,
                                 const struct fm_merge_part *part, struct fm_error *error)
{
    const char *const other = first->reader.name;
    if ((part->plan == NULL) != (first->plan == NULL))
        return refuse_part(part, other, "one of the two is of a shard, and the other is not",
                           error);
    if (part->plan == NULL || fm_json_equal(part->plan, first->plan))
        return FM_OK;
    if (fm_json_number(part->plan, FM_TEXT("shards")) !=
        fm_json_number(first->plan, FM_TEXT("shards")))
        return refuse_part(part, other, "these are shards of runs with another number of shards",
                           error);
    return refuse_part(part, other,
                       "these shards have not read the same inputs: other names, sizes or bytes",
                       error);
}

static int compare_parts(const void *a, const void *b)
{
    const struct fm_merge_part *one = a, *other = b;
    return (one->shard > other->shard) - (one->shard < other->shard);
}

/* Report the shards that are not there: the first of them by number. */
static enum fm_status report_missing(const struct fm_merging *how,
                                     const struct fm_merge_part *parts, size_t count, uint64_t of)
{
    enum { NAMED = 20 };
    struct fm_buf text = {NULL, 0, 0};
    uint64_t missing = 0;
    enum fm_status status = fm_buf_append_words(&text, "no statistics of shard");
    size_t at = 0;
    for (uint64_t shard = 1; shard <= of && missing <= NAMED && status == FM_OK; shard++) {
        if (at < count && parts[at].shard == shard)
            at++;
        else if (++missing <= NAMED)
            status = fm_buf_append(&text, " ", 1);
        else
            continue;
        if (status == FM_OK && missing > 0 && missing <= NAMED &&
            (at == 0 || parts[at - 1].shard != shard))
            status = fm_buf_append_u64(&text, shard);
    }
    if (status == FM_OK && missing > NAMED)
        status = fm_buf_append_words(&text, " and more");
    const struct fm_error message = {
        .status = FM_BAD_USE, .warning = how->incomplete, .detail = fm_buf_text(&text)};
    if (status == FM_OK && how->message != NULL)
        how->message(how->user, &message);
    fm_buf_free(&text);
    return status;
}

/* Shards that failed to read or write something. */
static bool report_failed(const struct fm_merging *how, const struct fm_merge_part *parts)
{
    bool any = false;
    for (size_t i = 0; i < how->count; i++) {
        const struct fm_error message = {
            .status = FM_BAD_USE,
            .warning = how->incomplete,
            .input = parts[i].reader.name,
            .detail = FM_TEXT("this shard could not read all of its inputs, or not write all of "
                              "its outputs")};
        if (fm_merge_is_whole(&parts[i].stats))
            continue;
        any = true;
        if (how->message != NULL)
            how->message(how->user, &message);
    }
    return any;
}

/* Put the shards in order: all, each once, and whole. */
static enum fm_status check_parts(const struct fm_merging *how, struct fm_merge_part *parts,
                                  struct fm_error *error)
{
    struct fm_merge_target target;
    const uint64_t of = parts->plan == NULL ? 0 : fm_json_number(parts->plan, FM_TEXT("shards"));
    for (size_t i = 0; i < how->count; i++) {
        FM_TRY(check_plan(parts, &parts[i], error));
        if (parts[i].plan != NULL && (parts[i].shard == 0 || parts[i].shard > of))
            return refuse_part(&parts[i], "", "there is no such shard in its plan", error);
    }
    for (size_t i = 0; of == 0 && fm_merge_target(how, i, &target); i++)
        if (target.name != NULL)
            return refuse_part(parts, "",
                               "only outputs of shards are joined, and this is no shard: name the "
                               "outputs instead of the statistics",
                               error);
    if (of == 0)
        return FM_OK;
    qsort(parts, how->count, sizeof *parts, compare_parts);
    for (size_t i = 1; i < how->count; i++)
        if (parts[i].shard == parts[i - 1].shard)
            return refuse_part(&parts[i], parts[i - 1].reader.name,
                               "both are of the same shard: name each shard once", error);
    if (how->count < of)
        FM_TRY(report_missing(how, parts, how->count, of));
    const bool failed = report_failed(how, parts);
    if (how->incomplete || (how->count == of && !failed))
        return FM_OK;
    return refuse_part(parts, "",
                       how->count < of
                           ? "not all shards of its plan are here: run them, or join the others "
                             "with --incomplete"
                           : "not all of its plan was done: run these shards again, or join what "
                             "there is with --incomplete",
                       error);
}

/* Add statistics to the first. */
static enum fm_status add_stats(const struct fm_merging *how, struct fm_merge_part *parts,
                                struct fm_error *error)
{
    for (size_t i = 1; i < how->count; i++) {
        (void)fm_json_take(&parts[i].stats, FM_TEXT("check"));
        switch (add_node(&parts->stats, &parts[i].stats)) {
        case ADDED:
            break;
        case OF_OTHER_KIND:
            return refuse_part(
                &parts[i], "",
                "these statistics are of another version of fenmill, or of a run with another profile",
                error);
        case TOO_LARGE:
            return refuse_part(&parts[i], "",
                               "with these statistics a count is over 2^64: they are not of this "
                               "run",
                               error);
        }
    }
    return FM_OK;
}

/* Separators that only the joined outputs have. */
static enum fm_status add_separators(struct fm_json *sum, uint64_t separators,
                                     struct fm_arena *arena)
{
    const enum fm_reason reason = FM_REASON_SEPARATOR_ADDED;
    const bool fact = fm_reason_kind(reason) == 'S';
    struct fm_json *of = fm_json_find(sum, fact ? FM_TEXT("facts") : FM_TEXT("warnings"));
    struct fm_json *node = fm_arena_alloc(arena, sizeof *node);
    FM_TRY_MADE(node);
    *node = (struct fm_json){.name = fm_text_of(fm_reason_name(reason)), .number = separators};
    struct fm_json *own = of == NULL ? NULL : fm_json_find(of, node->name);
    if (own != NULL && separators > UINT64_MAX - own->number)
        return FM_BAD_USE;
    if (own != NULL)
        own->number += separators;
    else if (of != NULL && separators > 0)
        insert(of, node);
    return FM_OK;
}

static enum fm_status write_sum(const struct fm_json *sum, struct fm_output *output,
                                struct fm_error *error)
{
    struct fm_buf text = {NULL, 0, 0};
    enum fm_status status = fm_json_put(&text, sum);
    FM_NEXT(status, fm_buf_append(&text, "\n", 1));
    if (status == FM_OK && fm_json_seal(&text))
        status = fm_output_write(output, text.p, text.n, error);
    fm_buf_free(&text);
    return status;
}

/* Join the outputs, all or none.
 * @param outputs  as many as there are targets, and one for the sum. */
static enum fm_status write_all(const struct fm_merging *how, const struct fm_merge_part *parts,
                                struct fm_arena *arena, struct fm_output **outputs,
                                struct fm_error *error)
{
    struct fm_merge_target target;
    size_t n = 0;
    if (how->output != NULL) {
        FM_TRY(fm_output_open(how->output, how->force, &outputs[n++], error));
        FM_TRY(write_sum(&parts->stats, outputs[n - 1], error));
    }
    for (size_t i = 0; fm_merge_target(how, i, &target); i++)
        if (target.name != NULL)
            FM_TRY(fm_merge_outputs(how, parts, how->count, &target, arena, &outputs[n++], error));
    for (size_t i = 0; i < n; i++)
        FM_TRY(fm_output_prepare(outputs[i], error));
    if (how->naming != NULL)
        how->naming(how->user);
    /* One that cannot get its name does not cost the others theirs. */
    enum fm_status status = FM_OK;
    for (size_t i = 0; i < n; i++) {
        struct fm_output *const output = outputs[i];
        struct fm_error fault = {.status = FM_OK};
        outputs[i] = NULL;
        const enum fm_status named = fm_output_commit(output, &fault);
        if (named != FM_OK && status == FM_OK) {
            status = named;
            *error = fault;
        }
    }
    return status;
}

static enum fm_status merge_parts(const struct fm_merging *how, struct fm_merge_part *parts,
                                  struct fm_arena *arena, struct fm_error *error)
{
    enum { REPORTS = 4 };
    for (size_t i = 0; i < how->count; i++)
        FM_TRY(read_part(&parts[i], how->names[i], arena, error));
    FM_TRY(check_parts(how, parts, error));
    FM_TRY(add_stats(how, parts, error));
    enum fm_status status = FM_OK;
    if (parts->plan != NULL)
        status = add_separators(&parts->stats, fm_merge_separators(parts, how->count), arena);
    if (status == FM_BAD_USE)
        error->detail = FM_TEXT("a count is over 2^64: these are not the statistics of one run");
    FM_TRY(status);
    struct fm_output **outputs = calloc(how->output_count + REPORTS, sizeof *outputs);
    FM_TRY_MADE(outputs);
    status = write_all(how, parts, arena, outputs, error);
    for (size_t i = 0; i < how->output_count + REPORTS; i++)
        fm_output_discard(outputs[i]);
    free(outputs);
    return status;
}

/* The name of an output of a shard is in the arena, which its error must not outlast: so it is
 * reported before. */
static void report_output(const struct fm_merging *how, enum fm_status status,
                          struct fm_error *error)
{
    if (error->input == NULL || (status != FM_INPUT_FAILED && status != FM_BAD_USE))
        return;
    for (size_t i = 0; i < how->count; i++)
        if (error->input == how->names[i])
            return;
    error->status = status;
    if (how->message != NULL)
        how->message(how->user, error);
    *error = (struct fm_error){.status = status,
                               .what = FM_TEXT("an output of a shard"),
                               .detail = FM_TEXT("nothing was joined")};
}

enum fm_status fm_merge_stats(const struct fm_merging *how, struct fm_error *error)
{
    struct fm_arena arena = {NULL, 0, 0};
    struct fm_merge_part *parts = calloc(how->count, sizeof *parts);
    enum fm_status status = FM_NO_MEMORY;
    if (how->min_count > 0 && how->output_count == 0) {
        error->detail = FM_TEXT("a minimum count is for tables, and these are statistics");
        status = FM_BAD_USE;
    } else if (parts != NULL) {
        status = merge_parts(how, parts, &arena, error);
    }
    if (status != FM_OK && parts != NULL)
        report_output(how, status, error);
    for (size_t i = 0; i < how->count && parts != NULL; i++)
        fm_merge_close(&parts[i].reader);
    free(parts);
    fm_arena_free(&arena);
    return status;
}

/* Append the names that are read: of statistics those of the outputs, too. */
static enum fm_status list_reads(const struct fm_merging *how, const char *name,
                                 struct fm_arena *arena, const char **names, size_t *count)
{
    struct fm_merge_part part = {.shard = 0};
    struct fm_merge_target target;
    struct fm_error ignored;
    names[(*count)++] = name;
    bool wanted = false;
    for (size_t i = 0; fm_merge_target(how, i, &target); i++)
        wanted |= target.name != NULL;
    if (!wanted)
        return FM_OK;
    const enum fm_status status = read_part(&part, name, arena, &ignored);
    for (size_t i = 0; status == FM_OK && fm_merge_target(how, i, &target); i++) {
        const char *file =
            target.name == NULL ? NULL : fm_merge_output_of(&part, &target, arena, NULL);
        if (file != NULL)
            names[(*count)++] = file;
    }
    part.reader.name = NULL;
    fm_merge_close(&part.reader);
    return status == FM_NO_MEMORY ? status : FM_OK;
}

enum fm_status fm_merge_reads(const struct fm_merging *given, struct fm_inputs **out,
                              struct fm_error *error)
{
    struct fm_merging how;
    struct fm_arena arena = {NULL, 0, 0};
    size_t count = 0;
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&how, sizeof how, given))
        return FM_BAD_USE;
    FM_TRY(fm_merge_check_files(&how, error));
    const char **names = calloc(how.count * (how.output_count + 4) + 1, sizeof *names);
    enum fm_status status = names == NULL ? FM_NO_MEMORY : FM_OK;
    for (size_t i = 0; i < how.count && status == FM_OK; i++)
        status = list_reads(&how, how.names[i], &arena, names, &count);
    const struct fm_input_search search = {.size = sizeof search, .names = names, .count = count};
    FM_NEXT(status, fm_inputs_expand(&search, out, error));
    free(names);
    fm_arena_free(&arena);
    return status;
}
