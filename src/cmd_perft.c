/* fenmill perft: count legal move paths. */
#include <config.h>
#include "command.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "fen_operand.h"
#include "message.h"
#include "number.h"
#include "stream.h"

enum { DEPTH_MAX = 100 };

static void print_move(void *user, const char *uci, const char *san, uint64_t count)
{
    uint64_t *sum = user;
    (void)san;
    printf("%s: %" PRIu64 "\n", uci, count);
    *sum += count;
}

static enum fm_status read_depth(const struct fm_settings *settings, unsigned *out)
{
    uint64_t depth = 0;
    if (settings->count == 0)
        return fm_message_usage(settings->command, "a depth is needed: fenmill perft 5");
    if (!fm_number_read(settings->names[0], &depth) || depth > DEPTH_MAX)
        return fm_message_usage(settings->command, "\"%s\": a depth from 0 to %d is needed",
                                settings->names[0], DEPTH_MAX);
    *out = (unsigned)depth;
    return FM_OK;
}

enum fm_status fm_cmd_perft(const struct fm_settings *settings)
{
    unsigned depth = 0;
    struct fm_position *position = NULL;
    enum fm_status status = read_depth(settings, &depth);
    if (status == FM_OK)
        status = fm_fen_operand(settings, settings->names + 1, settings->count - 1, &position);
    if (status != FM_OK)
        return status;
    uint64_t count = 0;
    if (settings->divide && depth > 0)
        fm_position_divide(position, depth, print_move, &count);
    else
        count = fm_position_perft(position, depth);
    printf("%" PRIu64 "\n", count);
    fm_position_free(position);
    return fm_stdout_finish();
}
