/* Which condition left nothing: the first that something came to and that nothing passed. */
#include <config.h>
#include "nothing.h"
#include <stdio.h>
#include <string.h>
#include "number.h"
#include "option.h"
#include "printable.h"

enum { NAME_MAX_BYTES = 200 };

/* Where what a condition is about was nowhere to be found. */
static const struct {
    const char *condition;
    const char *needs; /* "needs THIS, and none of these ... has one"; NULL: see `lacks` */
    const char *lacks; /* "none of the ... THIS" */
} missing[] = {
    {"positions.quiet", "the next move", NULL},
    {"positions.next", "the next move", NULL},
    {"positions.marks", NULL, "has a mark on its next move (! ? !! ?? !? ?!, or $1 to $6)"},
    {"output.line", NULL, "has an evaluation ([%eval], or engine scores in comments)"},
    {"positions.eval", NULL, "has an evaluation ([%eval], or engine scores in comments)"},
    {"positions.swing", NULL,
     "has evaluations before and after its next move ([%eval], or engine scores in comments)"},
};

/* As the user wrote it: an option of its own, or the key. */
static void put_condition(const struct fm_settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->change_count; i++) {
        const struct fm_change *change = &settings->changes[i];
        if (change->owned == NULL && strcmp(change->key, name) == 0) {
            fprintf(stderr, "--%s", change->option->name);
            return;
        }
    }
    fm_printable_put(stderr, fm_printable_text(name), NAME_MAX_BYTES);
}

/* "1,200 positions", "1 game" */
static void put_amount(const struct fm_report *report, const struct fm_condition_count *found)
{
    const bool list = report->totals.listed == report->totals.games;
    const char *one = list ? "FEN" : found->positions ? "position" : "game";
    char number[FM_NUMBER_SIZE];
    fprintf(stderr, "%s %s%s", fm_number_grouped(found->in, number), one,
            found->in == 1 ? "" : "s");
}

static void put_reason(const struct fm_settings *settings, const struct fm_report *report,
                       const struct fm_condition_count *found)
{
    for (size_t i = 0; i < sizeof missing / sizeof *missing && found->without == found->in; i++) {
        if (strcmp(missing[i].condition, found->name) != 0)
            continue;
        if (missing[i].needs != NULL) {
            put_condition(settings, found->name);
            fprintf(stderr, " needs %s, and none of these ", missing[i].needs);
            put_amount(report, found);
            fputs(" has one", stderr);
            return;
        }
        fputs("none of the ", stderr);
        put_amount(report, found);
        fprintf(stderr, " %s", missing[i].lacks);
        return;
    }
    put_condition(settings, found->name);
    fputs(strcmp(found->name, "output.line") == 0        ? " has an empty field for each of the "
          : strcmp(found->name, "positions.unique") == 0 ? ": nothing new among the "
                                                         : " holds for none of the ",
          stderr);
    put_amount(report, found);
    if (found->in < found->offered) {
        char number[FM_NUMBER_SIZE];
        fprintf(stderr, " that other conditions left of %s",
                fm_number_grouped(found->offered, number));
    }
}

/* The condition that left an output nothing. @return false: it was none. */
static bool find_condition(const struct fm_report *report, size_t output,
                           struct fm_condition_count *found)
{
    uint64_t offered = 0; /* that the first position has no move is no news */
    for (size_t at = 0; fm_converter_condition(report->converter, &at, found);) {
        if (found->output != 0 && found->output != output + 1)
            continue;
        if (strcmp(found->name, "positions.plies") == 0)
            offered = found->left;
        else if (found->positions)
            found->offered = offered;
        if (found->in > 0 && found->left == 0)
            return true;
    }
    return false;
}

void fm_nothing_explain(const struct fm_settings *settings, const struct fm_report *report)
{
    struct fm_output_count output, second;
    struct fm_condition_count found;
    const bool several = fm_converter_output(report->converter, 1, &second);
    for (size_t i = 0; fm_converter_output(report->converter, i, &output); i++) {
        const bool nothing = output.left == 0 && find_condition(report, i, &found);
        if (!nothing && !output.lacks_eval)
            continue;
        fputs("fenmill: ", stderr);
        if (several) {
            fm_printable_put(stderr, fm_printable_text(output.name), NAME_MAX_BYTES);
            fputs(": ", stderr);
        }
        if (!nothing) {
            fputs(
                "no record has an evaluation: there was no [%eval] and no engine score in comments\n",
                stderr);
            continue;
        }
        fprintf(stderr, "0 %s: ", output.games ? "games" : "records");
        put_reason(settings, report, &found);
        putc('\n', stderr);
    }
}
