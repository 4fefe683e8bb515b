/* SPDX-License-Identifier: MIT */
/* One output: gathers small writes, compresses if its suffix says so, remembers the first failure.
 * A file of its own is written without a name, or under a hidden one where the system cannot or a
 * file is replaced, then linked or renamed; one of a set is file_set.c's until then. What is not a
 * regular file (a device, a pipe, whatever standard output is) is written directly. */
#include <config.h>
#include <errno.h>
#include <stdlib.h>
#include "io/output.h"
#include "io/encode_stream.h"
#include "io/temporary.h"
#include "os/os.h"

/* Writes are gathered up to so many bytes. A regular file is written at multiples of that alone:
 * its pages are then made many at a time, which saves more than the copy costs. What else there is
 * gets large writes as they come. */
enum { GATHER_SIZE = 128 * 1024, LARGE_SIZE = 32 * 1024, LINKS_MAX = 40 };

struct fm_output {
    const char *name; /* the caller's */
    struct fm_set_file
        file; /* of its own only the descriptor, which is locked until it is closed */
    struct fm_file_set *set; /* that the file is of; NULL = it is alone, or no file */
    bool force;              /* an existing target may be replaced */
    bool standard;           /* the output is standard output, which stays open */
    bool regular;            /* a regular file, from its start or where standard output is */
    int folder;              /* open folder of the target; -1 = not a file of its own */
    char *target;            /* the final name in it, links followed */
    char *temporary;         /* a hidden name in it; NULL = without a name so far */
    int (*write)(void *user, const void *bytes,
                 size_t n); /* takes the bytes; NULL = the file does */
    void *user;
    const struct fm_encoder *encoder; /* NULL = plain */
    struct fm_compression how;
    struct fm_encode_stream *stream; /* NULL: plain, or not begun */
    enum fm_status failed;           /* FM_OK, or what every later call returns */
    int os_error;
    uint32_t os_code;        /* the system's own number of it */
    bool prepared;           /* complete and on disk */
    size_t n;                /* bytes gathered */
    unsigned char *gathered; /* GATHER_SIZE bytes; NULL: each write is made as it comes */
};

static enum fm_status report_output(const struct fm_output *output, struct fm_error *error)
{
    if (error != NULL)
        *error = (struct fm_error){.status = output->failed,
                                   .os_error = output->os_error,
                                   .os_code = output->os_code,
                                   .input = output->name,
                                   .what = fm_text_of(output->name)};
    return output->failed;
}

static void remember(struct fm_output *output, int os_error)
{
    output->os_error = os_error;
    output->os_code = fm_os_code(os_error);
    output->failed = os_error == 0        ? FM_OK
                     : os_error == EPIPE  ? FM_PIPE_CLOSED
                     : os_error == ENOMEM ? FM_NO_MEMORY
                                          : FM_OUTPUT_FAILED;
}

/* ---- a file of its own ----------------------------------------------------------------------- */

/* Where links lead, also where nothing is there yet. @param[out] path  owned, also on failure. */
static int follow_links(const char *name, char **path)
{
    char *link;
    *path = strdup(name);
    if (*path == NULL)
        return ENOMEM;
    for (unsigned i = 0; i < LINKS_MAX; i++) {
        const int os_error = fm_os_read_link(*path, &link);
        if (os_error != 0)
            return os_error == EINVAL || os_error == ENOENT ? 0 : os_error;
        const size_t n = link[0] == '/' ? 0 : fm_os_folder_length(*path), more = strlen(link) + 1;
        char *joined = malloc(n + more);
        if (joined != NULL) {
            memcpy(joined, *path, n);
            memcpy(joined + n, link, more);
            free(*path);
            *path = joined;
        }
        free(link);
        if (joined == NULL)
            return ENOMEM;
    }
    return ELOOP;
}

/* @param old  the file that will be replaced; NULL = none is there. */
static int open_beside(struct fm_output *output, const char *path, const struct fm_os_about *old)
{
    const size_t n = fm_os_folder_length(path);
    char *directory = n == 0 ? strdup(".") : strndup(path, n);
    output->target = strdup(path + n);
    int os_error = directory == NULL || output->target == NULL
                       ? ENOMEM
                       : fm_os_open_folder(FM_OS_HERE, directory, 0, &output->folder);
    free(directory);
    if (os_error != 0 || *output->target == '\0')
        return os_error != 0 ? os_error : ENOENT;
    output->regular = true;
    fm_temporary_sweep(output->folder);
    if (old == NULL && fm_os_open_unnamed(output->folder, &output->file.fd) == 0)
        return 0;
    os_error = fm_temporary_make(output->folder, output->target,
                                 old == NULL ? FM_TEMPORARY_FILE : FM_TEMPORARY_PRIVATE,
                                 &output->file.fd, &output->temporary);
    return os_error != 0 || old == NULL ? os_error : fm_os_copy_rights(output->file.fd, old);
}

/* There is something of that name, if only a link, which is followed. */
static int open_forced(struct fm_output *output, const char *name)
{
    struct fm_os_about about;
    char *path = NULL;
    if (!output->force)
        return EEXIST;
    int os_error = follow_links(name, &path);
    if (os_error == 0) {
        os_error = fm_os_look(FM_OS_HERE, path, true, &about);
        if (os_error == 0 || os_error == ENOENT)
            os_error = open_beside(output, path, os_error == 0 ? &about : NULL);
    }
    free(path);
    return os_error;
}

/* Open what the name of an output means. @return 0 or an errno value. */
static int open_place(struct fm_output *output, const char *name)
{
    struct fm_os_about about, standard;
    const int no_standard = fm_os_about(FM_OS_STDOUT, &standard);
    const bool dash = strcmp(name, "-") == 0;
    int os_error = dash ? no_standard : fm_os_look(FM_OS_HERE, name, true, &about);
    if (os_error == ENOENT && !dash && *name != '\0')
        return fm_os_look(FM_OS_HERE, name, false, &about) == 0 ? open_forced(output, name)
                                                                : open_beside(output, name, NULL);
    if (os_error != 0)
        return os_error;
    if (dash || (no_standard == 0 && about.kind != FM_OS_FOLDER &&
                 fm_os_same(&about, &standard))) { /* /dev/stdout and its like */
        output->standard = true;
        output->regular = standard.kind == FM_OS_FILE;
        output->file.fd = FM_OS_STDOUT;
        return 0;
    }
    return about.kind == FM_OS_FOLDER ? EISDIR
           : about.kind == FM_OS_FILE ? open_forced(output, name)
                                      : fm_os_open(FM_OS_HERE, name, FM_OS_WRITE, &output->file.fd);
}

/* Give the file its name, and sync the folder, so that it outlives a power failure. The file stays
 * locked until it has its name: it is closed after that. @return 0 or an errno value. */
static int name_file(struct fm_output *output)
{
    int os_error = 0;
    bool named = false;
    if (output->temporary == NULL) {
        os_error = fm_os_link(output->file.fd, output->folder, output->target);
        named = os_error == 0;
        if (os_error == EEXIST && output->force)
            os_error = fm_temporary_make(output->folder, output->target, FM_TEMPORARY_LINK,
                                         &output->file.fd, &output->temporary);
    }
    if (os_error == 0 && !named) {
        os_error = fm_os_rename(output->folder, output->temporary, output->folder, output->target,
                                output->force);
        if (os_error == 0) {
            free(output->temporary);
            output->temporary = NULL;
        }
    }
    return os_error != 0 ? os_error : fm_os_sync(output->folder);
}

/* @return 0 or an errno value: what was written may be lost. */
static int close_file(struct fm_output *output)
{
    const int fd = output->file.fd;
    output->file.fd = -1;
    return fd < 0 || output->standard ? 0 : fm_os_close(fd);
}

/* ---- writing
 * ---------------------------------------------------------------------------------- */

static void write_through(struct fm_output *output, const unsigned char *bytes, size_t n)
{
    if (output->set != NULL)
        remember(output, fm_file_set_open(output->set, &output->file));
    if (output->failed == FM_OK)
        remember(output, output->write != NULL ? output->write(output->user, bytes, n)
                                               : fm_os_write(output->file.fd, bytes, n));
}

static void flush(struct fm_output *output)
{
    const size_t n = output->n;
    output->n = 0;
    if (output->failed == FM_OK && n > 0)
        write_through(output, output->gathered, n);
}

static void write_plain(struct fm_output *output, const unsigned char *bytes, size_t n)
{
    const bool whole = output->regular && output->gathered != NULL;
    const bool through = !whole && (n >= LARGE_SIZE || output->gathered == NULL);
    if (through || (!whole && n > GATHER_SIZE - output->n))
        flush(output);
    while (output->failed == FM_OK && n > 0) {
        const size_t room = GATHER_SIZE - output->n;
        size_t some = through || n < room ? n : room;
        if (through || some == GATHER_SIZE) {
            some = through ? n : n - n % GATHER_SIZE;
            write_through(output, bytes, some);
        } else {
            memcpy(output->gathered + output->n, bytes, some);
            output->n += some;
            if (output->n == GATHER_SIZE)
                flush(output);
        }
        bytes += some;
        n -= some;
    }
}

static enum fm_status write_encoded(void *user, const unsigned char *bytes, size_t n)
{
    struct fm_output *output = user;
    write_plain(output, bytes, n);
    return output->failed;
}

/* What the caller takes, it gets as it comes. */
static void start_gathering(struct fm_output *output)
{
    const struct fm_encoder *encoder = output->encoder;
    const struct fm_compression *how = &output->how;
    if (output->write == NULL)
        output->gathered = malloc(GATHER_SIZE);
    if (output->write == NULL && output->gathered == NULL)
        output->failed = FM_NO_MEMORY;
    else if (encoder != NULL)
        output->failed = fm_encode_stream_new(how->pool, encoder,
                                              how->level > 0 ? how->level
                                              : how->records ? encoder->level_records
                                                             : encoder->level_usual,
                                              write_encoded, output, &output->stream);
}

static void end_gathering(struct fm_output *output)
{
    fm_encode_stream_free(output->stream);
    output->stream = NULL;
    free(output->gathered);
    output->gathered = NULL;
}

/* An output that is not open yet. */
static enum fm_status make_output(const char *name, struct fm_compression how,
                                  struct fm_output **out, struct fm_error *error)
{
    const struct fm_encoder *encoder = NULL;
    struct fm_text detail, what = fm_text_of(name);
    if (!how.none && fm_encoder_find(what, &encoder, &detail) != FM_OK) {
        if (error != NULL)
            *error = (struct fm_error){
                .status = FM_BAD_USE, .input = name, .what = what, .detail = detail};
        return FM_BAD_USE;
    }
    struct fm_output *output = calloc(1, sizeof *output);
    FM_TRY_MADE(output);
    output->name = name;
    output->encoder = encoder;
    output->how = how;
    output->file.fd = output->folder = -1;
    *out = output;
    return FM_OK;
}

/* @param os_error  of opening it. */
static enum fm_status start_output(struct fm_output *output, int os_error, struct fm_output **out,
                                   struct fm_error *error)
{
    remember(output, os_error);
    if (os_error == 0 && output->set == NULL)
        start_gathering(output);
    if (output->failed == FM_OK) {
        *out = output;
        return FM_OK;
    }
    const enum fm_status status = output->failed;
    if (os_error != 0)
        (void)report_output(output, error);
    fm_output_discard(output);
    return status;
}

enum fm_status fm_output_open_with(const char *name, bool force, struct fm_compression how,
                                   struct fm_output **out, struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(name, how, &output, error));
    output->force = force;
    return start_output(output, open_place(output, name), out, error);
}

enum fm_status fm_output_open_call(const char *name,
                                   int (*write)(void *user, const void *bytes, size_t n),
                                   void *user, struct fm_compression how, struct fm_output **out,
                                   struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(name, how, &output, error));
    output->write = write;
    output->user = user;
    return start_output(output, 0, out, error);
}

enum fm_status fm_output_open(const char *name, bool force, struct fm_output **out,
                              struct fm_error *error)
{
    return fm_output_open_with(name, force, (struct fm_compression){.pool = NULL}, out, error);
}

enum fm_status fm_output_open_in(struct fm_file_set *set, const char *path, const char *name,
                                 struct fm_compression how, struct fm_output **out,
                                 struct fm_error *error)
{
    struct fm_output *output;
    FM_TRY(make_output(path, how, &output, error));
    output->set = set;
    return start_output(output, fm_file_set_add(set, &output->file, name), out, error);
}

bool fm_output_has_name(const struct fm_output *output)
{
    return output->set != NULL || output->folder >= 0;
}

enum fm_status fm_output_write(struct fm_output *output, const void *bytes, size_t n,
                               struct fm_error *error)
{
    if (output->failed == FM_OK && output->stream != NULL)
        output->failed = fm_encode_stream_add(output->stream, bytes, n);
    else if (output->failed == FM_OK)
        write_plain(output, bytes, n);
    return output->failed == FM_OK ? FM_OK : report_output(output, error);
}

/* A file of a set was written plain: it is compressed as a whole, so that its bytes do not depend
 * on when it was closed and opened again. */
static void compress_all(struct fm_output *output)
{
    int from;
    remember(output, fm_file_set_rewrite(output->set, &output->file, &from));
    if (output->failed != FM_OK)
        return;
    unsigned char *bytes = malloc(GATHER_SIZE);
    start_gathering(output);
    if (bytes == NULL)
        output->failed = FM_NO_MEMORY;
    while (output->failed == FM_OK) {
        const ptrdiff_t got = fm_os_read(from, bytes, GATHER_SIZE, NULL);
        if (got < 0)
            remember(output, (int)-got);
        if (got <= 0)
            break;
        output->failed = fm_encode_stream_add(output->stream, bytes, (size_t)got);
    }
    free(bytes);
    (void)fm_os_close(from);
}

enum fm_status fm_output_prepare(struct fm_output *output, struct fm_error *error)
{
    if (output == NULL)
        return FM_OK;
    if (output->failed == FM_OK && !output->prepared) {
        if (output->set != NULL && output->encoder != NULL)
            compress_all(output);
        if (output->failed == FM_OK && output->stream != NULL)
            output->failed = fm_encode_stream_finish(output->stream);
        flush(output);
        end_gathering(output);
        if (output->failed == FM_OK && output->set != NULL)
            remember(output, fm_file_set_sync_one(output->set, &output->file));
        else if (output->failed == FM_OK && output->folder >= 0)
            remember(output, fm_os_sync(output->file.fd));
    }
    output->prepared = true;
    return output->failed == FM_OK ? FM_OK : report_output(output, error);
}

enum fm_status fm_output_commit(struct fm_output *output, struct fm_error *error)
{
    enum fm_status status = fm_output_prepare(output, error);
    if (output != NULL && status == FM_OK) {
        int os_error = 0;
        if (output->set != NULL)
            os_error = fm_file_set_name(output->set, &output->file);
        else if (output->folder >= 0)
            os_error = name_file(output);
        const int closed = output->set == NULL ? close_file(output) : 0;
        remember(output, os_error != 0 ? os_error : closed);
        if (output->failed != FM_OK)
            status = report_output(output, error);
    }
    fm_output_discard(output);
    return status;
}

void fm_output_discard(struct fm_output *output)
{
    if (output == NULL)
        return;
    if (output->set != NULL)
        fm_file_set_drop(output->set, &output->file);
    if (output->temporary != NULL)
        (void)fm_os_remove(output->folder, output->temporary);
    (void)close_file(output);
    if (output->folder >= 0)
        (void)fm_os_close(output->folder);
    free(output->temporary);
    free(output->target);
    end_gathering(output);
    free(output);
}
