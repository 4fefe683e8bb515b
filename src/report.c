/* Memory of the counts: see tally.h. */
#include <config.h>
#include "report.h"
#include <stdlib.h>
#include <string.h>

void fm_report_lost(struct fm_report *report, const struct fm_error *error)
{
    struct fm_lost_list *list =
        error->status == FM_OUTPUT_FAILED ? &report->outputs : &report->inputs;
    if (error->warning || error->input == NULL)
        return;
    struct fm_lost *grown = realloc(list->of, (list->count + 1) * sizeof *grown);
    if (grown == NULL)
        return;
    list->of = grown;
    char *name = strdup(error->input);
    if (name != NULL)
        grown[list->count++] = (struct fm_lost){name, error->reason};
}

static void free_list(struct fm_lost_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->of[i].name);
    free(list->of);
}

void fm_report_free(struct fm_report *report)
{
    free_list(&report->inputs);
    free_list(&report->outputs);
    for (unsigned group = 0; group < FM_COUNT_GROUPS; group++)
        free(report->counts[group]);
}
