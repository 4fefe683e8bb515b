/* SPDX-License-Identifier: MIT */
/* The inputs of a command line: directories become the files in them, lists become the names in
 * them. Directories are walked with a stack of names, not by recursion. A name that cannot be
 * looked at stays as it is, and fails with its own message when it is opened. */
#include <config.h>
#include "io/expand.h"
#include <stdlib.h>
#include "io/input.h"
#include "os/os.h"

struct name {
    char *path;     /* owned */
    bool found;     /* the name comes from a directory, not from the user */
    uint64_t inode; /* inode of a regular file; 0 = unknown, or a link or no file */
};

/* A list of names is a buffer of struct name. */
static struct name *names_of(const struct fm_buf *names)
{
    return (struct name *)(void *)names->p; /* realloc() aligns for any type */
}

/* Take the last name off; the caller owns the path. */
static struct name pop_name(struct fm_buf *names)
{
    names->n -= sizeof(struct name);
    return *(const struct name *)(const void *)(names->p + names->n);
}

/* Takes the path over, whatever the status; a NULL path is one that memory was out for. */
static enum fm_status push_name(struct fm_buf *names, struct name name)
{
    const enum fm_status status =
        name.path == NULL ? FM_NO_MEMORY : fm_buf_append(names, &name, sizeof name);
    if (status != FM_OK)
        free(name.path);
    return status;
}

static void free_names(struct fm_buf *names)
{
    while (names->n > 0)
        free(pop_name(names).path);
    fm_buf_free(names);
}

bool fm_inputs_hidden(const char *path)
{
    for (const char *part = path;;) {
        const size_t n = strcspn(part, "/");
        /* `.` and `..` are folders as others are. */
        const bool dots = n == 1 || (n == 2 && part[1] == '.');
        if (n > 0 && part[0] == '.' && !dots)
            return true;
        if (part[n] == '\0')
            return n > 0 && part[n - 1] == '~';
        part += n + 1;
    }
}

bool fm_inputs_included(const char *path, const char *const *include)
{
    const char *base = path + fm_os_folder_length(path);
    if (include == NULL)
        return true;
    for (; *include != NULL; include++)
        if (fm_os_matches(base, *include))
            return true;
    return false;
}

/* strcmp() compares as unsigned char: byte order. The last comes first, as the stack gives them
 * back turned round. */
static int compare_backwards(const void *a, const void *b)
{
    return strcmp(((const struct name *)b)->path, ((const struct name *)a)->path);
}

struct listing {
    struct fm_buf *stack;
    const char *path;
    bool no_memory;
};

/* Hidden names and backups are left out. */
static bool push_entry(void *user, const char *entry, uint64_t inode)
{
    struct listing *listing = user;
    if (entry[0] == '.' || fm_inputs_hidden(entry))
        return true;
    const size_t n = strlen(listing->path), m = strlen(entry) + 1;
    const bool slash = fm_os_folder_length(listing->path) < n;
    char *path = malloc(n + slash + m);
    if (path != NULL) {
        memcpy(path, listing->path, n);
        path[n] = '/';
        memcpy(path + n + slash, entry, m);
    }
    listing->no_memory = push_name(listing->stack, (struct name){path, true, inode}) != FM_OK;
    return !listing->no_memory;
}

/* Push the names in a directory, so that the first in byte order is on top.
 * @param[out] listed  false: it cannot be. */
static enum fm_status list_directory(struct fm_buf *stack, const char *path, bool *listed)
{
    const size_t before = stack->n / sizeof(struct name);
    struct listing listing = {stack, path, false};
    *listed = fm_os_list(FM_OS_HERE, path, push_entry, &listing) == 0;
    const size_t count = stack->n / sizeof(struct name) - before;
    if (!*listed)
        for (size_t i = 0; i < count; i++)
            free(pop_name(stack).path);
    if (!*listed || count == 0)
        return listing.no_memory ? FM_NO_MEMORY : FM_OK;
    /* Some file systems give other numbers in a folder than for the file itself: one file shows
     * whether this does. So of many files in a folder, one is looked at and not each. */
    struct name *names = names_of(stack) + before;
    struct fm_os_about about;
    size_t first = 0;
    while (first < count && names[first].inode == 0)
        first++;
    const bool same =
        first == count || (fm_os_look(FM_OS_HERE, names[first].path, false, &about) == 0 &&
                           about.kind == FM_OS_FILE && about.inode == names[first].inode);
    for (size_t i = 0; !same && i < count; i++)
        names[i].inode = 0;
    qsort(names, count, sizeof *names, compare_backwards);
    return listing.no_memory ? FM_NO_MEMORY : FM_OK;
}

/* Takes over the path of a name found in a directory. Devices, pipes and sockets are left out, and
 * directories are not entered by links, which could lead round in a circle. What cannot be looked
 * at or listed reports the error when it is opened. */
static enum fm_status take_found(struct fm_buf *out, struct fm_buf *stack, struct name name,
                                 const struct fm_input_search *search)
{
    struct fm_os_about about = {.kind = FM_OS_FILE, .inode = name.inode};
    enum fm_status status = FM_OK;
    bool file = name.inode != 0 || fm_os_look(FM_OS_HERE, name.path, false, &about) != 0;
    bool listed = true;
    if (!file && about.kind == FM_OS_FOLDER && search->recursive)
        status = list_directory(stack, name.path, &listed);
    const bool link = about.kind == FM_OS_LINK;
    if (!file && link)
        file = fm_os_look(FM_OS_HERE, name.path, true, &about) != 0;
    if (!file && about.kind == FM_OS_FILE) {
        file = true;
        name.inode = link ? 0 : about.inode;
    }
    if ((file && fm_inputs_included(name.path, search->include)) || !listed)
        return push_name(out, name);
    free(name.path);
    return status;
}

/* A name that the user gave, or where the system leaves them to programs a pattern of names: one
 * that no name is of stays as it is. */
static enum fm_status take_given(struct fm_buf *out, const char *given,
                                 const struct fm_input_search *search)
{
    struct fm_buf stack = {NULL, 0, 0};
    struct fm_os_about about;
    enum fm_status status = FM_OK;
    bool listed = false;
    const size_t before = out->n, n = fm_os_folder_length(given);
    const char *const pattern[] = {given + n, NULL};
    struct fm_input_search within = *search;
    const bool there = strcmp(given, "-") != 0 && fm_os_look(FM_OS_HERE, given, true, &about) == 0;
    if (there && about.kind == FM_OS_FOLDER) {
        status = list_directory(&stack, given, &listed);
    } else if (!there && fm_os_is_pattern(*pattern)) {
        char *folder = n == 0 ? strdup(".") : strndup(given, n);
        within.include = pattern;
        within.recursive = false;
        status = folder == NULL ? FM_NO_MEMORY : list_directory(&stack, folder, &listed);
        free(folder);
    }
    while (status == FM_OK && stack.n > 0)
        status = take_found(out, &stack, pop_name(&stack), &within);
    if (status == FM_OK && (!listed || (!there && out->n == before)))
        status = push_name(out, (struct name){strdup(given), false,
                                              there && about.kind == FM_OS_FILE ? about.inode : 0});
    free_names(&stack);
    return status;
}

static enum fm_status read_list(const char *name, struct fm_buf *out, struct fm_error *error)
{
    enum { PIECE = 64 * 1024 };
    struct fm_input *input;
    size_t got = 1;
    FM_TRY(fm_input_open(name, &input, error));
    enum fm_status status = FM_OK;
    while (status == FM_OK && got > 0) {
        status = fm_buf_reserve(out, PIECE);
        FM_NEXT(status, fm_input_read(input, out->p + out->n, PIECE, &got, error));
        if (status == FM_OK)
            out->n += got;
    }
    fm_input_close(input);
    return status;
}

/* The names of a list, each ended by a NUL if there is one in it, else by a line end (a CR before
 * it is dropped). */
static enum fm_status take_list(struct fm_buf *out, const char *list, struct fm_text text,
                                const struct fm_input_search *search, struct fm_error *error)
{
    const bool by_nul = text.n > 0 && memchr(text.p, 0, text.n) != NULL;
    for (uint64_t line = 1; text.n > 0; line++) {
        const unsigned char *end = memchr(text.p, by_nul ? 0 : '\n', text.n);
        struct fm_text entry = fm_text_between(text.p, end == NULL ? text.p + text.n : end);
        const size_t used = entry.n + (end != NULL);
        text = fm_text_after(text, used);
        if (!by_nul && entry.n > 0 && entry.p[entry.n - 1] == '\r')
            entry.n--;
        if (entry.n == 0)
            continue;
        if (strcmp(list, "-") == 0 && fm_text_is(entry, "-")) {
            *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                       .input = list,
                                       .line = line,
                                       .what = FM_TEXT("-"),
                                       .detail = FM_TEXT("standard input is the list itself")};
            return FM_INPUT_FAILED;
        }
        char *name = strndup((const char *)entry.p, entry.n);
        const enum fm_status status = name == NULL ? FM_NO_MEMORY : take_given(out, name, search);
        free(name);
        FM_TRY(status);
    }
    return FM_OK;
}

static enum fm_status expand(struct fm_buf *out, const struct fm_input_search *search,
                             struct fm_error *error)
{
    struct fm_buf list = {NULL, 0, 0};
    for (size_t i = 0; i < search->count; i++)
        FM_TRY(take_given(out, search->names[i], search));
    if (search->files_from == NULL)
        return FM_OK;
    enum fm_status status = read_list(search->files_from, &list, error);
    if (status == FM_OK)
        status = take_list(out, search->files_from, fm_buf_text(&list), search, error);
    fm_buf_free(&list);
    return status;
}

/* What was found becomes the caller's inputs. */
static enum fm_status take_names(struct fm_buf *names, struct fm_inputs *made)
{
    const size_t count = names->n / sizeof(struct name);
    if (count == 0)
        return FM_OK;
    made->names = calloc(count, sizeof *made->names);
    made->found = calloc(count, sizeof *made->found);
    made->inodes = calloc(count, sizeof *made->inodes);
    if (made->names == NULL || made->found == NULL || made->inodes == NULL)
        return FM_NO_MEMORY;
    for (; made->count < count; made->count++) {
        struct name *name = &names_of(names)[made->count];
        made->names[made->count] = name->path;
        made->found[made->count] = name->found;
        made->inodes[made->count] = name->inode;
        name->path = NULL;
    }
    return FM_OK;
}

enum fm_status fm_inputs_expand(const struct fm_input_search *from, struct fm_inputs **out,
                                struct fm_error *error)
{
    struct fm_input_search search;
    struct fm_buf names = {NULL, 0, 0};
    error = FM_ERROR_OR_OWN(error);
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&search, sizeof search, from))
        return FM_BAD_USE;
    struct fm_inputs *made = calloc(1, sizeof *made);
    FM_TRY_MADE(made);
    made->size = sizeof *made;
    made->include = search.include;
    enum fm_status status = expand(&names, &search, error);
    FM_NEXT(status, take_names(&names, made));
    free_names(&names);
    if (status == FM_OK)
        *out = made;
    else
        fm_inputs_free(made);
    return status;
}

void fm_inputs_free(struct fm_inputs *inputs)
{
    if (inputs == NULL)
        return;
    for (size_t i = 0; i < inputs->count; i++)
        free(inputs->names[i]);
    free(inputs->names);
    free(inputs->found);
    free(inputs->inodes);
    free(inputs);
}
