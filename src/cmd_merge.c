/* SPDX-License-Identifier: MIT */
/* fenmill merge: what the shards of a run report becomes one. */
#include <config.h>
#include "command.h"
#include "message.h"
#include "places.h"

enum fm_status fm_cmd_merge(const struct fm_settings *settings)
{
    struct fm_error error = {.status = FM_OK};
    const struct fm_merging how = {.size = sizeof how,
                                   .names = (const char *const *)settings->names,
                                   .count = settings->count,
                                   .output = settings->output != NULL ? settings->output : "-",
                                   .force = settings->force,
                                   .min_count = settings->min_count,
                                   .temporary = fm_places_temporary()};
    if (settings->count == 0)
        return fm_message_usage(settings->command,
                                "files are needed: statistics, or tables of counts");
    const struct fm_inputs inputs = {
        .size = sizeof inputs, .names = settings->names, .count = settings->count};
    FM_TRY(fm_places_check_drawn(settings, &inputs));
    return fm_message_failed(fm_merge(&how, &error), &error);
}
