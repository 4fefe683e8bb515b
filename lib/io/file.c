/* SPDX-License-Identifier: MIT */
/* Files are known by device and inode, or, where there is none yet, by the folder's and a name in
 * it; so no spelling of a path hides that two are the same. */
#include <config.h>
#include "io/file.h"
#include <stdlib.h>

size_t fm_file_read_at(int fd, unsigned char *to, size_t n, uint64_t offset, int *os_error)
{
    size_t got = 0;
    for (ptrdiff_t more = 1; got < n && more > 0; got += more > 0 ? (size_t)more : 0) {
        more = fm_os_read_at(fd, to + got, n - got, offset + got);
        if (more < 0)
            *os_error = (int)-more;
    }
    return got;
}

struct fm_file_id fm_file_of(const struct fm_os_about *about)
{
    return (struct fm_file_id){
        .regular = about->kind == FM_OS_FILE, .device = about->device, .inode = about->inode};
}

/* Where a new file would be. */
static enum fm_status find_new(const char *name, struct fm_file_id *out)
{
    const size_t n = fm_os_folder_length(name);
    char *folder = n == 0 ? strdup(".") : strndup(name, n);
    struct fm_os_about about;
    enum fm_status status = folder == NULL ? FM_NO_MEMORY : FM_OK;
    if (status == FM_OK && fm_os_look(FM_OS_HERE, folder, true, &about) == 0) {
        *out = fm_file_of(&about);
        out->regular = true;
        out->base = strdup(name + n);
        status = out->base == NULL ? FM_NO_MEMORY : FM_OK;
    }
    free(folder);
    return status;
}

enum fm_status fm_file_find(const char *name, int standard, struct fm_file_id *out)
{
    struct fm_os_about about;
    const bool dash = strcmp(name, "-") == 0;
    *out = (struct fm_file_id){.regular = false};
    if ((dash ? fm_os_about(standard, &about) : fm_os_look(FM_OS_HERE, name, true, &about)) != 0)
        return dash ? FM_OK : find_new(name, out);
    *out = fm_file_of(&about);
    return FM_OK;
}

void fm_file_forget(struct fm_file_id *file)
{
    free(file->base);
    file->base = NULL;
}

int fm_file_compare(const struct fm_file_id *a, const struct fm_file_id *b)
{
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->inode > b->inode) - (a->inode < b->inode);
}

bool fm_file_same(const struct fm_file_id *a, const struct fm_file_id *b)
{
    if (!a->regular || !b->regular || fm_file_compare(a, b) != 0)
        return false;
    return a->base == NULL || b->base == NULL ? a->base == b->base
                                              : fm_os_compare_names(a->base, b->base) == 0;
}
