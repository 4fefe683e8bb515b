/* A place is a file as the system knows it, by device and inode, or, where there is none yet, a
 * name in a folder known like that. So no spelling of a path hides that two are the same. */
#include <config.h>
#include "places.h"
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "message.h"

struct place {
    const char *role; /* "--rejects" */
    char *name;       /* as given; owned */
    char *base;       /* name in the folder, while there is no such file; NULL otherwise; owned */
    bool file;        /* a regular file, or none yet: devices and pipes may be written by many */
    dev_t device;     /* of the file, or of its folder if there is none yet */
    ino_t inode;
};

struct places {
    struct place *items;
    size_t count;
};

static bool is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* Find where a new file would be. @return FM_OK or FM_NO_MEMORY. */
static enum fm_status locate_new(struct place *place)
{
    char *for_folder = strdup(place->name), *for_base = strdup(place->name);
    enum fm_status status = FM_NO_MEMORY;
    struct stat about;
    if (for_folder != NULL && for_base != NULL) {
        place->base = strdup(basename(for_base));
        status = place->base == NULL ? FM_NO_MEMORY : FM_OK;
        place->file = stat(dirname(for_folder), &about) == 0;
        if (place->file) {
            place->device = about.st_dev;
            place->inode = about.st_ino;
        }
    }
    free(for_folder);
    free(for_base);
    return status;
}

static enum fm_status locate(struct place *place, int standard)
{
    struct stat about;
    const bool dash = is_standard(place->name);
    if ((dash ? fstat(standard, &about) : stat(place->name, &about)) == 0) {
        place->file = S_ISREG(about.st_mode);
        place->device = about.st_dev;
        place->inode = about.st_ino;
        return FM_OK;
    }
    return dash ? FM_OK : locate_new(place);
}

static bool same(const struct place *a, const struct place *b)
{
    if (is_standard(a->name) && is_standard(b->name))
        return true;
    if (!a->file || !b->file || a->device != b->device || a->inode != b->inode)
        return false;
    return a->base == NULL || b->base == NULL ? a->base == b->base : strcmp(a->base, b->base) == 0;
}

static const char *spelled(const struct place *place)
{
    return is_standard(place->name) ? "standard output" : place->name;
}

static enum fm_status add(struct places *places, const struct fm_settings *settings,
                          const char *role, const char *name, size_t length)
{
    struct place *grown = realloc(places->items, (places->count + 1) * sizeof *grown);
    if (grown == NULL)
        return FM_NO_MEMORY;
    places->items = grown;
    struct place *place = &grown[places->count];
    *place = (struct place){.role = role, .name = strndup(name, length)};
    if (place->name == NULL)
        return FM_NO_MEMORY;
    places->count++;
    const enum fm_status status = locate(place, STDOUT_FILENO);
    if (status != FM_OK)
        return status;
    for (size_t i = 0; i + 1 < places->count; i++)
        if (same(&grown[i], place))
            return fm_message_usage(settings->command, "%s and %s both write to %s", grown[i].role,
                                    role, spelled(place));
    return FM_OK;
}

static enum fm_status add_profile(struct places *places, const struct fm_settings *settings,
                                  const struct fm_profile *profile)
{
    bool standard = false;
    for (size_t i = 0; profile != NULL; i++) {
        const struct fm_text to = fm_profile_to(profile, i);
        if (to.p == NULL)
            break;
        const bool dash = to.n == 0 || (to.n == 1 && to.p[0] == '-');
        if (dash && standard)
            continue; /* outputs that share standard output are the profile's own matter */
        standard |= dash;
        const enum fm_status status =
            dash ? add(places, settings, "the output", "-", 1)
                 : add(places, settings, "the output", (const char *)to.p, to.n);
        if (status != FM_OK)
            return status;
    }
    return FM_OK;
}

/* Stores of the profile are written as well. */
static enum fm_status add_stores(struct places *places, const struct fm_settings *settings,
                                 const struct fm_profile *profile)
{
    enum fm_status status = FM_OK;
    for (size_t i = 0; profile != NULL && status == FM_OK; i++) {
        const struct fm_text store = fm_profile_store(profile, i);
        if (store.p == NULL)
            break;
        if (store.n > 0)
            status =
                add(places, settings, "positions.unique.store", (const char *)store.p, store.n);
    }
    return status;
}

static enum fm_status add_all(struct places *places, const struct fm_settings *settings,
                              const struct fm_profile *profile)
{
    const struct {
        const char *role, *name;
    } options[] = {
        {"--rejects", settings->rejects},
        {"--unselected", settings->unselected},
        {"--log", settings->log},
        {"--stats", settings->stats},
    };
    enum fm_status status = add_profile(places, settings, profile);
    if (status == FM_OK)
        status = add_stores(places, settings, profile);
    for (size_t i = 0; status == FM_OK && i < sizeof options / sizeof *options; i++)
        if (options[i].name != NULL)
            status =
                add(places, settings, options[i].role, options[i].name, strlen(options[i].name));
    return status;
}

/* Is this input written to? */
static enum fm_status check_input(const struct places *places, const struct fm_settings *settings,
                                  char *name)
{
    struct stat about;
    if ((is_standard(name) ? fstat(STDIN_FILENO, &about) : stat(name, &about)) != 0 ||
        !S_ISREG(about.st_mode))
        return FM_OK;
    for (size_t i = 0; i < places->count; i++) {
        const struct place *place = &places->items[i];
        if (place->file && place->base == NULL && place->device == about.st_dev &&
            place->inode == about.st_ino)
            return fm_message_usage(settings->command, "%s would write to an input: %s",
                                    place->role, is_standard(name) ? spelled(place) : name);
    }
    return FM_OK;
}

enum fm_status fm_places_check(const struct fm_settings *settings, const struct fm_profile *profile,
                               char *const *inputs, size_t count)
{
    struct places places = {NULL, 0};
    enum fm_status status = add_all(&places, settings, profile);
    for (size_t i = 0; status == FM_OK && i < count; i++)
        status = check_input(&places, settings, inputs[i]);
    for (size_t i = 0; i < places.count; i++) {
        free(places.items[i].name);
        free(places.items[i].base);
    }
    free(places.items);
    return status;
}
