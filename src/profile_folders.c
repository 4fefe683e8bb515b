/* $FENMILL_PROFILES (several folders, parted by colons), $XDG_CONFIG_HOME/fenmill or
 * ~/.config/fenmill, and the folder that was fixed when the program was built. */
#include <config.h>
#include "profile_folders.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SUFFIX[] = ".yaml";

/* @param name  NULL: the folder alone. */
static char *join(const char *folder, size_t folder_length, const char *name)
{
    if (name == NULL)
        return strndup(folder, folder_length);
    const size_t size = folder_length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%.*s/%s", (int)folder_length, folder, name);
    return path;
}

/* Take one file, unless its name is known already. */
static enum fm_status add(struct fm_found_list *list, const char *folder, const char *file)
{
    const size_t length = strlen(file), suffix = sizeof SUFFIX - 1;
    if (length <= suffix || file[0] == '.' || strcmp(file + length - suffix, SUFFIX) != 0)
        return FM_OK;
    struct fm_found found = {strndup(file, length - suffix), join(folder, strlen(folder), file)};
    struct fm_found *grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (grown != NULL)
        list->items = grown;
    const bool lacks_memory = found.name == NULL || found.path == NULL || grown == NULL;
    if (lacks_memory || fm_found_list_get(list, found.name) != NULL) {
        free(found.name);
        free(found.path);
        return lacks_memory ? FM_NO_MEMORY : FM_OK;
    }
    list->items[list->count++] = found;
    return FM_OK;
}

static enum fm_status add_folder(struct fm_found_list *list, const char *folder)
{
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return FM_OK;
    enum fm_status status = FM_OK;
    for (const struct dirent *entry; status == FM_OK && (entry = readdir(directory)) != NULL;)
        status = add(list, folder, entry->d_name);
    closedir(directory);
    return status;
}

static enum fm_status add_below(struct fm_found_list *list, const char *base, size_t length,
                                const char *below)
{
    char *folder = join(base, length, below);
    if (folder == NULL)
        return FM_NO_MEMORY;
    const enum fm_status status = add_folder(list, folder);
    free(folder);
    return status;
}

static enum fm_status add_all(struct fm_found_list *list)
{
    const char *own = getenv("FENMILL_PROFILES");
    enum fm_status status = FM_OK;
    while (status == FM_OK && own != NULL && *own != '\0') {
        const size_t length = strcspn(own, ":");
        if (length > 0)
            status = add_below(list, own, length, NULL);
        own += length + (own[length] == ':');
    }
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (status == FM_OK && config != NULL && *config == '/')
        status = add_below(list, config, strlen(config), "fenmill");
    else if (status == FM_OK && home != NULL && *home != '\0')
        status = add_below(list, home, strlen(home), ".config/fenmill");
    return status != FM_OK ? status : add_folder(list, PKGDATADIR "/profiles");
}

static int compare(const void *a, const void *b)
{
    const struct fm_found *const x = a, *const y = b;
    return strcmp(x->name, y->name);
}

enum fm_status fm_found_list_fill(struct fm_found_list *list)
{
    const enum fm_status status = add_all(list);
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare);
    return status;
}

const struct fm_found *fm_found_list_get(const struct fm_found_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

void fm_found_list_free(struct fm_found_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].name);
        free(list->items[i].path);
    }
    free(list->items);
    *list = (struct fm_found_list){NULL, 0};
}
