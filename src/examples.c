/* SPDX-License-Identifier: MIT */
/* Messages that are kept: see examples.h. */
#include <config.h>
#include "examples.h"
#include <stdlib.h>
#include <string.h>

/* The board of a message: where the game broke, or of a FEN that is wrong; NULL if it shows
 * none. */
static char *fen_of(const struct fm_error *error, bool *failed)
{
    struct fm_board board = FM_BOARD_INIT;
    const bool broken = error->position.n > 0;
    const struct fm_text fen = broken ? error->position : error->what;
    if (fen.n == 0 || fen.n >= FM_EXAMPLE_TEXT || fm_board_read(fen, &board, NULL) != FM_OK)
        return NULL;
    char *const copy = strndup((const char *)fen.p, fen.n);
    *failed |= copy == NULL;
    return copy;
}

void fm_examples_keep(struct fm_examples *examples, const struct fm_error *error)
{
    struct fm_example_list *list =
        &(error->warning ? examples->warnings : examples->rejected)[error->reason];
    const size_t most = error->warning ? FM_EXAMPLES_WARNINGS : FM_EXAMPLES_REJECTED;
    char text[FM_EXAMPLE_TEXT];
    if (list->seen++ >= most)
        return;
    struct fm_example *grown = realloc(list->of, (list->count + 1) * sizeof *grown);
    examples->failed |= grown == NULL;
    if (grown == NULL)
        return;
    list->of = grown;
    (void)fm_error_text(error, text, sizeof text);
    struct fm_example *one = &grown[list->count];
    *one = (struct fm_example){.text = strdup(text)};
    examples->failed |= one->text == NULL;
    if (one->text == NULL)
        return;
    one->fen = fen_of(error, &examples->failed);
    memcpy(one->to, error->to, sizeof one->to);
    list->count++;
}

static void free_examples(struct fm_example_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->of[i].text);
        free(list->of[i].fen);
    }
    free(list->of);
}

void fm_examples_free(struct fm_examples *examples)
{
    for (size_t i = 0; i < FM_REASON_COUNT; i++) {
        free_examples(&examples->rejected[i]);
        free_examples(&examples->warnings[i]);
    }
}
