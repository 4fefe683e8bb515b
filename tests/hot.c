/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "hot.h"
/* Chooses the board by its width and gives the move the padding that the library may read. */
#include <stdlib.h>
#include <string.h>

static struct fm_text text_of(const char *text)
{
    return (struct fm_text){(const unsigned char *)text, strlen(text)};
}

bool hot_play(const char *fen, const char *variant, const char *text, char out[HOT_FEN_SIZE])
{
    unsigned char padded[32 + FM_TEXT_PADDING];
    const struct fm_variant *named = fm_variant_named(text_of(variant));
    struct fm_setup setup;
    struct fm_error error;
    if (fm_setup_read(text_of(fen), named, false, &setup, NULL, NULL, &error) != FM_OK ||
        fm_setup_faults(&setup) != 0 || strlen(text) >= 32)
        abort();
    /* the text after it looks like more of the move */
    memset(padded, '1', sizeof padded);
    memcpy(padded, text, strlen(text));
    padded[strlen(text)] = ' ';
    return setup.files == 8 ? fm_hot_play_8x8(&setup, padded, out)
                            : fm_hot_play_10x8(&setup, padded, out);
}
