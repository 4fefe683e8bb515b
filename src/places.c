/* SPDX-License-Identifier: MIT */
/* The files that a run reads and writes, compared by device and inode: see fm_file_find(). Names
 * that are made from games are not known yet: the library compares them, with the reserved
 * names. */
#include <config.h>
#include "places.h"
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "profiles.h"
#include "sandbox.h"
#include "system.h"

struct place {
    const char *role; /* role of the file, for messages: "--rejects" */
    const char *name; /* name as the user gave it */
    struct fm_file_id file;
};

struct places {
    struct place *items;
    size_t count;
    struct fm_sandbox sandbox; /* files that the run may open: these and its inputs */
};

static bool is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* Is the name made from games? Outputs may share a folder of such files. */
static bool is_template(const char *name)
{
    const char *brace = strchr(name, '{');
    return brace != NULL && strchr(brace, '}') != NULL;
}

static const char *spelled(const char *name)
{
    return is_standard(name) ? "standard output" : name;
}

static enum fm_status add_place(struct places *places, const struct fm_settings *settings,
                                const char *role, const char *name)
{
    struct place *grown = realloc(places->items, (places->count + 1) * sizeof *grown);
    FM_TRY_MADE(grown);
    places->items = grown;
    struct place *place = &grown[places->count];
    *place = (struct place){.role = role, .name = name};
    if (is_template(name)) {
        fm_sandbox_write_named(&places->sandbox, name);
    } else {
        FM_TRY(fm_file_find(name, FM_STDOUT, &place->file));
        fm_sandbox_write(&places->sandbox, name);
    }
    places->count++;
    for (const struct place *other = grown; other < place; other++)
        if (is_standard(other->name) || is_template(other->name)
                ? strcmp(other->name, name) == 0
                : fm_file_same(&other->file, &place->file))
            return fm_message_usage(settings->command, "%s and %s both write to %s", other->role,
                                    role, spelled(name));
    return FM_OK;
}

static enum fm_status add_profile(struct places *places, const struct fm_settings *settings,
                                  const struct fm_profile *profile)
{
    bool standard = false;
    struct fm_text to;
    for (size_t i = 0; profile != NULL && (to = fm_profile_to(profile, i)).p != NULL; i++) {
        const char *name = to.n == 0 ? "-" : (const char *)to.p;
        if (!is_standard(name) ||
            !standard) /* the library checks outputs that share standard output */
            FM_TRY(add_place(places, settings, "the output", name));
        standard |= is_standard(name);
    }
    return FM_OK;
}

/* Options name one file each; fields of games are not filled in their names. */
static enum fm_status add_option(struct places *places, const struct fm_settings *settings,
                                 const char *role, const char *name)
{
    if (*name == '\0')
        return fm_message_usage(settings->command, "%s: the name of a file is needed", role);
    if (is_template(name))
        return fm_message_usage(settings->command,
                                "%s \"%s\": fields in braces are only for the names of outputs",
                                role, name);
    return add_place(places, settings, role, name);
}

static enum fm_status add_places(struct places *places, const struct fm_settings *settings,
                                 const struct fm_profile *profile)
{
    const struct {
        const char *role, *name;
    } options[] = {
        {"--rejects", settings->rejects}, {"--unselected", settings->unselected},
        {"--log", settings->log},         {"--stats", settings->stats},
        {"--report", settings->report},   {"-o", settings->output},
    };
    if (settings->reasons && settings->rejects == NULL && settings->unselected == NULL)
        return fm_message_usage(settings->command,
                                "--reasons needs --rejects FILE or --unselected FILE: these get "
                                "the comments");
    FM_TRY(add_profile(places, settings, profile));
    for (size_t i = 0; i < FM_COUNT_OF(options); i++)
        if (options[i].name != NULL)
            FM_TRY(add_option(places, settings, options[i].role, options[i].name));
    for (size_t i = 0; i < settings->joined.count; i++)
        FM_TRY(add_option(places, settings, "-o", settings->joined.of[i]));
    return FM_OK;
}

/* Refuse an output in a file that is read. @param what  the file is, for the message. */
static enum fm_status check_read(const struct places *places, const struct fm_settings *settings,
                                 const char *what, const char *name)
{
    struct place read = {.name = name};
    enum fm_status status = fm_file_find(name, FM_STDIN, &read.file);
    for (size_t i = 0; status == FM_OK && read.file.base == NULL && i < places->count; i++)
        if (fm_file_same(&places->items[i].file, &read.file))
            status = fm_message_usage(settings->command, "%s would write to %s: %s",
                                      places->items[i].role, what,
                                      is_standard(name) ? spelled(places->items[i].name) : name);
    fm_file_forget(&read.file);
    return status;
}

/* Profiles and lists were read before; what is left to read the sandbox has to allow. */
static enum fm_status check_all(struct places *places, const struct fm_settings *settings,
                                const struct fm_profile *profile,
                                const struct fm_reserved *reserved, const struct fm_inputs *inputs)
{
    struct fm_text reads;
    /* A file whose inode is another one's need not be looked at: of many inputs, none is. */
    for (size_t i = 0; i < inputs->count; i++) {
        const uint64_t inode = inputs->inodes == NULL ? 0 : inputs->inodes[i];
        bool found = inode == 0;
        for (size_t k = 0; !found && k < places->count; k++)
            found = places->items[k].file.inode == inode;
        if (found)
            FM_TRY(check_read(places, settings, "an input", inputs->names[i]));
    }
    for (size_t i = 0; i < settings->profiles.count; i++)
        FM_TRY(check_read(places, settings, "a profile", reserved->names[i]));
    if (settings->files_from != NULL)
        FM_TRY(check_read(places, settings, "the list of inputs", settings->files_from));
    for (size_t i = 0; profile != NULL && (reads = fm_profile_reads(profile, i)).p != NULL; i++) {
        const char *const name = (const char *)reads.p;
        if (reads.n == 0)
            continue;
        FM_TRY(check_read(places, settings, "a file that the profile reads", name));
        fm_sandbox_read(&places->sandbox, name);
    }
    return FM_OK;
}

enum fm_status fm_places_check(const struct fm_settings *settings, const struct fm_profile *profile,
                               bool writes, const struct fm_inputs *inputs,
                               const struct fm_reserved *reserved)
{
    struct places places = {NULL, 0, {.rules = -1}};
    fm_sandbox_begin(&places.sandbox, settings->sandbox == FM_SANDBOX_AUTO);
    enum fm_status status = add_places(&places, settings, writes ? profile : NULL);
    for (size_t i = 0; status == FM_OK && i < reserved->count; i++)
        if (reserved->stores[i])
            status = add_place(&places, settings, "the store", reserved->names[i]);
    FM_NEXT(status, check_all(&places, settings, profile, reserved, inputs));
    if (status == FM_OK) {
        fm_sandbox_inputs(&places.sandbox, inputs);
        fm_sandbox_temporary(&places.sandbox, fm_places_temporary());
        fm_sandbox_enter(&places.sandbox);
    }
    fm_sandbox_end(&places.sandbox);
    for (size_t i = 0; i < places.count; i++)
        fm_file_forget(&places.items[i].file);
    free(places.items);
    return status;
}

static enum fm_status reserve(struct fm_reserved *reserved, char *name, bool store)
{
    FM_TRY_MADE(name);
    for (size_t i = 0; i < reserved->count; i++) {
        if (store && strcmp(reserved->names[i], name) == 0) { /* several outputs share it */
            free(name);
            return FM_OK;
        }
    }
    reserved->stores[reserved->count] = store;
    reserved->names[reserved->count++] = name;
    return FM_OK;
}

enum fm_status fm_reserved_make(const struct fm_settings *settings,
                                const struct fm_profile *profile, struct fm_reserved *out)
{
    size_t outputs = 0;
    while (profile != NULL && fm_profile_to(profile, outputs).p != NULL)
        outputs++;
    struct fm_text reads;
    size_t files = 0;
    while (profile != NULL && fm_profile_reads(profile, files).p != NULL)
        files++;
    const size_t most = settings->profiles.count + outputs + files + 2;
    *out = (struct fm_reserved){.names = calloc(most, sizeof *out->names),
                                .stores = calloc(most, sizeof *out->stores)};
    if (out->names == NULL || out->stores == NULL)
        return FM_NO_MEMORY;
    for (size_t i = 0; i < settings->profiles.count; i++) {
        char *path = NULL;
        FM_TRY(fm_profiles_path(settings->profiles.of[i], &path));
        FM_TRY(reserve(out, path, false));
    }
    if (settings->files_from != NULL)
        FM_TRY(reserve(out, strdup(settings->files_from), false));
    if (settings->stats != NULL)
        FM_TRY(reserve(out, strdup(settings->stats), false));
    for (size_t i = 0; i < files; i++)
        if ((reads = fm_profile_reads(profile, i)).n > 0)
            FM_TRY(reserve(out, strndup((const char *)reads.p, reads.n), false));
    for (size_t i = 0; i < outputs; i++) {
        const struct fm_text store = fm_profile_store(profile, i);
        if (store.n > 0)
            FM_TRY(reserve(out, strndup((const char *)store.p, store.n), true));
    }
    return FM_OK;
}

void fm_reserved_free(struct fm_reserved *reserved)
{
    for (size_t i = 0; i < reserved->count; i++)
        free(reserved->names[i]);
    free(reserved->names);
    free(reserved->stores);
}

enum fm_status fm_places_check_drawn(const struct fm_settings *settings,
                                     const struct fm_inputs *inputs)
{
    struct fm_reserved reserved;
    enum fm_status status = fm_reserved_make(settings, NULL, &reserved);
    FM_NEXT(status, fm_places_check(settings, NULL, false, inputs, &reserved));
    fm_reserved_free(&reserved);
    return status;
}

const char *fm_places_temporary(void)
{
    const char *folder = fm_system_variable("TMPDIR");
    return folder == NULL || *folder == '\0' ? NULL : folder;
}
