/* Memory of the counts: see tally.h. */
#include <config.h>
#include "tally.h"
#include <stdlib.h>
#include <string.h>

void fm_report_lost(struct fm_tally *tally, const struct fm_error *error)
{
    if (error->warning)
        return;
    struct fm_lost *grown = realloc(tally->lost, (tally->lost_count + 1) * sizeof *grown);
    if (grown == NULL)
        return;
    tally->lost = grown;
    char *name = strdup(error->input);
    if (name != NULL)
        grown[tally->lost_count++] = (struct fm_lost){name, error->reason};
}

void fm_report_free(struct fm_tally *tally)
{
    for (size_t i = 0; i < tally->lost_count; i++)
        free(tally->lost[i].name);
    free(tally->lost);
    for (unsigned group = 0; group < FM_COUNT_GROUPS; group++)
        free(tally->counts[group]);
}
