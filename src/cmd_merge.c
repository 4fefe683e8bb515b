/* SPDX-License-Identifier: MIT */
/* fenmill merge: what the shards of a run have written becomes one. */
#include <config.h>
#include "command.h"
#include <string.h>
#include "message.h"
#include "places.h"
#include "signals.h"

/* Is it a name of statistics, compressed or not? */
static bool is_statistics(const char *name)
{
    static const char *const suffixes[] = {".json", ".json.gz", ".json.zst"};
    const size_t n = strlen(name);
    for (size_t i = 0; i < FM_COUNT_OF(suffixes); i++) {
        const size_t end = strlen(suffixes[i]);
        if (n > end && strcmp(name + n - end, suffixes[i]) == 0)
            return true;
    }
    return strcmp(name, "-") == 0;
}

static void print_message(void *user, const struct fm_error *error)
{
    const struct fm_settings *settings = user;
    if (!error->warning || settings->quiet == 0)
        fm_message_print(error);
}

/* From here on all results get their names. */
static void hold_signals(void *user)
{
    (void)user;
    fm_signals_hold();
}

enum fm_status fm_cmd_merge(const struct fm_settings *settings)
{
    struct fm_error error = {.status = FM_OK};
    struct fm_inputs *inputs = NULL;
    const struct fm_names *joined = &settings->joined;
    const bool sum = settings->stats == NULL &&
                     (joined->count == 0 || (joined->count == 1 && is_statistics(joined->of[0])));
    const struct fm_merging how = {.size = sizeof how,
                                   .names = (const char *const *)settings->names,
                                   .count = settings->count,
                                   .output = !sum                ? settings->stats
                                             : joined->count > 0 ? joined->of[0]
                                                                 : "-",
                                   .force = settings->force,
                                   .min_count = settings->min_count,
                                   .temporary = fm_places_temporary(),
                                   .outputs = sum ? NULL : joined->of,
                                   .output_count = sum ? 0 : joined->count,
                                   .rejects = settings->rejects,
                                   .unselected = settings->unselected,
                                   .log = settings->log,
                                   .incomplete = settings->incomplete,
                                   .message = print_message,
                                   .naming = hold_signals,
                                   .user = (void *)(uintptr_t)settings};
    if (settings->count == 0)
        return fm_message_usage(
            settings->command,
            "files are needed: the statistics of the shards, or what they have written");
    FM_TRY(fm_message_failed(fm_merge_reads(&how, &inputs, &error), &error));
    enum fm_status status = fm_places_check_drawn(settings, inputs);
    FM_NEXT(status, fm_message_failed(fm_merge(&how, &error), &error));
    fm_inputs_free(inputs);
    return status;
}
