/* SPDX-License-Identifier: MIT */
/* The table of dialects: see dialect.h. */
#include <config.h>
#include "board/dialect.h"

const struct fm_dialect fm_dialects[] = {
    {FM_CASTLING_FEN, FM_EP_ALWAYS},        /* fen: PGN standard 16.1 */
    {FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL}, /* xfen */
    {FM_CASTLING_SHREDDER, FM_EP_ALWAYS},   /* shredder */
    {FM_CASTLING_XFEN, FM_EP_LEGAL},        /* lichess: scalachess */
    {FM_CASTLING_SHREDDER, FM_EP_LEGAL},    /* stockfish, with UCI_Chess960 */
};

/* A right that the dialect cannot express is another one, too. */
static bool same_rights(const struct fm_dialect *dialect, const struct fm_setup *setup,
                        struct fm_text field)
{
    unsigned char made[8] = {'-'};
    const unsigned char *end = made + 1;
    if (fm_setup_has_rights(setup))
        end = fm_setup_write_castling(setup, dialect->castling, made);
    return end != NULL && fm_text_equal(field, fm_text_between(made, end));
}

static bool same_square(const struct fm_dialect *dialect, const struct fm_setup *setup,
                        struct fm_text field)
{
    unsigned char made[8];
    const unsigned char *end =
        fm_setup_write_ep(setup, fm_setup_shows_ep(setup, dialect->en_passant), made);
    return fm_text_equal(field, fm_text_between(made, end));
}

void fm_dialect_note(const struct fm_dialect *dialect, const struct fm_setup *setup,
                     const struct fm_fen_fields *fields, struct fm_warnings *notes)
{
    if (fields->castling.n > 0 && !same_rights(dialect, setup, fields->castling))
        fm_warnings_note(notes, FM_REASON_CASTLING_DIALECT);
    if (fields->en_passant.n > 0 && !same_square(dialect, setup, fields->en_passant))
        fm_warnings_note(notes, FM_REASON_EN_PASSANT_DIALECT);
}
