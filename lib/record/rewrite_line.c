/* SPDX-License-Identifier: MIT */
/* Both steps of a rewriting: see rewrite_line.h. */
#include <config.h>
#include "record/rewrite_line.h"
#include "board/castling.h"

enum fm_status fm_rewrite_line(struct fm_text line, const struct fm_rewrite *wanted,
                               struct fm_buf *out, struct fm_warnings *notes,
                               struct fm_error *error)
{
    struct fm_fen_edit p;
    enum fm_status status = fm_fen_edit_read(&p, line, wanted, error);
    FM_NEXT(status, fm_fen_edit_write(&p, wanted, out, error));
    fm_warnings_add(notes, &p.notes);
    return status;
}

/* The same counters, unless they were to be dropped. */
static bool counters_agree(struct fm_fen_edit *was, struct fm_fen_edit *is)
{
    fm_fen_edit_read_counters(was);
    fm_fen_edit_read_counters(is);
    return was->wanted->style.counters == FM_COUNTERS_NONE ||
           (is->setup.halfmove == was->setup.halfmove && is->setup.fullmove == was->setup.fullmove);
}

bool fm_rewrite_verified(struct fm_text before, struct fm_text after,
                         const struct fm_rewrite *wanted)
{
    struct fm_fen_edit was, is;
    struct fm_error ignored;
    if (fm_fen_edit_read(&was, before, wanted, &ignored) != FM_OK ||
        fm_fen_edit_read(&is, after, wanted, &ignored) != FM_OK)
        return false;
    const struct fm_setup *const a = &was.setup, *const b = &is.setup;
    const bool square =
        wanted->style.en_passant == FM_EP_KEEP ||
        fm_setup_shows_ep(a, wanted->notation ? FM_EP_ALWAYS : wanted->style.en_passant);
    const bool lost = fm_castling_style_is_lost(a, wanted->style.castling, wanted->style.no_prefix);
    return memcmp(a->pieces, b->pieces, sizeof a->pieces) == 0 && a->black == b->black &&
           memcmp(a->rook, b->rook, sizeof a->rook) == 0 &&
           (lost || !fm_setup_has_rights(a) || a->style == b->style) && counters_agree(&was, &is) &&
           b->ep_file == (square ? a->ep_file : FM_NO_FILE);
}
