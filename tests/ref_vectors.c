/* SPDX-License-Identifier: MIT */
#include <config.h>
/* The protocol of vectors/run for the reference implementation: what it can answer is one more opinion on the rows. It knows
 * no impossible positions, and of moves only English letters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference/ref_fen.h"
#include "reference/ref_san.h"
#include "starts.h"

enum { ANSWER_SIZE = 16384 };

static bool play_all(struct ref_position *pos, char *moves)
{
    for (char *save, *word = strtok_r(moves, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        struct ref_move found[REF_MOVES_MAX];
        const int which = ref_find_uci(found, ref_moves(pos, found), word);
        if (which < 0)
            return false;
        ref_play(pos, &found[which]);
    }
    return true;
}

static enum ref_dialect dialect_of(const char *option)
{
    return *option == 'x' ? REF_XFEN : *option == 's' ? REF_SHREDDER : REF_FEN;
}

static void answer_fen(char *option, char *fen, char *moves, char *out)
{
    struct ref_position pos;
    const char rule = strchr(option, '/')[1];
    const enum ref_ep ep = rule == 'a'   ? REF_EP_ALWAYS
                           : rule == 'p' ? REF_EP_PSEUDO_LEGAL
                                         : REF_EP_LEGAL;
    if (!ref_read_fen(fen, NULL, &pos) || (strcmp(moves, "-") != 0 && !play_all(&pos, moves)))
        strcpy(out, "no");
    else if (!ref_write_fen(&pos, dialect_of(option), ep, out + 3))
        strcpy(out, "no not-representable");
    else
        memcpy(out, "ok ", 3);
}

static void answer_san(char *language, char *fen, char *text, char *out)
{
    struct ref_position pos;
    struct ref_move moves[REF_MOVES_MAX];
    char uci[REF_MOVE_SIZE], san[REF_MOVE_SIZE];
    if (strcmp(language, "en") != 0)
        return;
    if (!ref_read_fen(fen, NULL, &pos)) {
        strcpy(out, "no");
        return;
    }
    const int count = ref_moves(&pos, moves);
    const int which = ref_find_san(&pos, moves, count, text);
    if (which < 0) {
        strcpy(out, which == -2 ? "no ambiguous" : "no illegal");
        return;
    }
    ref_write_uci(&moves[which], true, uci);
    ref_write_san(&pos, moves, count, which, san);
    snprintf(out, ANSWER_SIZE, "ok %s %s", uci, san);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void answer_moves(char *variant, char *fen, char *text, char *out)
{
    static char uci[REF_MOVES_MAX][REF_MOVE_SIZE];
    struct ref_position pos;
    struct ref_move moves[REF_MOVES_MAX];
    (void)text;
    if (!ref_read_fen(fen, variant, &pos)) {
        strcpy(out, "no");
        return;
    }
    const int count = ref_moves(&pos, moves);
    for (int i = 0; i < count; i++)
        ref_write_uci(&moves[i], strcmp(variant, "standard") != 0, uci[i]);
    qsort(uci, (size_t)count, sizeof *uci, by_text);
    out += sprintf(out, "ok");
    for (int i = 0; i < count; i++)
        out += sprintf(out, " %s", uci[i]);
}

static void answer_perft(char *variant, char *fen, char *depth, char *out)
{
    struct ref_position pos;
    if (ref_read_fen(fen, variant, &pos))
        snprintf(out, ANSWER_SIZE, "ok %llu", ref_perft(&pos, (unsigned)strtoul(depth, NULL, 10)));
    else
        strcpy(out, "no");
}

static void answer_start(char *option, char *number, char *text, char *out)
{
    char row[9], lower[9] = "", fen[REF_FEN_SIZE];
    struct ref_position pos;
    (void)text;
    start_row_960((unsigned)strtoul(number, NULL, 10) % 960, row);
    for (int i = 0; row[i]; i++)
        lower[i] = (char)(row[i] - 'A' + 'a');
    snprintf(fen, sizeof fen, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", lower, row);
    memcpy(out, "ok ", 3);
    if (*number < '0' || *number > '9' || strtoul(number, NULL, 10) > 959 ||
        !ref_read_fen(fen, NULL, &pos) ||
        !ref_write_fen(&pos, dialect_of(option), REF_EP_ALWAYS, out + 3))
        strcpy(out, "no number");
}

int main(void)
{
    static const struct {
        const char *name;
        void (*answer)(char *option, char *first, char *second, char *out);
    } tasks[] = {{"fen", answer_fen},
                 {"san", answer_san},
                 {"start960", answer_start},
                 {"moves", answer_moves},
                 {"perft", answer_perft}};
    char line[16384], out[ANSWER_SIZE];
    while (fgets(line, sizeof line, stdin)) {
        char *field[4] = {line, NULL, NULL, NULL};
        line[strcspn(line, "\n")] = '\0';
        for (int i = 1; i < 4 && field[i - 1]; i++)
            if ((field[i] = strchr(field[i - 1], '\t')) != NULL)
                *field[i]++ = '\0';
        strcpy(out, "unsupported");
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks && field[3]; i++)
            if (strcmp(field[0], tasks[i].name) == 0)
                tasks[i].answer(field[1], field[2], field[3], out);
        puts(out);
    }
    return 0;
}
