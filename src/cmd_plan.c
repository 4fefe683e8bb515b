/* SPDX-License-Identifier: MIT */
/* fenmill plan: plan a run in shards; find those that were not done. */
#include <config.h>
#include "command.h"
#include <inttypes.h>
#include "message.h"
#include "places.h"
#include "print.h"
#include "profiles.h"
#include "run.h"
#include "stream.h"

enum { SHARDS_MAX = 1000000 };

static void print_shard(void *user, uint64_t shard)
{
    fm_stream_print(user, "%" PRIu64 "\n", shard);
}

static enum fm_status find_missing(const struct fm_settings *settings)
{
    struct fm_error error = {.status = FM_OK};
    struct fm_stream out;
    if (settings->count != 1)
        return fm_message_usage(settings->command,
                                "--missing PLAN: one folder with statistics is needed");
    FM_TRY(fm_stream_open(&out, settings->output, settings->force));
    const enum fm_status status = fm_message_failed(
        fm_shards_missing(settings->missing, settings->names[0], print_shard, &out, &error),
        &error);
    const enum fm_status closed = fm_stream_close(&out, status == FM_OK);
    return status != FM_OK ? status : closed;
}

static enum fm_status make_plan(const struct fm_settings *settings, uint64_t shards,
                                const struct fm_profile *profile, const struct fm_inputs *inputs)
{
    struct fm_error error = {.status = FM_OK};
    const struct fm_planning how = {.size = sizeof how,
                                    .inputs = inputs,
                                    .shards = shards,
                                    .profile = profile,
                                    .output = settings->output != NULL ? settings->output : "-",
                                    .force = settings->force};
    FM_TRY(fm_places_check_drawn(settings, inputs));
    return fm_message_failed(fm_shards_plan(&how, &error), &error);
}

enum fm_status fm_cmd_plan(const struct fm_settings *settings)
{
    struct fm_profile *profile = NULL;
    struct fm_inputs *inputs = NULL;
    uint64_t shards;
    if (settings->missing != NULL)
        return find_missing(settings);
    if (settings->count == 0 || !fm_number_read(settings->names[0], &shards) || shards < 1 ||
        shards > SHARDS_MAX)
        return fm_message_usage(settings->command,
                                "the number of shards is needed, 1 to 1000000, and then inputs");
    struct fm_settings rest = *settings;
    rest.names++;
    rest.count--;
    if (rest.count == 0 && rest.files_from == NULL)
        return fm_message_usage(settings->command, "the inputs to plan for are needed");
    enum fm_status status = fm_profiles_of(settings, &profile);
    FM_NEXT(status, fm_run_inputs(&rest, NULL, &inputs));
    FM_NEXT(status, make_plan(&rest, shards, profile, inputs));
    fm_inputs_free(inputs);
    fm_profile_free(profile);
    return status;
}
