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
    bool found;     /* in a directory */
    uint64_t inode; /* of a regular file; 0 = it may be anything */
};

/* What narrows the names that are found. */
struct search {
    bool recursive;
    const char *const *include; /* NULL-terminated patterns; NULL = all */
};

/* A list of names is a buffer of struct name. */
static struct name *names_of(const struct fm_buf *names)
{
    return (struct name *)(void *)names->p; /* realloc() aligns for any type */
}

static size_t names_count(const struct fm_buf *names)
{
    return names->n / sizeof(struct name);
}

/* Take the last name off; the caller owns the path. */
static struct name names_pop(struct fm_buf *names)
{
    names->n -= sizeof(struct name);
    return names_of(names)[names_count(names)];
}

static void names_cut(struct fm_buf *names, size_t count)
{
    while (names_count(names) > count)
        free(names_pop(names).path);
}

static void names_free(struct fm_buf *names)
{
    names_cut(names, 0);
    fm_buf_free(names);
}

/* Takes the path over, whatever the status; a NULL path is one that memory was out for. */
static enum fm_status names_push(struct fm_buf *names, const struct name *name)
{
    const enum fm_status status =
        name->path == NULL ? FM_NO_MEMORY : fm_buf_append(names, name, sizeof *name);
    if (status != FM_OK)
        free(name->path);
    return status;
}

/* `.` and `..` are folders as others are. */
static bool is_dotted(const char *part, size_t n)
{
    const bool dots = n == 1 || (n == 2 && part[1] == '.');
    return n > 0 && part[0] == '.' && !dots;
}

bool fm_inputs_hidden(const char *path)
{
    for (const char *part = path;;) {
        const size_t n = strcspn(part, "/");
        if (is_dotted(part, n))
            return true;
        if (part[n] == '\0')
            return n > 0 && part[n - 1] == '~';
        part += n + 1;
    }
}

bool fm_inputs_included(const char *path, const char *const *include)
{
    const char *stroke = strrchr(path, '/');
    const char *base = stroke == NULL ? path : stroke + 1;
    if (include == NULL)
        return true;
    for (; *include != NULL; include++)
        if (fm_os_matches(base, *include))
            return true;
    return false;
}

static char *join(const char *directory, const char *entry)
{
    const size_t n = strlen(directory), m = strlen(entry);
    const bool slash = n > 0 && directory[n - 1] != '/';
    char *path = malloc(n + slash + m + 1);
    if (path == NULL)
        return NULL;
    memcpy(path, directory, n);
    if (slash)
        path[n] = '/';
    memcpy(path + n + slash, entry, m + 1);
    return path;
}

/* strcmp() compares as unsigned char: byte order. The last comes first, as the stack gives them
 * back turned round. */
static int compare_backwards(const void *a, const void *b)
{
    return strcmp(((const struct name *)b)->path, ((const struct name *)a)->path);
}

enum listed { LISTED, NOT_LISTED, LISTED_NO_MEMORY };

/* Some file systems give other numbers in a folder than for the file itself: one file shows whether
 * this does. So of many files in a folder, one is looked at and not each. */
static void check_inodes(struct name *names, size_t count)
{
    struct fm_os_about about;
    size_t first = 0;
    while (first < count && names[first].inode == 0)
        first++;
    if (first == count || (fm_os_look(FM_OS_HERE, names[first].path, false, &about) == 0 &&
                           about.kind == FM_OS_FILE && about.inode == names[first].inode))
        return;
    for (size_t i = first; i < count; i++)
        names[i].inode = 0;
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
    const struct name name = {join(listing->path, entry), true, inode};
    listing->no_memory = names_push(listing->stack, &name) != FM_OK;
    return !listing->no_memory;
}

/* Push the names in a directory, so that the first in byte order is on top. */
static enum listed list_directory(struct fm_buf *stack, const char *path)
{
    const size_t before = names_count(stack);
    struct listing listing = {stack, path, false};
    if (fm_os_list(FM_OS_HERE, path, push_entry, &listing) != 0) {
        names_cut(stack, before);
        return NOT_LISTED;
    }
    const size_t count = names_count(stack) - before;
    if (count > 0) {
        check_inodes(names_of(stack) + before, count);
        qsort(names_of(stack) + before, count, sizeof(struct name), compare_backwards);
    }
    return listing.no_memory ? LISTED_NO_MEMORY : LISTED;
}

/* What a name found in a directory is: devices, pipes and sockets are left out, and directories are
 * not entered by links, which could lead round in a circle. */
enum found { FOUND_FILE, FOUND_DIRECTORY, FOUND_OTHER };

static enum found look_at(struct name *name)
{
    struct fm_os_about about;
    if (name->inode != 0)
        return FOUND_FILE;
    if (fm_os_look(FM_OS_HERE, name->path, false, &about) != 0)
        return FOUND_FILE; /* opening it reports the error */
    if (about.kind == FM_OS_FOLDER)
        return FOUND_DIRECTORY;
    if (about.kind == FM_OS_LINK && fm_os_look(FM_OS_HERE, name->path, true, &about) != 0)
        return FOUND_FILE;
    if (about.kind != FM_OS_FILE)
        return FOUND_OTHER;
    name->inode = about.inode;
    return FOUND_FILE;
}

/* Takes over the path of a name found in a directory. */
static enum fm_status take_found(struct fm_buf *out, struct fm_buf *stack, struct name name,
                                 const struct search *search)
{
    const enum found found = look_at(&name);
    enum listed listed = LISTED;
    if (found == FOUND_DIRECTORY && search->recursive)
        listed = list_directory(stack, name.path);
    const bool file = found == FOUND_FILE && fm_inputs_included(name.path, search->include);
    if (file || listed == NOT_LISTED)
        return names_push(out, &name);
    free(name.path);
    return listed == LISTED ? FM_OK : FM_NO_MEMORY;
}

/* A name that the user gave. */
static enum fm_status take_given(struct fm_buf *out, const char *given, const struct search *search)
{
    struct fm_buf stack = {NULL, 0, 0};
    struct fm_os_about about;
    enum fm_status status = FM_OK;
    enum listed listed = NOT_LISTED;
    const bool there = strcmp(given, "-") != 0 && fm_os_look(FM_OS_HERE, given, true, &about) == 0;
    if (there && about.kind == FM_OS_FOLDER)
        listed = list_directory(&stack, given);
    if (listed == NOT_LISTED) {
        const struct name name = {strdup(given), false,
                                  there && about.kind == FM_OS_FILE ? about.inode : 0};
        status = names_push(out, &name);
    } else if (listed == LISTED_NO_MEMORY) {
        status = FM_NO_MEMORY;
    }
    while (status == FM_OK && stack.n > 0)
        status = take_found(out, &stack, names_pop(&stack), search);
    names_free(&stack);
    return status;
}

static enum fm_status read_all(const char *name, struct fm_buf *out, struct fm_error *error)
{
    enum { PIECE = 64 * 1024 };
    struct fm_input *input;
    size_t got = 1;
    FM_TRY(fm_input_open(name, &input, error));
    enum fm_status status = FM_OK;
    while (status == FM_OK && got > 0) {
        status = fm_buf_reserve(out, PIECE);
        if (status == FM_OK)
            status = fm_input_read(input, out->p + out->n, PIECE, &got, error);
        if (status == FM_OK)
            out->n += got;
    }
    fm_input_close(input);
    return status;
}

static enum fm_status refuse_standard_input(const char *list, uint64_t line, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){.status = FM_INPUT_FAILED,
                                   .input = list,
                                   .line = line,
                                   .what = FM_TEXT("-"),
                                   .detail = FM_TEXT("standard input is the list itself")};
    return FM_INPUT_FAILED;
}

static enum fm_status take_entry(struct fm_buf *out, struct fm_text entry,
                                 const struct search *search)
{
    char *name = strndup((const char *)entry.p, entry.n);
    const enum fm_status status = name == NULL ? FM_NO_MEMORY : take_given(out, name, search);
    free(name);
    return status;
}

/* The names of a list, each ended by a NUL if there is one in it, else by a line end (a CR before
 * it is dropped). */
static enum fm_status take_list(struct fm_buf *out, const char *list, struct fm_text text,
                                const struct search *search, struct fm_error *error)
{
    const bool by_nul = text.n > 0 && memchr(text.p, 0, text.n) != NULL;
    for (uint64_t line = 1; text.n > 0; line++) {
        const unsigned char *end = memchr(text.p, by_nul ? 0 : '\n', text.n);
        struct fm_text entry = fm_text_between(text.p, end == NULL ? text.p + text.n : end);
        const size_t used = entry.n + (end != NULL);
        text = (struct fm_text){text.p + used, text.n - used};
        if (!by_nul && entry.n > 0 && entry.p[entry.n - 1] == '\r')
            entry.n--;
        if (entry.n == 0)
            continue;
        if (strcmp(list, "-") == 0 && fm_text_equal(entry, FM_TEXT("-")))
            return refuse_standard_input(list, line, error);
        FM_TRY(take_entry(out, entry, search));
    }
    return FM_OK;
}

static enum fm_status expand(struct fm_buf *out, const struct fm_input_search *from,
                             struct fm_error *error)
{
    const struct search search = {from->recursive, from->include};
    struct fm_buf list = {NULL, 0, 0};
    for (size_t i = 0; i < from->count; i++)
        FM_TRY(take_given(out, from->names[i], &search));
    if (from->files_from == NULL)
        return FM_OK;
    enum fm_status status = read_all(from->files_from, &list, error);
    if (status == FM_OK)
        status = take_list(out, from->files_from, (struct fm_text){list.p, list.n}, &search, error);
    fm_buf_free(&list);
    return status;
}

/* What was found becomes the caller's inputs. */
static enum fm_status take_names(struct fm_buf *names, struct fm_inputs *made)
{
    const size_t count = names_count(names);
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
    struct fm_error ignored;
    struct fm_input_search search;
    struct fm_buf names = {NULL, 0, 0};
    if (error == NULL)
        error = &ignored;
    *error = (struct fm_error){.status = FM_BAD_USE};
    if (!fm_given(&search, sizeof search, from))
        return FM_BAD_USE;
    struct fm_inputs *made = calloc(1, sizeof *made);
    if (made == NULL)
        return FM_NO_MEMORY;
    made->size = sizeof *made;
    made->include = search.include;
    enum fm_status status = expand(&names, &search, error);
    if (status == FM_OK)
        status = take_names(&names, made);
    names_free(&names);
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
