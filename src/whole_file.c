/* Written beside its place and renamed when complete, as the library's outputs are. */
#include <config.h>
#include "whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "message.h"
#include "printable.h"

static enum fm_status fail(const char *name, int os_error)
{
    if (os_error == EPIPE)
        return FM_PIPE_CLOSED;
    fm_message_print(
        &(struct fm_error){.status = FM_OUTPUT_FAILED,
                           .os_error = os_error,
                           .what = fm_printable_text(strcmp(name, "-") == 0 ? NULL : name)});
    return FM_OUTPUT_FAILED;
}

/* A hidden name in the same folder. */
static char *name_beside(const char *name)
{
    static const char TEMPLATE[] = ".fenmill-XXXXXX";
    const char *slash = strrchr(name, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - name) + 1;
    char *beside = malloc(folder + sizeof TEMPLATE);
    if (beside != NULL) {
        memcpy(beside, name, folder);
        memcpy(beside + folder, TEMPLATE, sizeof TEMPLATE);
    }
    return beside;
}

/* mkstemp() makes files that only the owner can read; a result is to be as any other new file. */
static void set_usual_mode(int descriptor)
{
    const mode_t mask = umask(0);
    umask(mask);
    (void)fchmod(descriptor, (mode_t)(0666 & ~mask));
}

static enum fm_status open_beside(struct fm_whole_file *file)
{
    file->beside = name_beside(file->name);
    if (file->beside == NULL)
        return FM_NO_MEMORY;
    const int descriptor = mkstemp(file->beside);
    if (descriptor >= 0) {
        set_usual_mode(descriptor);
        file->stream = fdopen(descriptor, "wb");
    }
    if (file->stream != NULL)
        return FM_OK;
    const int os_error = errno;
    if (descriptor >= 0) {
        close(descriptor);
        unlink(file->beside);
    }
    free(file->beside);
    return fail(file->name, os_error);
}

enum fm_status fm_whole_file_open(struct fm_whole_file *file, const char *name, bool force)
{
    *file = (struct fm_whole_file){.name = name == NULL ? "-" : name};
    if (strcmp(file->name, "-") == 0) {
        file->stream = stdout;
        return FM_OK;
    }
    struct stat about;
    const bool exists = stat(name, &about) == 0;
    if (!exists || S_ISREG(about.st_mode))
        return exists && !force ? fail(name, EEXIST) : open_beside(file);
    file->stream = fopen(name, "wb"); /* a device or pipe */
    return file->stream == NULL ? fail(name, errno) : FM_OK;
}

enum fm_status fm_stdout_finish(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return FM_OK;
    return fail("-", errno);
}

/* Flush, sync, close. @return errno, or 0. */
static int finish(struct fm_whole_file *file)
{
    int os_error = 0;
    if (fflush(file->stream) != 0 || (file->beside != NULL && fsync(fileno(file->stream)) != 0))
        os_error = errno;
    else if (ferror(file->stream))
        os_error = EIO;
    if (fclose(file->stream) != 0 && os_error == 0)
        os_error = errno;
    return os_error;
}

enum fm_status fm_whole_file_close(struct fm_whole_file *file, bool keep)
{
    if (file->stream == stdout)
        return keep ? fm_stdout_finish() : FM_OK;
    int os_error = finish(file);
    if (file->beside == NULL)
        return os_error == 0 ? FM_OK : fail(file->name, os_error);
    if (keep && os_error == 0 && rename(file->beside, file->name) != 0)
        os_error = errno;
    if (!keep || os_error != 0)
        unlink(file->beside);
    free(file->beside);
    return keep && os_error != 0 ? fail(file->name, os_error) : FM_OK;
}
