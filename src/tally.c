/* Memory of the counts: see tally.h. */
#include <config.h>
#include "tally.h"
#include <stdlib.h>
#include <string.h>

void fm_report_lost(struct fm_tally *tally, const struct fm_error *error)
{
    struct fm_lost_list *list =
        error->status == FM_OUTPUT_FAILED ? &tally->outputs : &tally->inputs;
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

void fm_report_free(struct fm_tally *tally)
{
    free_list(&tally->inputs);
    free_list(&tally->outputs);
    for (unsigned group = 0; group < FM_COUNT_GROUPS; group++)
        free(tally->counts[group]);
}
