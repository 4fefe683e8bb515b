/* SPDX-License-Identifier: MIT */
/* Prints the outcome of one game or record: see explain.h. The library has counted it alone, as it
 * counts the whole run: so a condition that it passed left one game, and one that it did not reach
 * received none. */
#include <config.h>
#include "explain.h"
#include "alone.h"
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 400 }; /* limit for a line in bytes */

static void put_text(struct fm_text text)
{
    fm_printable_put(stderr, text, SHOWN);
}

/* The next line of a text, without its end. @return false: there is none. */
static bool next_line(struct fm_text *rest, struct fm_text *line)
{
    if (rest->n == 0)
        return false;
    const unsigned char *end = memchr(rest->p, '\n', rest->n);
    const size_t n = end == NULL ? rest->n : (size_t)(end - rest->p);
    *line = (struct fm_text){rest->p, n - (n > 0 && rest->p[n - 1] == '\r')};
    *rest = (struct fm_text){rest->p + n, rest->n - n};
    if (rest->n > 0)
        *rest = (struct fm_text){rest->p + 1, rest->n - 1};
    return true;
}

/* The tags of a game, which conditions are about; the first line of a game without tags, and of a
 * record. */
static void put_tags(struct fm_text text)
{
    struct fm_text line;
    bool any = false;
    while (next_line(&text, &line)) {
        if (any && (line.n == 0 || line.p[0] != '['))
            return;
        if (line.n == 0)
            continue;
        fputs("  ", stderr);
        put_text(line);
        fputc('\n', stderr);
        any = true;
        if (line.p[0] != '[')
            return;
    }
}

static void put_groups(const struct fm_report *report, const struct fm_explanation *one)
{
    static const struct {
        enum fm_count_group group;
        const char *name;
    } shown[] = {{FM_COUNT_VARIANT, "variant"},
                 {FM_COUNT_RESULT, "result"},
                 {FM_COUNT_ELO, "mean rating"},
                 {FM_COUNT_TIME, "time class"}};
    struct fm_count count;
    fprintf(stderr, "  class %s", one->class_name == NULL ? "not looked at" : one->class_name);
    for (size_t i = 0; i < FM_COUNT_OF(shown); i++)
        if (fm_converter_explained_count(report->converter, shown[i].group, &count) &&
            strcmp(count.name, "unknown") != 0)
            fprintf(stderr, ", %s %s", shown[i].name, count.name);
    fprintf(stderr, ", %s plies played\n", fm_number_grouped(one->totals->plies).text);
}

/* The FEN of a game's tag, or of a record; a first line of moves is no FEN, and is refused
 * later. */
static struct fm_text fen_in(struct fm_text text)
{
    static const char head[] = "[FEN \"";
    const size_t n = sizeof head - 1;
    struct fm_text line;
    while (next_line(&text, &line)) {
        if (line.n > 0 && line.p[0] != '[')
            return line;
        if (line.n <= n || memcmp(line.p, head, n) != 0)
            continue;
        const unsigned char *const quote = memchr(line.p + n, '"', line.n - n);
        return (struct fm_text){line.p + n, quote == NULL ? 0 : (size_t)(quote - line.p) - n};
    }
    return (struct fm_text){NULL, 0};
}

/* The dialects that write the castling rights of its FEN with the same letters. */
static void put_castling(const struct fm_report *report, struct fm_text text)
{
    static const char *const dialects[] = {[FM_CASTLING_FEN] = "fen",
                                           [FM_CASTLING_XFEN] = "xfen",
                                           [FM_CASTLING_SHREDDER] = "shredder"};
    const struct fm_text fen = fen_in(text), rights = fm_fen_rights(fen);
    struct fm_count variant;
    struct fm_position *position = NULL;
    char again[FM_FEN_SIZE];
    const char *before = ": ";
    const bool known =
        fm_converter_explained_count(report->converter, FM_COUNT_VARIANT, &variant) &&
        strcmp(variant.name, "unknown") != 0;
    if (rights.n == 0 || rights.p[0] == '-' ||
        fm_position_new(fen, known ? variant.name : NULL, &position, NULL) != FM_OK)
        return;
    fputs("  castling ", stderr);
    put_text(rights);
    for (int i = FM_CASTLING_FEN; i <= FM_CASTLING_SHREDDER; i++) {
        const bool written = fm_position_fen(position, (enum fm_castling_dialect)i, FM_EP_ALWAYS,
                                             FM_COUNTERS_NONE, again, sizeof again, NULL) == FM_OK;
        const struct fm_text same = fm_fen_rights(fm_printable_text(again));
        if (!written || same.n != rights.n || memcmp(same.p, rights.p, rights.n) != 0)
            continue;
        fprintf(stderr, "%s%s", before, dialects[i]);
        before = ", ";
    }
    fputs(*before == ':' ? ": of no dialect\n" : "\n", stderr);
    fm_position_free(position);
}

/* The condition as the profile has it, in the form of `profile print`: the line of its key,
 * which is below `games:` or `positions:`. @return empty: the profile has no such line. */
static struct fm_text wanted(const char *yaml, const char *name)
{
    const char *dot = strchr(name, '.');
    struct fm_text rest = fm_printable_text(yaml), line;
    bool inside = false;
    const size_t section = dot == NULL ? 0 : (size_t)(dot - name);
    const size_t key = dot == NULL ? 0 : strcspn(dot + 1, ".");
    while (section > 0 && next_line(&rest, &line)) {
        if (line.n > 0 && line.p[0] != ' ')
            inside = line.n == section + 1 && memcmp(line.p, name, section) == 0;
        else if (inside && line.n > key + 4 && memcmp(line.p + 2, dot + 1, key) == 0 &&
                 line.p[key + 2] == ':')
            return (struct fm_text){line.p + key + 4, line.n - key - 4};
    }
    return (struct fm_text){NULL, 0};
}

/* Is it decided at the end of the run, by all records? */
static bool is_later(const struct fm_condition_count *found, struct fm_text value,
                     const struct fm_explanation *one)
{
    static const char *const later[] = {"positions.sample.total", "output.weights",
                                        "output.min-count", "output.limit"};
    for (size_t i = 0; i < FM_COUNT_OF(later); i++)
        if (strcmp(found->name, later[i]) == 0)
            return true;
    if (strcmp(found->name, "output.rows") == 0)
        return value.n == 6 && memcmp(value.p, "groups", 6) == 0;
    return strcmp(found->name, "positions.unique") == 0 && found->output > 0 &&
           one->records[found->output - 1] == UINT64_MAX;
}

/* A game reaches a condition unless one before it did not hold: then the condition is tried alone.
 * Of positions, some can be lost. @return it is decided later. */
static bool put_answer(struct fm_condition_count *found, bool several, const char *yaml,
                       const struct fm_explanation *one)
{
    const struct fm_text value = wanted(yaml, found->name);
    const bool later = is_later(found, value, one), reached = found->in > 0;
    fprintf(stderr, "  %s", found->name);
    if (value.n > 0) {
        fputc(' ', stderr);
        put_text(value);
    }
    if (several && found->output > 0)
        fprintf(stderr, " (output %u)", found->output);
    if (found->in == 0 && !fm_alone_count(yaml, one->text, found))
        fputs(": not looked at\n", stderr);
    else if (later)
        fputs(": decided over all records of the run\n", stderr);
    else if (!found->positions)
        fprintf(stderr, ": %s\n", found->left > 0 ? "holds" : "does not hold");
    else
        fprintf(stderr, ": holds for %s of %s positions\n", fm_number_grouped(found->left).text,
                fm_number_grouped(found->in).text);
    return later && reached;
}

/* Files that are named after games have their template.
 * @param later  outputs of which some condition is decided later: set of 1 << its index. */
static void put_outputs(const struct fm_report *report, const struct fm_profile *profile,
                        const struct fm_explanation *one, uint64_t later)
{
    struct fm_output_count output;
    for (size_t i = 0; report->writes && fm_converter_output(report->converter, i, &output); i++) {
        const struct fm_text to = fm_profile_to(profile, i);
        const uint64_t records = one->records[i];
        fputs("  to ", stderr);
        put_text(to.n > 0 ? to : fm_printable_text("standard output"));
        if (records == UINT64_MAX)
            fputs(": decided over all records of the run\n", stderr);
        else
            fprintf(stderr, ": %s%s %s%s\n", (later >> i & 1) ? "at most " : "",
                    fm_number_grouped(records).text, output.games ? "game" : "record",
                    records == 1 ? "" : "s");
    }
}

void fm_explain_print(uint64_t number, const struct fm_profile *profile,
                      const struct fm_report *report)
{
    struct fm_explanation one;
    struct fm_output_count second;
    struct fm_condition_count found;
    char *yaml = NULL;
    uint64_t later = 0;
    fprintf(stderr, "fenmill: --explain %s: ", fm_number_grouped(number).text);
    if (!fm_converter_explanation(report->converter, &one)) {
        fputs("no input has so many games or records, or the run ended before\n", stderr);
        return;
    }
    fputs(one.totals->kept > 0         ? "kept"
          : one.totals->unselected > 0 ? "unselected"
                                       : "rejected",
          stderr);
    if (one.reason != FM_REASON_NONE)
        fprintf(stderr, ", %s: %s", fm_reason_name(one.reason), fm_reason_meaning(one.reason));
    fputc('\n', stderr);
    put_tags(one.text);
    put_groups(report, &one);
    put_castling(report, one.text);
    const bool printed = fm_profile_print(profile, false, &yaml) == FM_OK;
    const bool several = fm_converter_output(report->converter, 1, &second);
    for (size_t at = 0; fm_converter_explained_condition(report->converter, &at, &found);)
        if (put_answer(&found, several, printed ? yaml : "", &one) && found.output > 0)
            later |= UINT64_C(1) << (found.output - 1);
    put_outputs(report, profile, &one, later);
    for (unsigned i = 1; i < FM_REASON_COUNT; i++) { /* warnings */
        const enum fm_reason reason = (enum fm_reason)i;
        if (reason != one.reason && fm_totals_reason(one.totals, reason, false) > 0)
            fprintf(stderr, "  %s: %s\n", fm_reason_name(reason), fm_reason_meaning(reason));
    }
    fputs("  log: ", stderr);
    fwrite(one.log.p, 1, one.log.n, stderr);
    free(yaml);
}
