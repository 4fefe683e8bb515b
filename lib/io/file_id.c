/* Files by device and inode, or, where there is none yet, by the folder's and a name in it. So no
 * spelling of a path hides that two are the same. */
#include <config.h>
#include "io/file_id.h"
#include <stdlib.h>

struct fm_file_id fm_file_of(const struct stat *about)
{
    return (struct fm_file_id){.regular = S_ISREG(about->st_mode),
                               .device = (uint64_t)about->st_dev,
                               .inode = (uint64_t)about->st_ino};
}

/* Where a new file would be. */
static enum fm_status find_new(const char *name, struct fm_file_id *out)
{
    const char *slash = strrchr(name, '/');
    const size_t n = slash == NULL ? 0 : (size_t)(slash - name) + 1;
    char *folder = n == 0 ? strdup(".") : strndup(name, n);
    struct stat about;
    enum fm_status status = folder == NULL ? FM_NO_MEMORY : FM_OK;
    if (status == FM_OK && stat(folder, &about) == 0) {
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
    struct stat about;
    const bool dash = strcmp(name, "-") == 0;
    *out = (struct fm_file_id){.regular = false};
    if ((dash ? fstat(standard, &about) : stat(name, &about)) != 0)
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
    return a->base == NULL || b->base == NULL ? a->base == b->base : strcmp(a->base, b->base) == 0;
}
