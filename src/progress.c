/* Progress is told by the committing thread after each block; what is too early for a person is
 * left out. */
#include <config.h>
#include "progress.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "number.h"

static const double TERMINAL_EVERY = 0.2, LINES_EVERY = 2.0, FIRST_AFTER = 0.5; /* seconds */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Sum of the sizes, or 0 if one of the inputs has none that can be known. */
static uint64_t total_size(char *const *inputs, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat about;
        const bool standard = strcmp(inputs[i], "-") == 0;
        if ((standard ? fstat(STDIN_FILENO, &about) : stat(inputs[i], &about)) != 0 ||
            !S_ISREG(about.st_mode))
            return 0;
        sum += (uint64_t)about.st_size;
    }
    return sum;
}

void fm_progress_start(struct fm_progress *progress, const struct fm_settings *settings,
                       char *const *inputs, size_t count)
{
    *progress = (struct fm_progress){.terminal = isatty(STDERR_FILENO), .began = now()};
    switch (settings->progress) {
    case FM_PROGRESS_AUTO:
        progress->shown = progress->terminal && settings->quiet == 0;
        break;
    case FM_PROGRESS_ALWAYS:
        progress->shown = true;
        break;
    case FM_PROGRESS_NEVER:
        break;
    }
    if (progress->shown)
        progress->size = total_size(inputs, count);
    progress->last = progress->began;
}

static void put_line(struct fm_progress *progress, const char *line)
{
    const size_t width = strlen(line);
    if (progress->terminal) {
        const size_t old = progress->width > width ? progress->width - width : 0;
        fprintf(stderr, "\r%s%*s", line, (int)old, "");
        fflush(stderr);
        progress->width = width;
    } else {
        fprintf(stderr, "%s\n", line);
    }
}

void fm_progress_show(struct fm_progress *progress, const struct fm_totals *totals,
                      uint64_t raw_bytes)
{
    if (!progress->shown)
        return;
    const double time = now(), taken = time - progress->began;
    if (taken < FIRST_AFTER ||
        time - progress->last < (progress->terminal ? TERMINAL_EVERY : LINES_EVERY))
        return;
    progress->last = time;
    char bytes[FM_NUMBER_SIZE], size[FM_NUMBER_SIZE], rate[FM_NUMBER_SIZE], games[FM_NUMBER_SIZE],
        positions[FM_NUMBER_SIZE], left[FM_NUMBER_SIZE], of[2 * FM_NUMBER_SIZE] = "",
                                                                end[2 * FM_NUMBER_SIZE] = "";
    if (progress->size > 0 && raw_bytes > 0) {
        const double share =
            raw_bytes < progress->size ? (double)raw_bytes / (double)progress->size : 1;
        snprintf(of, sizeof of, " of %s (%.0f %%)", fm_number_bytes(progress->size, size),
                 100 * share);
        snprintf(end, sizeof end, ", %s left", fm_number_seconds(taken / share - taken, left));
    }
    char line[512];
    snprintf(line, sizeof line, "%s%s, %s/s, %s games, %s positions%s",
             fm_number_bytes(raw_bytes, bytes), of,
             fm_number_bytes((uint64_t)((double)raw_bytes / taken), rate),
             fm_number_count(totals->games, games),
             fm_number_count(totals->records > 0 ? totals->records : totals->plies, positions),
             end);
    put_line(progress, line);
}

void fm_progress_hide(struct fm_progress *progress)
{
    if (progress->width == 0)
        return;
    fprintf(stderr, "\r%*s\r", (int)progress->width, "");
    fflush(stderr);
    progress->width = 0;
}

double fm_progress_seconds(const struct fm_progress *progress)
{
    return now() - progress->began;
}
