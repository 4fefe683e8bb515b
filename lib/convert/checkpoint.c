/* SPDX-License-Identifier: MIT */
/* The file: a magic text, then parts (base/parts.h): the version, whether it is complete, the
 * identity of the run, its state; then a checksum. */
#include <config.h>
#include "convert/checkpoint.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/parts.h"
#include "io/file.h"
#include "io/temporary.h"

enum {
    MAGIC_SIZE = 21,
    HEAD_BYTES = 4096, /* of each input, of which there may be many */
    READ_BYTES = 1 << 20,
    FILE_MODE = 0666
};

static const char magic[] = "fenmill checkpoint 1\n";
_Static_assert(sizeof magic - 1 == MAGIC_SIZE, "the head has a fixed size");

/* A checkpoint may take one part in so many of the time. */
static const uint64_t SHARE = 50;

static const char version[] = FM_VERSION_STRING;

static uint64_t now(void)
{
    struct timespec t = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static enum fm_status refuse(const struct fm_checkpoint *checkpoint, const char *detail,
                             struct fm_error *error)
{
    *error = (struct fm_error){
        .status = FM_BAD_USE, .input = checkpoint->name, .detail = fm_text_of(detail)};
    return FM_BAD_USE;
}

static enum fm_status fail(const struct fm_checkpoint *checkpoint, enum fm_status status,
                           int os_error, struct fm_error *error)
{
    if (os_error == ENOMEM)
        return FM_NO_MEMORY;
    *error = (struct fm_error){.status = status,
                               .os_error = os_error,
                               .input = checkpoint->name,
                               .what = fm_text_of(checkpoint->name)};
    return status;
}

/* Open the folder, and find its path from the root on. */
static int find_folder(struct fm_checkpoint *checkpoint)
{
    const char *slash = strrchr(checkpoint->name, '/');
    const size_t n = slash == NULL ? 0 : (size_t)(slash - checkpoint->name) + 1;
    const char *base = checkpoint->name + n;
    char *given = n == 0 ? strdup(".") : strndup(checkpoint->name, n);
    char *folder = given == NULL ? NULL : realpath(given, NULL);
    const int os_error = folder == NULL ? errno : 0;
    free(given);
    if (os_error != 0)
        return os_error;
    const size_t length = strlen(folder);
    checkpoint->path = malloc(length + strlen(base) + 2);
    if (checkpoint->path != NULL) {
        checkpoint->base = stpcpy(stpcpy(checkpoint->path, folder), "/");
        (void)stpcpy(checkpoint->path + length + 1, base);
        checkpoint->folder = fm_open_at(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY, 0);
    }
    free(folder);
    if (checkpoint->path == NULL)
        return ENOMEM;
    return checkpoint->folder < 0 ? errno : *base == '\0' ? EISDIR : 0;
}

/* Append all of a file. @return an errno value. */
static int read_all(int fd, struct fm_buf *to)
{
    for (;;) {
        if (fm_buf_reserve(to, READ_BYTES) != FM_OK)
            return ENOMEM;
        const ptrdiff_t got = fm_descriptor_read(fd, to->p + to->n, READ_BYTES, NULL);
        if (got < 0)
            return errno;
        if (got == 0)
            return 0;
        to->n += (size_t)got;
    }
}

/* @param[out] there  false: there is no such file. */
static int read_file(struct fm_checkpoint *checkpoint, bool *there)
{
    struct stat st;
    const int fd = fm_open_at(checkpoint->folder, checkpoint->base, O_RDONLY | O_NONBLOCK, 0);
    *there = fd >= 0;
    if (fd < 0)
        return errno == ENOENT ? 0 : errno;
    int os_error = fstat(fd, &st) != 0 ? errno : S_ISREG(st.st_mode) ? 0 : EINVAL;
    if (os_error == 0)
        os_error = read_all(fd, &checkpoint->bytes);
    checkpoint->written = true;
    checkpoint->device = (uint64_t)st.st_dev;
    checkpoint->inode = (uint64_t)st.st_ino;
    (void)close(fd);
    return os_error;
}

static uint64_t sum_of(const unsigned char *bytes, size_t n)
{
    return fm_hash128_of(bytes, n, 0).lo;
}

/* The parts of a whole file. */
static bool find_parts(struct fm_text bytes, struct fm_text *parts)
{
    uint64_t sum;
    if (bytes.n < MAGIC_SIZE + sizeof sum || memcmp(bytes.p, magic, MAGIC_SIZE) != 0)
        return false;
    const size_t n = bytes.n - sizeof sum;
    memcpy(&sum, bytes.p + n, sizeof sum);
    *parts = (struct fm_text){bytes.p + MAGIC_SIZE, n - MAGIC_SIZE};
    return sum == sum_of(bytes.p, n);
}

/* Compare the run that the file is of with this one. */
static enum fm_status parse(struct fm_checkpoint *checkpoint, struct fm_error *error)
{
    struct fm_text parts, made_by;
    struct fm_hash128 how;
    if (!find_parts((struct fm_text){checkpoint->bytes.p, checkpoint->bytes.n}, &parts) ||
        !fm_part_take(&parts, &made_by))
        return refuse(checkpoint, "this is no checkpoint, or it is damaged", error);
    if (!fm_text_equal(made_by, fm_text_of(version)))
        return refuse(checkpoint,
                      "made by another version of fenmill; finish with that, or remove it to begin "
                      "again",
                      error);
    if (!fm_part_copy(&parts, &checkpoint->complete, sizeof checkpoint->complete) ||
        !fm_part_copy(&parts, &how, sizeof how) || !fm_part_take(&parts, &checkpoint->files))
        return refuse(checkpoint, "damaged", error);
    if (how.lo != checkpoint->identity.how.lo || how.hi != checkpoint->identity.how.hi)
        return refuse(
            checkpoint,
            "of a run with another profile, other options or outputs; use those again, or "
            "remove it to begin again",
            error);
    checkpoint->state = parts;
    return FM_OK;
}

static enum fm_status add_name(struct fm_buf *to, const char *name)
{
    return fm_part_put(to, name, name == NULL ? 0 : strlen(name));
}

/* The libraries of compressions decide on bytes, so they belong to it. */
static enum fm_status hash_run(const struct fm_plan *plan, const struct fm_destinations *to,
                               struct fm_hash128 *out)
{
    char library[FM_LIBRARY_VERSION], *profile;
    const char *name;
    struct fm_buf text = {NULL, 0, 0};
    FM_TRY(fm_profile_print(plan->profile, true, &profile));
    enum fm_status status = add_name(&text, profile);
    free(profile);
    for (unsigned i = 0; i < plan->sinks && status == FM_OK; i++)
        status = add_name(&text, plan->names[i]);
    for (unsigned i = 0; fm_library(i, &name, library) && status == FM_OK; i++)
        status = add_name(&text, library);
    const unsigned places[] = {plan->rejects, plan->unselected, plan->log, to->counts};
    if (status == FM_OK)
        status = fm_part_put(&text, places, sizeof places);
    *out = fm_hash128_of(text.p, text.n, 0);
    fm_buf_free(&text);
    return status;
}

enum fm_status fm_checkpoint_open(struct fm_checkpoint *checkpoint, const char *name,
                                  const struct fm_plan *plan, const struct fm_destinations *to,
                                  struct fm_error *error)
{
    bool there = false;
    *checkpoint = (struct fm_checkpoint){.name = name, .folder = -1};
    if (name == NULL)
        return FM_OK;
    FM_TRY(hash_run(plan, to, &checkpoint->identity.how));
    int os_error = find_folder(checkpoint);
    if (os_error != 0)
        return fail(checkpoint, FM_OUTPUT_FAILED, os_error, error);
    os_error = read_file(checkpoint, &there);
    if (os_error != 0)
        return fail(checkpoint, FM_INPUT_FAILED, os_error, error);
    return there ? parse(checkpoint, error) : FM_OK;
}

/* A file that is not there is one, too: that it appears changes the run.
 * @return 0, ESPIPE: it cannot be read a second time, or why it cannot be read. */
static int hash_file(const char *name, uint64_t *out)
{
    int os_error = 0;
    struct stat st;
    struct {
        uint64_t name, size, seconds, nanoseconds, head;
    } about = {.name = sum_of((const unsigned char *)name, strlen(name))};
    unsigned char head[HEAD_BYTES];
    if (strcmp(name, "-") == 0)
        return ESPIPE;
    const int fd = fm_open_at(AT_FDCWD, name, O_RDONLY | O_NONBLOCK, 0);
    if (fd >= 0 && fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode)) {
        const bool regular = S_ISREG(st.st_mode);
        const ptrdiff_t n = regular ? fm_descriptor_read(fd, head, sizeof head, NULL) : 0;
        os_error = !regular ? ESPIPE : n < 0 ? errno : 0;
        about.size = (uint64_t)st.st_size;
        about.seconds = (uint64_t)st.st_mtim.tv_sec;
        about.nanoseconds = (uint64_t)st.st_mtim.tv_nsec;
        about.head = sum_of(head, n < 0 ? 0 : (size_t)n);
    }
    if (fd >= 0)
        (void)close(fd);
    *out = sum_of((const unsigned char *)&about, sizeof about);
    return os_error;
}

/* Compare with the file of the same number in the checkpoint. */
static enum fm_status check_file(struct fm_checkpoint *checkpoint, const char *name,
                                 struct fm_error *error)
{
    uint64_t sum;
    struct fm_text *saved = &checkpoint->files;
    const int os_error = hash_file(name, &sum);
    if (os_error != 0 && os_error != ESPIPE) {
        (void)fail(checkpoint, FM_INPUT_FAILED, os_error, error);
        error->what = fm_text_of(name);
        return FM_INPUT_FAILED;
    }
    if (os_error != 0)
        return refuse(
            checkpoint,
            "a run with a checkpoint reads files: a pipe or standard input cannot be read "
            "again",
            error);
    if (checkpoint->state.p != NULL &&
        (saved->n < sizeof sum || memcmp(saved->p, &sum, sizeof sum) != 0)) {
        (void)refuse(
            checkpoint,
            "this input was changed, added or removed since; remove the checkpoint to begin "
            "again",
            error);
        error->what = fm_text_of(name);
        return FM_BAD_USE;
    }
    if (checkpoint->state.p != NULL)
        *saved = (struct fm_text){saved->p + sizeof sum, saved->n - sizeof sum};
    return fm_buf_append(&checkpoint->identity.files, &sum, sizeof sum);
}

enum fm_status fm_checkpoint_check(struct fm_checkpoint *checkpoint, const struct fm_plan *plan,
                                   const struct fm_inputs *inputs, struct fm_error *error)
{
    struct fm_text reads;
    if (checkpoint->name == NULL)
        return FM_OK;
    if (plan->shard)
        return refuse(checkpoint,
                      "a shard has no checkpoint: make more, smaller ones, and run it again",
                      error);
    for (size_t i = 0; (reads = fm_profile_reads(plan->profile, i)).p != NULL; i++)
        if (reads.n > 0)
            FM_TRY(check_file(checkpoint, (const char *)reads.p, error));
    for (size_t i = 0; i < inputs->count; i++) {
        if (inputs->sources != NULL && inputs->sources[i] != NULL)
            return refuse(checkpoint, "a checkpoint can be kept of files only", error);
        FM_TRY(check_file(checkpoint, inputs->names[i], error));
    }
    if (checkpoint->files.n > 0)
        return refuse(checkpoint, "there are fewer inputs than before; remove it to begin again",
                      error);
    return FM_OK;
}

bool fm_checkpoint_due(const struct fm_checkpoint *checkpoint)
{
    return checkpoint->name != NULL && now() >= checkpoint->due;
}

struct fm_buf *fm_checkpoint_begin(struct fm_checkpoint *checkpoint, bool complete)
{
    struct fm_buf *bytes = &checkpoint->bytes;
    const struct fm_identity *identity = &checkpoint->identity;
    checkpoint->began = now();
    bytes->n = 0;
    if (fm_buf_append(bytes, magic, MAGIC_SIZE) != FM_OK ||
        fm_part_put(bytes, version, sizeof version - 1) != FM_OK ||
        fm_part_put(bytes, &complete, sizeof complete) != FM_OK ||
        fm_part_put(bytes, &identity->how, sizeof identity->how) != FM_OK ||
        fm_part_put(bytes, identity->files.p, identity->files.n) != FM_OK)
        return NULL;
    return bytes;
}

/* Another run that began at the same time may have one there. */
static bool is_own(const struct fm_checkpoint *checkpoint)
{
    struct stat st;
    return fstatat(checkpoint->folder, checkpoint->base, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
           (uint64_t)st.st_dev == checkpoint->device && (uint64_t)st.st_ino == checkpoint->inode;
}

/* Give the new file its name. EEXIST: there is one of another run. */
static int replace(struct fm_checkpoint *checkpoint, int fd, const char *temporary)
{
    struct stat st;
    const int folder = checkpoint->folder;
    if (fstat(fd, &st) != 0)
        return errno;
    int os_error = 0;
    if (!checkpoint->written)
        os_error = fm_rename_free(folder, temporary, folder, checkpoint->base);
    else if (!is_own(checkpoint))
        os_error = EEXIST;
    else if (renameat(folder, temporary, folder, checkpoint->base) != 0)
        os_error = errno;
    if (os_error != 0)
        return os_error;
    checkpoint->written = true;
    checkpoint->device = (uint64_t)st.st_dev;
    checkpoint->inode = (uint64_t)st.st_ino;
    return fm_sync_fd(folder);
}

static int write_file(struct fm_checkpoint *checkpoint)
{
    int fd;
    char *temporary;
    int os_error =
        fm_temporary_file(checkpoint->folder, checkpoint->base, FILE_MODE, &fd, &temporary);
    if (os_error != 0)
        return os_error;
    os_error = fm_descriptor_write(fd, checkpoint->bytes.p, checkpoint->bytes.n);
    if (os_error == 0)
        os_error = fm_sync_fd(fd);
    if (os_error == 0)
        os_error = replace(checkpoint, fd, temporary);
    if (os_error != 0)
        (void)unlinkat(checkpoint->folder, temporary, 0);
    (void)close(fd);
    free(temporary);
    return os_error;
}

enum fm_status fm_checkpoint_write(struct fm_checkpoint *checkpoint, struct fm_error *error)
{
    struct fm_buf *bytes = &checkpoint->bytes;
    const uint64_t sum = sum_of(bytes->p, bytes->n);
    FM_TRY(fm_buf_append(bytes, &sum, sizeof sum));
    const int os_error = write_file(checkpoint);
    if (os_error != 0)
        return fail(checkpoint, FM_OUTPUT_FAILED, os_error, error);
    const uint64_t ended = now();
    checkpoint->due = ended + SHARE * (ended - checkpoint->began);
    return FM_OK;
}

enum fm_status fm_checkpoint_remove(struct fm_checkpoint *checkpoint, struct fm_error *error)
{
    if (!checkpoint->written || !is_own(checkpoint))
        return FM_OK;
    int os_error = unlinkat(checkpoint->folder, checkpoint->base, 0) == 0 ? 0 : errno;
    if (os_error == 0)
        os_error = fm_sync_fd(checkpoint->folder);
    checkpoint->written = false;
    return os_error == 0 ? FM_OK : fail(checkpoint, FM_OUTPUT_FAILED, os_error, error);
}

void fm_checkpoint_free(struct fm_checkpoint *checkpoint)
{
    if (checkpoint->name != NULL && checkpoint->folder >= 0)
        (void)close(checkpoint->folder);
    free(checkpoint->path);
    fm_buf_free(&checkpoint->identity.files);
    fm_buf_free(&checkpoint->bytes);
    *checkpoint = (struct fm_checkpoint){.folder = -1};
}

bool fm_checkpoint_complete(const char *name)
{
    struct fm_buf bytes = {NULL, 0, 0};
    struct fm_text parts, made_by;
    bool complete = false;
    const int fd = fm_open_at(AT_FDCWD, name, O_RDONLY | O_NONBLOCK, 0);
    if (fd < 0)
        return false;
    if (read_all(fd, &bytes) != 0 || !find_parts((struct fm_text){bytes.p, bytes.n}, &parts) ||
        !fm_part_take(&parts, &made_by) || !fm_part_copy(&parts, &complete, sizeof complete))
        complete = false;
    (void)close(fd);
    fm_buf_free(&bytes);
    return complete;
}
