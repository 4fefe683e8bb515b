/* SPDX-License-Identifier: MIT */
/* A FEN or EPD text to a public position, with the warnings of a line of a list, or to a board
 * alone. The calls on positions are in board/dispatch.c. */
#include <config.h>
#include "fenmill.h"
#include "board/dispatch.h"
#include "board/fen_read.h"
#include "record/epd.h"

enum fm_status fm_position_new(struct fm_text fen, const char *variant, struct fm_position **out,
                               struct fm_error *error)
{
    struct fm_error unwanted;
    struct fm_setup setup;
    struct fm_fen_fields fields;
    struct fm_warnings notes = {{0}};
    struct fm_error *const reported = error != NULL ? error : &unwanted;
    const struct fm_variant *const known =
        variant == NULL ? NULL : fm_variant_named(fm_text_of(variant));
    *reported = (struct fm_error){.status = FM_OK};
    if (variant != NULL && known == NULL) {
        reported->status = FM_BAD_USE;
        reported->what = fm_text_of(variant);
        reported->detail = FM_TEXT("no such variant");
        return FM_BAD_USE;
    }
    FM_TRY(fm_setup_read(fen, known, false, &setup, &fields, &notes, reported));
    if (fm_epd_has_operations(&fields))
        (void)fm_epd_check(fields.rest, NULL, &notes);
    const unsigned faults = fm_setup_faults(&setup);
    if (faults != 0) {
        reported->status = FM_REJECTED;
        reported->reason = FM_REASON_IMPOSSIBLE_POSITION;
        reported->faults = faults;
        reported->what = fen;
        return FM_REJECTED;
    }
    return fm_position_make(&setup, &notes, out);
}

enum fm_status fm_board_read(struct fm_text fen, struct fm_board *out, struct fm_error *error)
{
    struct fm_error unwanted;
    struct fm_setup setup;
    struct fm_error *const reported = error != NULL ? error : &unwanted;
    *reported = (struct fm_error){.status = FM_OK};
    FM_TRY(fm_setup_read(fen, NULL, true, &setup, NULL, NULL, reported));
    *out = (struct fm_board){
        .files = setup.files, .black = setup.black, .faults = fm_setup_faults(&setup)};
    memcpy(out->pieces, setup.pieces, sizeof out->pieces);
    return FM_OK;
}
