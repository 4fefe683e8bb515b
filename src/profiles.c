/* SPDX-License-Identifier: MIT */
/* From the command line to a finished profile; the library reads the YAML. Profiles are looked for
 * in $FENMILL_PROFILES (folders with colons between them, on Windows semicolons), the folder of the
 * user's settings, the source tree where the program was built in it, profiles/ beside the program,
 * ../share/fenmill/profiles from there, the folder that was fixed when it was built, and the
 * program. */
#include <config.h>
#include "profiles.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "message.h"
#include "option.h"
#include "print.h"
#include "system.h"
#include "src/tables_texts.h"

/* A profile that can be named. */
struct found {
    char *name; /* name without .yaml; NUL-terminated, owned by the list */
    char *path; /* path of the file, or what to call it; NUL-terminated, owned by the list */
    const char *const *lines; /* of one in the program, the last is NULL; NULL = a file */
};

/* In byte order of names; where folders hold the same name, the first folder's. Zero-initialised is
 * empty. */
struct found_list {
    struct found *items;
    size_t count;
};

static const char SUFFIX[] = ".yaml";

static bool has_suffix(const char *name)
{
    const size_t n = strlen(name), suffix = sizeof SUFFIX - 1;
    return n > suffix && strcmp(name + n - suffix, SUFFIX) == 0;
}

static char *join_path(const char *folder, size_t folder_length, const char *name)
{
    const size_t size = folder_length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%.*s/%s", (int)folder_length, folder, name);
    return path;
}

static const struct found *found_list_get(const struct found_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

/* Add one, unless its name is in the list already.
 * @param file  its name with the suffix. @param path  see struct found; copied. */
static enum fm_status add_profile(struct found_list *list, const char *file, const char *path,
                                  const char *const *lines)
{
    struct found found = {strndup(file, strlen(file) - (sizeof SUFFIX - 1)), strdup(path), lines};
    struct found *grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    if (grown != NULL)
        list->items = grown;
    const bool lacks_memory = found.name == NULL || found.path == NULL || grown == NULL;
    if (lacks_memory || found_list_get(list, found.name) != NULL) {
        free(found.name);
        free(found.path);
        return lacks_memory ? FM_NO_MEMORY : FM_OK;
    }
    list->items[list->count++] = found;
    return FM_OK;
}

/* A folder that could not be listed: one that is not there, or not for this user, has no profiles.
 * */
static enum fm_status refuse_folder(const char *folder)
{
    FILE *file = fm_system_open(folder);
    struct fm_error error = {.status = FM_INPUT_FAILED,
                             .what = fm_printable_text(folder),
                             .os_error = file == NULL ? errno : 0};
    if (file != NULL) {
        error.detail = fm_printable_text("the folder cannot be listed");
        fclose(file);
    }
    return error.os_error == ENOENT || error.os_error == ENOTDIR || error.os_error == EACCES
               ? FM_OK
               : fm_message_print(&error);
}

/* @param folder  freed. */
static enum fm_status add_folder(struct found_list *list, char *folder)
{
    static const char *const include[] = {"*.yaml", NULL};
    struct fm_error error = {.status = FM_OK};
    struct fm_inputs *inputs = NULL;
    const char *const names[] = {folder};
    const struct fm_input_search search = {
        .size = sizeof search, .names = names, .count = 1, .include = include};
    FM_TRY_MADE(folder);
    enum fm_status status = fm_message_failed(fm_inputs_expand(&search, &inputs, &error), &error);
    for (size_t i = 0; status == FM_OK && i < inputs->count; i++) {
        const char *const path = inputs->names[i];
        status = inputs->found[i]
                     ? add_profile(list, path + fm_system_folder_length(path), path, NULL)
                     : refuse_folder(folder);
    }
    fm_inputs_free(inputs);
    free(folder);
    return status;
}

/* A program that was not installed runs in the folder that it was built in, which config.status
 * shows: the tree or a folder in it. */
static enum fm_status add_beside(struct found_list *list)
{
    static const char *const built[] = {"config", "../config"}, *const installed[] = {
                                                                    "profiles",
                                                                    "../share/fenmill/profiles"};
    errno = 0;
    char *self = fm_system_program();
    if (self == NULL)
        return errno == ENOMEM ? FM_NO_MEMORY : FM_OK;
    const size_t length = fm_system_folder_length(self), n = length > 0 ? length - 1 : 0;
    char *mark = join_path(self, n, "config.status");
    const bool built_here = mark != NULL && fm_system_exists(mark);
    enum fm_status status = mark == NULL ? FM_NO_MEMORY : FM_OK;
    for (size_t i = 0; built_here && status == FM_OK && i < FM_COUNT_OF(built); i++)
        status = add_folder(list, join_path(self, n, built[i]));
    for (size_t i = 0; status == FM_OK && i < FM_COUNT_OF(installed); i++)
        status = add_folder(list, join_path(self, n, installed[i]));
    free(mark);
    free(self);
    return status;
}

/* Each begins with its name, and ends with NULL. */
static const char *const bundled[] = {TEXT_PROFILES};

static enum fm_status add_bundled(struct found_list *list)
{
    for (size_t i = 0; i < FM_COUNT_OF(bundled); i++) {
        FM_TRY(add_profile(list, bundled[i], "in the program", &bundled[i + 1]));
        while (bundled[i] != NULL)
            i++;
    }
    return FM_OK;
}

static enum fm_status add_folders(struct found_list *list)
{
    const char between[] = {FM_SYSTEM_BETWEEN, '\0'};
    const char *own = fm_system_variable("FENMILL_PROFILES");
    while (own != NULL && *own != '\0') {
        const size_t length = strcspn(own, between);
        if (length > 0)
            FM_TRY(add_folder(list, strndup(own, length)));
        own += length + (own[length] != '\0');
    }
    errno = 0;
    char *settings = fm_system_settings();
    if (settings != NULL)
        FM_TRY(add_folder(list, settings));
    else if (errno == ENOMEM)
        return FM_NO_MEMORY;
    FM_TRY(add_beside(list));
    FM_TRY(add_folder(list, strdup(PKGDATADIR "/profiles")));
    return add_bundled(list);
}

static int compare(const void *a, const void *b)
{
    const struct found *const x = a, *const y = b;
    return strcmp(x->name, y->name);
}

static enum fm_status found_list_fill(struct found_list *list)
{
    const enum fm_status status = add_folders(list);
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare);
    return status;
}

static void found_list_free(struct found_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].name);
        free(list->items[i].path);
    }
    free(list->items);
    *list = (struct found_list){NULL, 0};
}

enum { PROFILE_MAX_BYTES = 1 << 20 };

static bool is_path(const char *name)
{
    return fm_system_folder_length(name) > 0 || has_suffix(name);
}

/* Read a file whole. @param[out] out  to be freed with free(). */
static enum fm_status read_whole(const char *path, struct fm_text *out)
{
    struct fm_error error = {.status = FM_INPUT_FAILED, .what = fm_printable_text(path)};
    FILE *file = fm_system_open(path);
    if (file == NULL) {
        error.os_error = errno;
        return fm_message_print(&error);
    }
    unsigned char *bytes = malloc(PROFILE_MAX_BYTES + 1);
    if (bytes == NULL) {
        fclose(file);
        return FM_NO_MEMORY;
    }
    const size_t n = fread(bytes, 1, PROFILE_MAX_BYTES + 1, file);
    if (ferror(file))
        error.os_error = errno;
    else if (n > PROFILE_MAX_BYTES)
        error.detail = fm_printable_text("too large for a profile");
    fclose(file);
    if (error.os_error == 0 && error.detail.n == 0) {
        *out = (struct fm_text){bytes, n};
        return FM_OK;
    }
    free(bytes);
    return fm_message_print(&error);
}

static enum fm_status join_lines(const char *const *lines, struct fm_text *out)
{
    size_t n = 0;
    for (size_t i = 0; lines[i] != NULL; i++)
        n += strlen(lines[i]);
    char *const text = malloc(n + 1), *end = text;
    FM_TRY_MADE(text);
    for (; *lines != NULL; lines++)
        end = stpcpy(end, *lines);
    *out = (struct fm_text){(unsigned char *)text, n};
    return FM_OK;
}

/* @param[out] out  to be freed with free(). */
static enum fm_status read_found(const struct found *found, struct fm_text *out)
{
    return found->lines != NULL ? join_lines(found->lines, out) : read_whole(found->path, out);
}

static enum fm_status read_profile(const struct found *found, struct fm_profile *profile)
{
    struct fm_text yaml;
    const char *const path = found->lines != NULL ? found->name : found->path;
    FM_TRY(read_found(found, &yaml));
    struct fm_error error = {.status = FM_OK};
    /* Texts of the error are in the file's. */
    const enum fm_status status =
        fm_message_failed(fm_profile_read(profile, path, yaml, &error), &error);
    free((void *)(uintptr_t)yaml.p);
    return status;
}

static enum fm_status refuse_name(const struct fm_settings *settings, const char *name,
                                  const struct found_list *list)
{
    if (fm_system_exists(name))
        return fm_message_usage(settings->command,
                                "no profile is called \"%s\"; for the file here write ./%s", name,
                                name);
    const char **names = calloc(list->count + 1, sizeof *names);
    FM_TRY_MADE(names);
    for (size_t i = 0; i < list->count; i++)
        names[i] = list->items[i].name;
    const char *near = fm_name_suggest(fm_printable_text(name), names);
    free(names);
    return fm_message_usage(settings->command,
                            near != NULL
                                ? "no profile is called \"%s\"; did you mean \"%s\"?"
                                : "no profile is called \"%s\"; 'fenmill profile list' lists them",
                            name, near);
}

/* Merge the profile of a name or file: see profiles.h. */
static enum fm_status read_named(const struct fm_settings *settings, const char *name,
                                 struct fm_profile *profile)
{
    if (is_path(name))
        return read_profile(&(struct found){.path = (char *)(uintptr_t)name}, profile);
    struct found_list list = {NULL, 0};
    enum fm_status status = found_list_fill(&list);
    if (status == FM_OK) {
        const struct found *found = found_list_get(&list, name);
        status = found != NULL ? read_profile(found, profile) : refuse_name(settings, name, &list);
    }
    found_list_free(&list);
    return status;
}

enum fm_status fm_profiles_path(const char *name, char **out)
{
    struct found_list list = {NULL, 0};
    enum fm_status status = is_path(name) ? FM_OK : found_list_fill(&list);
    const struct found *found =
        status == FM_OK && !is_path(name) ? found_list_get(&list, name) : NULL;
    if (status == FM_OK) {
        *out = strdup(found != NULL && found->lines == NULL ? found->path : name);
        status = *out == NULL ? FM_NO_MEMORY : FM_OK;
    }
    found_list_free(&list);
    return status;
}

static bool is_word_byte(unsigned char c)
{
    return c != '\0' &&
           strchr("_.-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", c);
}

/* Is the text in the value? @param words  and not only the middle of a word of it. */
static bool has_part(const char *value, struct fm_text part, bool words)
{
    const size_t n = strlen(value);
    bool found = false;
    for (size_t at = 0; part.n > 0 && at + part.n <= n; at++) {
        const unsigned char *const v = (const unsigned char *)value + at;
        const bool cut = (at > 0 && is_word_byte(v[-1]) && is_word_byte(v[0])) ||
                         (is_word_byte(v[part.n - 1]) && is_word_byte(v[part.n]));
        found = found || (memcmp(v, part.p, part.n) == 0 && !(words && cut));
    }
    return found;
}

/* Is the text, up to an end, this word? */
static bool is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Is there one key whose last name this is? */
static bool is_unique(const char *name, size_t length)
{
    struct fm_list_item item;
    unsigned found = 0;
    for (size_t i = 0; fm_list_row(FM_LIST_KEYS, i, &item); i++) {
        const char *const point = strrchr(item.name, '.');
        found += is_word(name, length, point == NULL ? item.name : point + 1);
    }
    return found == 1;
}

/* The option that sets a key as a message has it in marks, `format: pgn` or `strict`; NULL: there
 * is none. Of several keys of a name, that is meant which is in the group of the key at fault, or
 * in one above it.
 * @param value  "true" where there is none. */
static const struct fm_option *find_setter(const struct fm_change *change, const char *name,
                                           size_t name_length, const char *value, size_t length)
{
    for (const struct fm_option *row = fm_options; row->name != NULL; row++) {
        const char *const point = row->key == NULL ? NULL : strrchr(row->key, '.');
        if (point == NULL || row->kind != FM_OPTION_KEY ||
            !(row->commands & change->option->commands) ||
            !(row->argument != NULL || is_word(value, length, row->value)))
            continue;
        const bool in_group = strncmp(row->key, change->key, (size_t)(point - row->key) + 1) == 0;
        if (is_word(name, name_length, row->key) ||
            (is_word(name, name_length, point + 1) && (in_group || is_unique(name, name_length))))
            return row;
    }
    return NULL;
}

/* Print a text with the options of the keys in it: "without `format: pgn`" is then "without -f
 * pgn". */
static void put_with_options(const struct fm_change *change, const char *text)
{
    while (*text != '\0') {
        const char *const end = *text == '`' ? strchr(text + 1, '`') : NULL;
        const size_t length = strcspn(text + 1, ":`");
        const bool valued = end != NULL && strncmp(text + 1 + length, ": ", 2) == 0;
        const char *const value = valued ? text + length + 3 : "true";
        const int width = valued ? (int)(end - value) : (int)strlen(value);
        /* A list is not written so as an argument. */
        const bool simple = end != NULL && strcspn(value, " [") >= (size_t)width;
        const struct fm_option *row =
            simple ? find_setter(change, text + 1, length, value, (size_t)width) : NULL;
        if (row == NULL) {
            putc(*text++, stderr);
            continue;
        }
        if (row->letter != 0)
            fprintf(stderr, "-%c", row->letter);
        else
            fprintf(stderr, "--%s", row->name);
        if (row->argument != NULL && valued)
            fprintf(stderr, " %.*s", width, value);
        text = end + 1;
    }
}

/* Print that an option's value was refused. */
static void refuse_option(const struct fm_settings *settings, const struct fm_change *change,
                          const struct fm_error *error)
{
    enum { TEXT_SIZE = 8192, WORD_MAX_BYTES = 1000 };
    const char *const option = change->option->name;
    fprintf(stderr, "fenmill %s: --%s", settings->command, option);
    if (change->option->argument != NULL) {
        fputs(" \"", stderr);
        const bool whole = strcmp(option, "set") == 0;
        const char *const name = whole ? change->key : strrchr(change->key, '.') + 1;
        if (whole || strcmp(option, "op") == 0 || strcmp(option, "set-tag") == 0) {
            fm_printable_put(stderr, fm_printable_text(name), WORD_MAX_BYTES);
            putc('=', stderr);
        }
        if (change->value != name) /* `--op acd=` leaves acd out: the name is its value */
            fm_printable_put(stderr, fm_printable_text(change->value), WORD_MAX_BYTES);
        putc('"', stderr);
    }
    /* A place within an option's value helps nobody, and the value was printed: of what is at fault
     * in it only a part is named. */
    struct fm_error fault = *error;
    char text[TEXT_SIZE];
    fault.input = NULL;
    if (error->what.n >= strlen(change->value) || !has_part(change->value, error->what, false))
        fault.what.n = 0;
    (void)fm_error_text(&fault, text, sizeof text);
    fputs(": ", stderr);
    put_with_options(change, text);
    putc('\n', stderr);
}

static enum fm_status apply_changes(const struct fm_settings *settings, struct fm_profile *profile)
{
    for (size_t i = 0; i < settings->change_count; i++) {
        const struct fm_change *change = &settings->changes[i];
        struct fm_error error = {.status = FM_OK};
        const bool nameless = strcmp(change->key, "output.to") == 0 && *change->value == '\0';
        if (nameless)
            error.detail = fm_printable_text("the name of a file is needed; - is standard output");
        error.status =
            nameless ? FM_BAD_USE : fm_profile_set(profile, change->key, change->value, &error);
        if (error.status != FM_OK && error.status != FM_NO_MEMORY)
            refuse_option(settings, change, &error);
        FM_TRY(error.status);
    }
    return FM_OK;
}

bool fm_key_is_within(struct fm_text one, const char *other)
{
    const size_t n = strlen(other), least = one.n < n ? one.n : n;
    return least > 0 && memcmp(one.p, other, least) == 0 &&
           (one.n == n || (one.n > n ? one.p[n] : (unsigned char)other[one.n]) == '.');
}

enum fm_status fm_profiles_report(const struct fm_settings *settings, const struct fm_error *error)
{
    const struct fm_change *found = NULL;
    struct fm_text part = error->what;
    if (part.n > 2 &&
        *part.p == '{') /* the field of a template, which is a column without braces */
        part = (struct fm_text){part.p + 1, part.n - 2};
    for (size_t pass = 0; pass < 2 && found == NULL && error->input == NULL; pass++)
        for (size_t i = 0; i < settings->change_count; i++)
            if (pass == 0 ? fm_key_is_within(error->what, settings->changes[i].key)
                          : has_part(settings->changes[i].value, part, true))
                found = &settings->changes[i];
    if (found == NULL || error->status != FM_BAD_PROFILE)
        return fm_message_print(error);
    refuse_option(settings, found, error);
    return error->status;
}

/* With several outputs it is not known which of them is meant. */
static enum fm_status refuse_output_options(const struct fm_settings *settings,
                                            const struct fm_profile *profile)
{
    if (fm_profile_to(profile, 1).p == NULL)
        return FM_OK;
    for (size_t i = 0; i < settings->change_count; i++) {
        const struct fm_change *change = &settings->changes[i];
        if (strcmp(change->key, "output.to") == 0 || strcmp(change->key, "output.format") == 0)
            return fm_message_usage(settings->command,
                                    "--%s cannot be used with a profile that has several outputs",
                                    change->option->name);
    }
    return FM_OK;
}

static enum fm_status fill(const struct fm_settings *settings, struct fm_profile *profile)
{
    for (size_t i = 0; i < settings->profiles.count; i++)
        FM_TRY(read_named(settings, settings->profiles.of[i], profile));
    FM_TRY(apply_changes(settings, profile));
    struct fm_error error = {.status = FM_OK};
    error.status = fm_profile_finish(profile, &error);
    return error.status == FM_OK ? refuse_output_options(settings, profile)
                                 : fm_profiles_report(settings, &error);
}

enum fm_status fm_profiles_of(const struct fm_settings *settings, struct fm_profile **out)
{
    struct fm_profile *profile = NULL;
    FM_TRY(fm_profile_new(&profile));
    const enum fm_status status = fill(settings, profile);
    if (status == FM_OK)
        *out = profile;
    else
        fm_profile_free(profile);
    return status;
}

/* The comment in the first line of a profile; empty if that is none. */
static struct fm_text first_comment(struct fm_text yaml)
{
    struct fm_text line = {yaml.p, 0};
    while (line.n < yaml.n && yaml.p[line.n] != '\r' && yaml.p[line.n] != '\n')
        line.n++;
    if (line.n == 0 || line.p[0] != '#')
        return (struct fm_text){yaml.p, 0};
    while (line.n > 0 && (*line.p == '#' || *line.p == ' ')) {
        line.p++;
        line.n--;
    }
    return line;
}

enum fm_status fm_profiles_each(enum fm_status (*each)(void *user, const char *name,
                                                       struct fm_text meaning, const char *file),
                                void *user)
{
    struct found_list list = {NULL, 0};
    enum fm_status status = found_list_fill(&list);
    if (status == FM_OK && list.count == 0)
        fputs("fenmill: no profiles were found\n", stderr);
    for (size_t i = 0; status == FM_OK && i < list.count; i++) {
        const struct found *found = &list.items[i];
        struct fm_text yaml;
        status = read_found(found, &yaml);
        if (status != FM_OK)
            break;
        status = each(user, found->name, first_comment(yaml), found->path);
        free((void *)(uintptr_t)yaml.p);
    }
    found_list_free(&list);
    return status;
}

/* @param user  not NULL: the name alone. */
static enum fm_status print_found(void *user, const char *name, struct fm_text meaning,
                                  const char *file)
{
    if (user != NULL) {
        puts(name);
        return FM_OK;
    }
    printf("%-24s ", name);
    fm_printable_put(stdout, meaning, 256);
    printf("\n%-24s (%s)\n", "", file);
    return FM_OK;
}

enum fm_status fm_profiles_list(bool names)
{
    return fm_profiles_each(print_found, names ? &names : NULL);
}
