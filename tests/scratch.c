/* SPDX-License-Identifier: MIT */
/* A directory of its own for a test, under TMPDIR or /tmp. */
#include <config.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "scratch.h"

static char directory[4096];
static int home = -1;

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    perror(what);
    abort();
}

void scratch_enter(void)
{
    const char *base = getenv("TMPDIR");
    (void)snprintf(directory, sizeof directory, "%s/fenmill-check-XXXXXX",
                   base != NULL ? base : "/tmp");
    home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(home >= 0, ".");
    must(mkdtemp(directory) != NULL && chdir(directory) == 0, directory);
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *at)
{
    (void)st;
    (void)flag;
    (void)at;
    return remove(path);
}

void scratch_leave(void)
{
    must(fchdir(home) == 0 && close(home) == 0, "home");
    /* musl goes no deeper than it may have descriptors. */
    must(nftw(directory, remove_one, 1000, FTW_DEPTH | FTW_PHYS) == 0, directory);
}

void scratch_write(const char *name, struct fm_text content)
{
    FILE *file = fopen(name, "wb");
    must(file != NULL, name);
    must(content.n == 0 || fwrite(content.p, 1, content.n, file) == content.n, name);
    must(fclose(file) == 0, name);
}

struct fm_buf scratch_read(const char *name)
{
    struct fm_buf buf = {NULL, 0, 0};
    FILE *file = fopen(name, "rb");
    size_t got = 1;
    must(file != NULL, name);
    while (got > 0) {
        must(fm_buf_reserve(&buf, 65536) == FM_OK, "memory");
        got = fread(buf.p + buf.n, 1, 65536, file);
        buf.n += got;
    }
    must(!ferror(file) && fclose(file) == 0, name);
    return buf;
}

bool scratch_holds(const char *name, struct fm_text content)
{
    struct fm_buf buf = scratch_read(name);
    const bool same = fm_text_equal((struct fm_text){buf.p, buf.n}, content);
    fm_buf_free(&buf);
    return same;
}

unsigned scratch_count(void)
{
    unsigned count = 0;
    DIR *dir = opendir(".");
    must(dir != NULL, ".");
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    (void)closedir(dir);
    return count;
}

unsigned scratch_hidden(const char *folder, char *name)
{
    unsigned count = 0;
    DIR *dir = opendir(folder);
    must(dir != NULL, folder);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.' || entry->d_name[1] == '.' || entry->d_name[1] == '\0')
            continue;
        if (name != NULL)
            (void)snprintf(name, SCRATCH_NAME_MAX, "%s", entry->d_name);
        count++;
    }
    (void)closedir(dir);
    return count;
}
