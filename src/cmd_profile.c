/* SPDX-License-Identifier: MIT */
/* fenmill profile list|print|check: list profiles, print the merged profile, check profiles. */
#include <config.h>
#include "command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "print.h"
#include "stream.h"
#include "profiles.h"

static enum fm_status list(const struct fm_settings *settings)
{
    if (settings->count > 1)
        return fm_message_usage(settings->command, "list takes no name");
    if (settings->profiles.count + settings->change_count > 0 || settings->all)
        return fm_message_usage(settings->command, "list takes no options");
    return fm_profiles_list(false);
}

/* The profile named after the verb is read before those of -p. */
static enum fm_status profile_of(const struct fm_settings *settings, const char *name,
                                 struct fm_profile **out)
{
    struct fm_settings with_name = *settings;
    const char **names = calloc(settings->profiles.count + 1, sizeof *names);
    FM_TRY_MADE(names);
    if (name != NULL)
        names[with_name.profiles.count++] = name;
    for (size_t i = 0; i < settings->profiles.count; i++)
        names[i + (name != NULL)] = settings->profiles.of[i];
    with_name.profiles.of = names;
    const enum fm_status status = fm_profiles_of(&with_name, out);
    free(names);
    return status;
}

static enum fm_status print(const struct fm_settings *settings)
{
    if (settings->count > 2)
        return fm_message_usage(settings->command, "print takes one name at most");
    struct fm_profile *profile = NULL;
    FM_TRY(profile_of(settings, settings->count > 1 ? settings->names[1] : NULL, &profile));
    char *yaml = NULL;
    const enum fm_status status = fm_profile_print(profile, settings->all, &yaml);
    if (status == FM_OK)
        fputs(yaml, stdout);
    free(yaml);
    fm_profile_free(profile);
    return status;
}

/* A wrong profile does not stop the check of those after it. */
static enum fm_status check(const struct fm_settings *settings)
{
    enum fm_status worst = FM_OK;
    if (settings->all)
        return fm_message_usage(settings->command, "--all is for print");
    const size_t count = settings->count > 1 ? settings->count - 1 : 1;
    for (size_t i = 0; i < count; i++) {
        const char *name = settings->count > 1 ? settings->names[i + 1] : NULL;
        struct fm_profile *profile = NULL;
        const enum fm_status status = profile_of(settings, name, &profile);
        fm_profile_free(profile);
        if (status == FM_OK) {
            fm_printable_put(stdout, fm_printable_text(name != NULL ? name : "the command line"),
                             SIZE_MAX);
            puts(": valid");
        } else {
            worst = status;
        }
    }
    return worst;
}

enum fm_status fm_cmd_profile(const struct fm_settings *settings)
{
    static const struct {
        const char *name;
        enum fm_status (*run)(const struct fm_settings *settings);
    } verbs[] = {{"list", list}, {"print", print}, {"check", check}};
    static const char *const names[] = {"list", "print", "check", NULL};
    if (settings->count == 0)
        return fm_message_usage(settings->command, "list, print or check is needed");
    for (size_t i = 0; i < FM_COUNT_OF(verbs); i++) {
        if (strcmp(settings->names[0], verbs[i].name) == 0) {
            const enum fm_status status = verbs[i].run(settings), finished = fm_stdout_finish();
            return status == FM_OK ? finished : status;
        }
    }
    const char *near = fm_name_suggest(fm_printable_text(settings->names[0]), names);
    return near == NULL
               ? fm_message_usage(settings->command, "unknown \"%s\"; use list, print or check",
                                  settings->names[0])
               : fm_message_usage(settings->command, "unknown \"%s\"; did you mean %s?",
                                  settings->names[0], near);
}
