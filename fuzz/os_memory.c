/* SPDX-License-Identifier: MIT */
/* Files in memory: see os_memory.h. Every function of os.h is here, so that the linker takes none of
 * os_posix.c. One lock is around all of it: a run may have several threads. */
#include <config.h>
#include "os_memory.h"
#include <errno.h>
#include <fnmatch.h>
#include <pthread.h>
#include "fuzz.h"
#include "os/os.h"

enum { FILES = 64, OPEN = 64, FIRST = 3, PATH_BYTES = 512, SET_FILES = 3 };

struct file {
    char *path;           /* below the root, without a slash at its ends; NULL = without a name */
    bool used;            /* the row is taken */
    bool folder;          /* no bytes, and others may be below it */
    unsigned opened;      /* descriptors */
    uint64_t inode;       /* number that no other file had */
    unsigned char *bytes; /* owned */
    size_t n, cap;        /* bytes, and how many there is memory for */
};

struct descriptor {
    struct file *file; /* NULL = free */
    size_t at;         /* offset of the next read or write */
    bool append;       /* each write goes to the end */
};

static struct file files[FILES]; /* the first is the root */
static struct descriptor descriptors[OPEN];
static uint64_t inodes;
static unsigned until_failure; /* calls, that one included; 0 = no failure is due */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* @return whether this call is the one that fails; with the lock. */
static bool fails(void)
{
    return until_failure > 0 && --until_failure == 0;
}

static int leave(int os_error)
{
    pthread_mutex_unlock(&lock);
    return os_error;
}

static void enter(void)
{
    pthread_mutex_lock(&lock);
    if (!files[0].used)
        files[0] = (struct file){.used = true, .folder = true, .path = strdup(""), .inode = 1};
}

static struct descriptor *descriptor_of(int fd)
{
    FUZZ_REQUIRE(fd >= FIRST && fd < FIRST + OPEN && descriptors[fd - FIRST].file != NULL);
    return &descriptors[fd - FIRST];
}

/* The path of a name in a folder. @return false: it is too long, or the folder was removed. */
static bool join(int folder, const char *name, char path[PATH_BYTES])
{
    const char *base = folder == FM_OS_HERE ? "" : descriptor_of(folder)->file->path;
    if (base == NULL)
        return false;
    while (name[0] == '/' || (name[0] == '.' && (name[1] == '/' || name[1] == '\0')))
        name++;
    const int n = snprintf(path, PATH_BYTES, "%s%s%s", base, *base && *name ? "/" : "", name);
    size_t end = n < 0 ? 0 : (size_t)n;
    if (end >= PATH_BYTES)
        return false;
    while (end > 0 && path[end - 1] == '/')
        path[--end] = '\0';
    return true;
}

static struct file *find(int folder, const char *name)
{
    char path[PATH_BYTES];
    if (!join(folder, name, path))
        return NULL;
    for (size_t i = 0; i < FILES; i++)
        if (files[i].used && files[i].path != NULL && strcmp(files[i].path, path) == 0)
            return &files[i];
    return NULL;
}

/* The folder that a path is in must be there. */
static int name_file(struct file *file, int folder, const char *name)
{
    char path[PATH_BYTES], parent[PATH_BYTES];
    if (!join(folder, name, path))
        return ENOENT;
    if (find(folder, name) != NULL)
        return EEXIST;
    memcpy(parent, path, sizeof parent);
    char *slash = strrchr(parent, '/');
    parent[slash == NULL ? 0 : slash - parent] = '\0';
    const struct file *in = find(FM_OS_HERE, parent);
    if (in == NULL || !in->folder)
        return in == NULL ? ENOENT : ENOTDIR;
    free(file->path);
    file->path = strdup(path);
    FUZZ_REQUIRE(file->path != NULL);
    return 0;
}

static struct file *make(bool folder)
{
    size_t i = 1;
    while (i < FILES && files[i].used)
        i++;
    if (i == FILES)
        return NULL;
    files[i] = (struct file){.used = true, .folder = folder, .inode = 2 + inodes++};
    return &files[i];
}

/* A file is gone once it has neither a name nor a descriptor. */
static void drop(struct file *file)
{
    if (file->path != NULL || file->opened > 0)
        return;
    free(file->bytes);
    *file = (struct file){.used = false};
}

static int open_file(struct file *file, bool append, int *fd)
{
    size_t i = 0;
    while (i < OPEN && descriptors[i].file != NULL)
        i++;
    if (i == OPEN)
        return EMFILE;
    descriptors[i] = (struct descriptor){.file = file, .append = append};
    file->opened++;
    *fd = FIRST + (int)i;
    return 0;
}

/* ---- of the targets --------------------------------------------------------------------------- */

void memory_clear(void)
{
    enter();
    for (size_t i = 0; i < OPEN; i++)
        FUZZ_REQUIRE(descriptors[i].file == NULL);
    for (size_t i = 1; i < FILES; i++) {
        free(files[i].path);
        files[i].path = NULL;
        drop(&files[i]);
    }
    until_failure = 0;
    leave(0);
}

void memory_fail(unsigned call)
{
    until_failure = call;
}

void memory_put(const char *name, const unsigned char *bytes, size_t n)
{
    int fd;
    FUZZ_REQUIRE(fm_os_open(FM_OS_HERE, name, FM_OS_WRITE | FM_OS_NEW, &fd) == 0);
    FUZZ_REQUIRE(fm_os_write(fd, bytes, n) == 0 && fm_os_close(fd) == 0);
}

const char *memory_file(size_t index, struct fm_text *bytes)
{
    for (size_t i = 1; i < FILES; i++) {
        if (!files[i].used || files[i].folder || files[i].path == NULL)
            continue;
        size_t before = 0;
        for (size_t k = 1; k < FILES; k++)
            before += files[k].used && !files[k].folder && files[k].path != NULL &&
                      strcmp(files[k].path, files[i].path) < 0;
        if (before == index) {
            *bytes = (struct fm_text){files[i].bytes, files[i].n};
            return files[i].path;
        }
    }
    return NULL;
}

/* ---- files that are open --------------------------------------------------------------------- */

int fm_os_open(int folder, const char *name, unsigned how, int *fd)
{
    enter();
    struct file *file = find(folder, name);
    if (fails())
        return leave(EIO);
    if (file != NULL && (how & FM_OS_NEW))
        return leave(EEXIST);
    if (file == NULL && !(how & FM_OS_NEW))
        return leave(ENOENT);
    if (file != NULL && file->folder && (how & FM_OS_WRITE))
        return leave(EISDIR);
    const bool made = file == NULL;
    if (made)
        file = make(false);
    int os_error = file == NULL ? ENOSPC : made ? name_file(file, folder, name) : 0;
    if (os_error == 0)
        os_error = open_file(file, (how & FM_OS_APPEND) != 0, fd);
    if (file != NULL && made && os_error != 0) {
        free(file->path);
        file->path = NULL;
        drop(file);
    }
    return leave(os_error);
}

int fm_os_open_folder(int folder, const char *name, unsigned how, int *fd)
{
    (void)how;
    enter();
    struct file *file = find(folder, name);
    return leave(file == NULL    ? ENOENT
                 : !file->folder ? ENOTDIR
                 : fails()       ? EIO
                                 : open_file(file, false, fd));
}

static int open_new(int *fd)
{
    enter();
    struct file *file = fails() ? NULL : make(false);
    const int os_error = file == NULL ? ENOSPC : open_file(file, false, fd);
    if (file != NULL && os_error != 0)
        drop(file);
    return leave(os_error);
}

int fm_os_open_unnamed(int folder, int *fd)
{
    (void)folder;
    return open_new(fd);
}

int fm_os_link(int fd, int folder, const char *name)
{
    enter();
    return leave(fails() ? EIO : name_file(descriptor_of(fd)->file, folder, name));
}

int fm_os_open_scratch(const char *folder, int *fd)
{
    (void)folder;
    return open_new(fd);
}

int fm_os_close(int fd)
{
    enter();
    struct descriptor *descriptor = descriptor_of(fd);
    descriptor->file->opened--;
    drop(descriptor->file);
    descriptor->file = NULL;
    return leave(fails() ? EIO : 0);
}

static ptrdiff_t read_some(struct descriptor *descriptor, unsigned char *to, size_t room,
                           uint64_t offset)
{
    const struct file *file = descriptor->file;
    if (fails())
        return -EIO;
    if (file->folder)
        return -EISDIR;
    const size_t left = offset < file->n ? file->n - (size_t)offset : 0;
    const size_t n = room < left ? room : left;
    if (n > 0)
        memcpy(to, file->bytes + offset, n);
    return (ptrdiff_t)n;
}

ptrdiff_t fm_os_read(int fd, unsigned char *to, size_t room, const atomic_bool *cancelled)
{
    (void)cancelled;
    enter();
    struct descriptor *descriptor = descriptor_of(fd);
    const ptrdiff_t n = read_some(descriptor, to, room, descriptor->at);
    descriptor->at += n > 0 ? (size_t)n : 0;
    leave(0);
    return n;
}

ptrdiff_t fm_os_read_at(int fd, unsigned char *to, size_t room, uint64_t offset)
{
    enter();
    const ptrdiff_t n = read_some(descriptor_of(fd), to, room, offset);
    leave(0);
    return n;
}

bool fm_os_ready(int fd)
{
    (void)fd;
    return true;
}

static int write_some(struct file *file, const unsigned char *from, size_t n, size_t at)
{
    if (fails())
        return ENOSPC;
    if (at + n > file->cap) {
        const size_t cap = 2 * (at + n);
        unsigned char *bytes = realloc(file->bytes, cap);
        FUZZ_REQUIRE(bytes != NULL);
        memset(bytes + file->cap, 0, cap - file->cap);
        file->bytes = bytes;
        file->cap = cap;
    }
    if (n > 0)
        memcpy(file->bytes + at, from, n);
    file->n = at + n > file->n ? at + n : file->n;
    return 0;
}

/* Standard output takes all, and keeps nothing. */
int fm_os_write(int fd, const unsigned char *from, size_t n)
{
    if (fd == FM_OS_STDOUT)
        return 0;
    enter();
    struct descriptor *descriptor = descriptor_of(fd);
    if (descriptor->append)
        descriptor->at = descriptor->file->n;
    const int os_error = write_some(descriptor->file, from, n, descriptor->at);
    descriptor->at += os_error == 0 ? n : 0;
    return leave(os_error);
}

int fm_os_write_at(int fd, const unsigned char *from, size_t n, uint64_t offset)
{
    enter();
    return leave(write_some(descriptor_of(fd)->file, from, n, (size_t)offset));
}

int fm_os_sync(int fd)
{
    (void)fd;
    enter();
    return leave(fails() ? EIO : 0);
}

int fm_os_sync_all(int fd)
{
    return fm_os_sync(fd);
}

void fm_os_advise_reading(int fd)
{
    (void)fd;
}

int fm_os_lock(int fd, bool wait)
{
    (void)fd;
    (void)wait;
    return 0;
}

/* ---- what is there ----------------------------------------------------------------------------- */

static void describe(const struct file *file, struct fm_os_about *out)
{
    *out = (struct fm_os_about){.kind = file->folder ? FM_OS_FOLDER : FM_OS_FILE,
                                .device = 1,
                                .inode = file->inode,
                                .size = file->n};
}

int fm_os_about(int fd, struct fm_os_about *out)
{
    enter();
    if (fd < FIRST)
        *out = (struct fm_os_about){.kind = FM_OS_OTHER, .device = 2, .inode = (uint64_t)fd};
    else
        describe(descriptor_of(fd)->file, out);
    return leave(fails() ? EIO : 0);
}

int fm_os_look(int folder, const char *name, bool follow, struct fm_os_about *out)
{
    (void)follow;
    enter();
    const struct file *file = find(folder, name);
    if (file == NULL)
        return leave(ENOENT);
    describe(file, out);
    return leave(fails() ? EIO : 0);
}

bool fm_os_same(const struct fm_os_about *a, const struct fm_os_about *b)
{
    return a->device == b->device && a->inode == b->inode;
}

int fm_os_copy_rights(int fd, const struct fm_os_about *old)
{
    (void)old;
    return fm_os_sync(fd);
}

int fm_os_may_add(int folder)
{
    (void)folder;
    return 0;
}

int fm_os_read_link(const char *name, char **out)
{
    (void)out;
    enter();
    return leave(find(FM_OS_HERE, name) == NULL ? ENOENT : EINVAL);
}

/* The function that is called may remove the file, and makes none. */
int fm_os_list(int folder, const char *name,
               bool (*one)(void *user, const char *entry, uint64_t inode), void *user)
{
    char entry[PATH_BYTES];
    enter();
    const struct file *in = find(folder, name);
    if (in == NULL || !in->folder)
        return leave(in == NULL ? ENOENT : ENOTDIR);
    const size_t n = strlen(in->path);
    for (size_t i = 1; i < FILES; i++) {
        const char *path = files[i].used ? files[i].path : NULL;
        if (path == NULL || strncmp(path, in->path, n) != 0 || (n > 0 && path[n] != '/'))
            continue;
        path += n > 0 ? n + 1 : 0;
        if (*path == '\0' || strchr(path, '/') != NULL)
            continue;
        memcpy(entry, path, strlen(path) + 1);
        const uint64_t inode = files[i].folder ? 0 : files[i].inode;
        leave(0);
        if (!one(user, entry, inode))
            return 0;
        enter();
    }
    return leave(0);
}

bool fm_os_matches(const char *name, const char *pattern)
{
    return fnmatch(pattern, name, 0) == 0;
}

/* ---- names ----------------------------------------------------------------------------------- */

static int remove_file(int folder, const char *name, bool is_folder)
{
    struct file *file = find(folder, name);
    if (file == NULL || file == files)
        return file == NULL ? ENOENT : EBUSY;
    if (file->folder != is_folder)
        return is_folder ? ENOTDIR : EISDIR;
    const size_t n = strlen(file->path);
    for (size_t i = 1; i < FILES; i++)
        if (files[i].path != NULL && strncmp(files[i].path, file->path, n) == 0 &&
            files[i].path[n] == '/')
            return ENOTEMPTY;
    free(file->path);
    file->path = NULL;
    drop(file);
    return 0;
}

int fm_os_rename(int from_folder, const char *from, int to_folder, const char *to, bool replace)
{
    enter();
    struct file *file = find(from_folder, from), *old = find(to_folder, to);
    if (file == NULL || fails())
        return leave(file == NULL ? ENOENT : EIO);
    if (old != NULL && !replace)
        return leave(EEXIST);
    const int os_error = old == NULL ? 0 : remove_file(to_folder, to, false);
    return leave(os_error != 0 ? os_error : name_file(file, to_folder, to));
}

int fm_os_remove(int folder, const char *name)
{
    enter();
    return leave(remove_file(folder, name, false));
}

int fm_os_make_folder(int folder, const char *name, unsigned how)
{
    (void)how;
    enter();
    struct file *file = fails() ? NULL : make(true);
    const int os_error = file == NULL ? ENOSPC : name_file(file, folder, name);
    if (file != NULL)
        drop(file);
    return leave(os_error);
}

int fm_os_remove_folder(int folder, const char *name)
{
    enter();
    return leave(remove_file(folder, name, true));
}

/* ---- pages: of the heap, whose ends a sanitizer sees ------------------------------------------- */

void *fm_os_pages(size_t n, size_t large)
{
    (void)large;
    return calloc(1, n);
}

void *fm_os_pages_move(void *p, size_t old, size_t n, void *to)
{
    (void)p;
    (void)old;
    (void)n;
    (void)to;
    return NULL;
}

void fm_os_pages_use(unsigned char *p, size_t old, size_t n)
{
    (void)p;
    (void)old;
    (void)n;
}

void fm_os_pages_free(void *p, size_t n)
{
    (void)n;
    free(p);
}

/* ---- process --------------------------------------------------------------------------------- */

uint32_t fm_os_code(int os_error)
{
    (void)os_error;
    return 0;
}

uint64_t fm_os_process(void)
{
    return 1;
}

/* Every call is a nanosecond later: a run gives the same each time. */
uint64_t fm_os_now(void)
{
    static atomic_uint_fast64_t now;
    return atomic_fetch_add(&now, 1);
}

/* So few that files of a set are closed and opened again. */
unsigned fm_os_descriptors(unsigned wanted)
{
    return wanted < SET_FILES ? wanted : SET_FILES;
}

unsigned fm_os_threads(unsigned wanted, uint64_t each)
{
    (void)each;
    return wanted;
}

int fm_os_thread(pthread_t *thread, size_t stack, void *(*run)(void *user), void *user)
{
    (void)stack;
    return pthread_create(thread, NULL, run, user);
}

bool fm_os_is_pattern(const char *name)
{
    (void)name;
    return false;
}

bool fm_os_is_separator(char c)
{
    return c == '/';
}

size_t fm_os_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

int fm_os_compare_names(const char *a, const char *b)
{
    return strcmp(a, b);
}

bool fm_os_may_end(unsigned char c)
{
    return c != '\0';
}

int fm_os_temporary_folder(unsigned number, char **out)
{
    if (number > 0)
        return ENOENT;
    *out = strdup("/tmp");
    return *out == NULL ? ENOMEM : 0;
}
