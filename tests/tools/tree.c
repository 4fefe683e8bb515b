/* SPDX-License-Identifier: MIT */
/* See tree.h. */
#define _GNU_SOURCE
#include <config.h>
#include "tree.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "trial.h"

/* Each regular file below a folder, by its path from there. @return the first answer that is not NULL. */
typedef const char *visitor(void *user, const char *path);

static const char *walk(const char *root, const char *below, visitor *visit, void *user)
{
    char folder[PATH_MAX], path[PATH_MAX];
    struct stat st;
    const char *answer = NULL;
    snprintf(folder, sizeof folder, "%s/%s", root, below);
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && !answer && (entry = readdir(open)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s%s%s", below, *below ? "/" : "", entry->d_name);
        if (fstatat(dirfd(open), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        answer = S_ISDIR(st.st_mode) ? walk(root, path, visit, user) : visit(user, path);
    }
    if (open)
        closedir(open);
    return answer;
}

static void join(char *path, const char *folder, const char *name)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        trial_give_up("too long", name);
}

void tree_remove(const char *folder)
{
    char path[PATH_MAX];
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        join(path, folder, entry->d_name);
        if (unlink(path) != 0)
            tree_remove(path);
    }
    if (open)
        closedir(open);
    rmdir(folder);
}

static void make_folders(char *path)
{
    for (char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

struct copying {
    const char *from, *to;
};

static const char *copy_file(void *user, const char *name)
{
    const struct copying *copying = user;
    char from[PATH_MAX], to[PATH_MAX];
    size_t n;
    join(from, copying->from, name);
    join(to, copying->to, name);
    make_folders(to);
    char *bytes = trial_read(from, &n);
    const int fd = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n || close(fd) != 0)
        trial_give_up("cannot copy", from);
    free(bytes);
    return NULL;
}

void tree_copy(const char *from, const char *to)
{
    struct copying copying = {from, to};
    tree_remove(to);
    if (mkdir(to, 0777) != 0)
        trial_give_up("cannot make", to);
    (void)walk(from, "", copy_file, &copying);
}

static const char *found(void *user, const char *name)
{
    (void)user;
    return *name ? "a file" : NULL;
}

bool tree_empty(const char *folder)
{
    return walk(folder, "", found, NULL) == NULL;
}

/* Without lines that give a time. */
static size_t drop_times(char *text, size_t n)
{
    size_t kept = 0;
    for (size_t at = 0, end; at < n; at = end) {
        const char *line_end = memchr(text + at, '\n', n - at);
        end = line_end ? (size_t)(line_end - text) + 1 : n;
        if (memmem(text + at, end - at, "second", 6) ||
            memmem(text + at, end - at, " plies in ", 10))
            continue;
        memmove(text + kept, text + at, end - at);
        kept += end - at;
    }
    return kept;
}

bool tree_same_file(const char *a, const char *b)
{
    size_t na, nb;
    if ((access(a, F_OK) == 0) != (access(b, F_OK) == 0))
        return false;
    char *pa = trial_read(a, &na), *pb = trial_read(b, &nb);
    na = drop_times(pa, na);
    nb = drop_times(pb, nb);
    const bool same = na == nb && memcmp(pa, pb, na) == 0;
    free(pa);
    free(pb);
    return same;
}

struct checking {
    const char *folder;
    const struct tree_rule *rule;
};

static bool same_in(const char *a, const char *b, const char *name)
{
    char in_a[PATH_MAX], in_b[PATH_MAX];
    join(in_a, a, name);
    join(in_b, b, name);
    return access(in_a, F_OK) == 0 && tree_same_file(in_a, in_b);
}

static bool is_in(const char *folder, const char *name)
{
    char path[PATH_MAX];
    join(path, folder, name);
    return access(path, F_OK) == 0;
}

static const char *say(const char *what, const char *name)
{
    static char given[PATH_MAX + 32];
    snprintf(given, sizeof given, "%s: %s", what, name);
    return given;
}

static bool is_ignored(const struct tree_rule *rule, const char *name)
{
    return rule->ignored && strncmp(name, rule->ignored, strlen(rule->ignored)) == 0;
}

/* Statistics of a run that lost an output say so, and are not those of a run that lost none. */
static bool lists_failure(const char *folder, const char *name)
{
    static const char json[] = "\"failed_outputs\": [\n", table[] = "\n  outputs failed";
    char path[PATH_MAX];
    size_t n;
    join(path, folder, name);
    char *text = trial_read(path, &n);
    const bool lists =
        (memmem(text, n, json, sizeof json - 1) && memcmp(text + n - 2, "}\n", 2) == 0) ||
        (memmem(text, n, table, sizeof table - 1) && text[n - 1] == '\n');
    free(text);
    return lists;
}

static const char *check_present(void *user, const char *name)
{
    const struct checking *checking = user;
    const struct tree_rule *rule = checking->rule;
    if (is_ignored(rule, name) || same_in(rule->after, checking->folder, name))
        return NULL;
    if (!rule->complete && same_in(rule->before, checking->folder, name))
        return NULL;
    if (!rule->complete && lists_failure(checking->folder, name))
        return NULL;
    if (is_in(rule->after, name) || is_in(rule->before, name))
        return say("neither old nor new", name);
    const bool hidden = *name == '.' || strstr(name, "/.") != NULL;
    return rule->hidden && hidden ? NULL : say("left over", name);
}

static const char *check_there(void *user, const char *name)
{
    const struct checking *checking = user;
    return is_ignored(checking->rule, name) || is_in(checking->folder, name) ? NULL
                                                                             : say("missing", name);
}

const char *tree_check(const char *folder, const struct tree_rule *rule)
{
    struct checking checking = {folder, rule};
    const char *wrong = walk(folder, "", check_present, &checking);
    if (!wrong)
        wrong = walk(rule->before, "", check_there, &checking);
    if (!wrong && rule->complete)
        wrong = walk(rule->after, "", check_there, &checking);
    return wrong;
}
