/* SPDX-License-Identifier: MIT */
/* Check a list of FENs and write each in Shredder-FEN: check_fens <list.fen
 *
 * What was tolerated is a warning, what is wrong has its reason; both go to standard error with the
 * number of the line. */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

static void print_warnings(const struct fm_position *position, unsigned long line)
{
    enum fm_reason reason;
    for (size_t i = 0; (reason = fm_position_warning(position, i)) != FM_REASON_NONE; i++)
        fprintf(stderr, "%lu: warning: %s\n", line, fm_reason_meaning(reason));
}

/* @return 0, or 1: there is no FEN for this line. */
static int check(struct fm_text fen, unsigned long line)
{
    char out[FM_FEN_SIZE];
    struct fm_position *position;
    struct fm_error error;
    if (fm_position_new(fen, NULL, &position, &error) != FM_OK) {
        char text[512];
        (void)fm_error_text(&error, text, sizeof text);
        fprintf(stderr, "%lu: %s\n", line, text);
        return 1;
    }
    print_warnings(position, line);
    const enum fm_status status =
        fm_position_fen(position, FM_CASTLING_SHREDDER, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_FIELDS, out,
                        sizeof out, NULL);
    if (status == FM_OK)
        puts(out);
    fm_position_free(position);
    return status != FM_OK;
}

int main(void)
{
    char line[1024];
    unsigned long number = 0;
    int wrong = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        const struct fm_text fen = {(const unsigned char *)line, strcspn(line, "\r\n")};
        wrong |= check(fen, ++number);
    }
    return wrong;
}
