/* SPDX-License-Identifier: MIT */
/* The public boards: read, checked, written, made into positions. A position is made of the text of
 * its board, so that there is one way to find the variant. */
#include <config.h>
#include "fenmill.h"
#include "base/memory.h"
#include "board/dispatch.h"
#include "board/fen_read.h"
#include "board/fen_write.h"

/* A board that was given, as a setup. */
struct taken {
    struct fm_setup setup;
    const struct fm_variant *variant; /* NULL = found from the board */
    unsigned faults;
};

/* Give a setup to a caller whose board has its size; members that are not known here are 0. */
static bool give_setup(const struct fm_setup *setup, const char *variant, unsigned faults,
                       struct fm_board *out)
{
    struct fm_board made = {.size = sizeof made,
                            .files = setup->files,
                            .black = setup->black,
                            .faults = faults,
                            .en_passant = setup->ep_file,
                            .halfmove = setup->halfmove,
                            .fullmove = setup->fullmove,
                            .variant = variant};
    memcpy(made.pieces, setup->pieces, sizeof made.pieces);
    for (unsigned right = 0; right < 4; right++)
        made.castling[right / 2][right % 2] = setup->rook[right / 2][right % 2];
    if (!fm_setup_has_own_style(setup))
        made.prefix = (char)fm_castling_prefix(setup->style);
    return fm_give(out, &made, sizeof made);
}

enum fm_status fm_board_read(struct fm_text fen, struct fm_board *out, struct fm_error *error)
{
    struct fm_setup setup;
    struct fm_error *const reported = FM_ERROR_OR_OWN(error);
    *reported = (struct fm_error){.status = FM_OK};
    FM_TRY(fm_setup_read(fen, NULL, true, &setup, NULL, NULL, reported));
    if (give_setup(&setup, setup.variant->name, fm_setup_faults(&setup), out))
        return FM_OK;
    reported->status = FM_BAD_USE;
    return FM_BAD_USE;
}

enum fm_status fm_position_board(const struct fm_position *position, struct fm_board *out)
{
    struct fm_setup setup;
    position->ops->setup(position->board, &setup);
    return give_setup(&setup, position->variant->name, 0, out) ? FM_OK : FM_BAD_USE;
}

/* Take the letters. @return whether each is a piece. */
static bool take_pieces(const struct fm_board *board, struct fm_setup *setup)
{
    const char *const letters = board->files == 8 ? "PNBRQKpnbrqk" : "PNBRQKACpnbrqkac";
    bool good = true;
    for (unsigned i = 0; i < FM_RANKS * board->files; i++) {
        const char letter = board->pieces[i / board->files][i % board->files];
        const bool known = letter == 0 || strchr(letters, letter) != NULL;
        good = good && known;
        if (known)
            setup->pieces[i / board->files][i % board->files] = (unsigned char)letter;
    }
    return good;
}

/* Does the right have its king and its rook, on the side of him that it is of? */
static bool right_holds(const struct fm_setup *setup, enum fm_colour colour, enum fm_side side,
                        int file)
{
    const unsigned char rook = colour == FM_WHITE ? 'R' : 'r';
    const int king = fm_castling_king(setup, colour);
    return king != FM_NO_FILE && file < setup->files &&
           setup->pieces[colour == FM_WHITE ? 0 : FM_RANKS - 1][file] == rook &&
           (side == FM_KING_SIDE ? file > king : file < king);
}

/* Can a pawn have made a double step on that file, as the last move? */
static bool step_holds(const struct fm_setup *setup, int file)
{
    const int from = setup->black ? 1 : FM_RANKS - 2, step = setup->black ? 1 : -1;
    return file < setup->files && setup->pieces[from][file] == 0 &&
           setup->pieces[from + step][file] == 0 &&
           setup->pieces[from + 2 * step][file] == (setup->black ? 'P' : 'p');
}

/* @return false: it is no board. */
static bool take_head(const struct fm_board *board, struct taken *out)
{
    static const char prefixes[] = "sm";
    const struct fm_variant *variant =
        board->variant == NULL ? NULL : fm_variant_named(fm_text_of(board->variant));
    if ((board->files != 8 && board->files != FM_MAX_FILES) ||
        (board->variant != NULL && (variant == NULL || variant->files != board->files)) ||
        (board->prefix != 0 && strchr(prefixes, board->prefix) == NULL))
        return false;
    out->variant = variant;
    out->setup = (struct fm_setup){
        .files = (uint8_t)board->files,
        .black = board->black,
        .rook = {{FM_NO_FILE, FM_NO_FILE}, {FM_NO_FILE, FM_NO_FILE}},
        .style = board->prefix == 's'   ? FM_STYLE_SYMMETRIC
                 : board->prefix == 'm' ? FM_STYLE_MODERN
                 : variant != NULL      ? variant->style
                                        : FM_STYLE_TRADITIONAL,
        .ep_file = FM_NO_FILE,
        .halfmove = board->halfmove < FM_COUNTER_MAX ? board->halfmove : FM_COUNTER_MAX,
        .fullmove = board->fullmove == 0               ? 1
                    : board->fullmove < FM_COUNTER_MAX ? board->fullmove
                                                       : FM_COUNTER_MAX,
        .variant = variant != NULL ? variant
                                   : &fm_variants[board->files == 8 ? FM_STANDARD : FM_CAPABLANCA]};
    return true;
}

/* Take a board apart, with all that is wrong with it. */
static void take_board(const struct fm_board *given, struct taken *out)
{
    struct fm_board board;
    *out = (struct taken){.faults = FM_FAULT_BAD_BOARD};
    if (!fm_given(&board, sizeof board, given) || !take_head(&board, out))
        return;
    struct fm_setup *const setup = &out->setup;
    out->faults = take_pieces(&board, setup) ? 0 : FM_FAULT_LETTER;
    for (unsigned right = 0; right < 4; right++) {
        const int file = board.castling[right / 2][right % 2];
        if (file < 0)
            continue;
        if (right_holds(setup, (enum fm_colour)(right / 2), (enum fm_side)(right % 2), file))
            setup->rook[right / 2][right % 2] = (int8_t)file;
        else
            out->faults |= FM_FAULT_CASTLING;
    }
    if (board.en_passant >= 0 && step_holds(setup, board.en_passant))
        setup->ep_file = board.en_passant;
    else if (board.en_passant >= 0)
        out->faults |= FM_FAULT_EN_PASSANT;
    out->faults |= fm_setup_faults(setup);
}

unsigned fm_board_faults(const struct fm_board *board)
{
    struct taken taken;
    take_board(board, &taken);
    return taken.faults;
}

enum fm_status fm_board_fen(const struct fm_board *board, char *out, size_t size, size_t *length)
{
    unsigned char text[FM_FEN_MAX];
    struct taken taken;
    take_board(board, &taken);
    if (length != NULL)
        *length = 0;
    if (size > 0)
        *out = '\0';
    if (taken.faults & FM_FAULT_BAD_BOARD)
        return FM_BAD_USE;
    if (taken.faults & (FM_FAULT_LETTER | FM_FAULT_CASTLING))
        return FM_REJECTED;
    const unsigned char *const end =
        fm_setup_write_fen(&taken.setup, FM_CASTLING_XFEN, true, true, text);
    return fm_give_text(fm_text_between(text, end), out, size, length);
}

enum fm_status fm_position_new_board(const struct fm_board *board, struct fm_position **out,
                                     struct fm_error *error)
{
    unsigned char text[FM_FEN_MAX];
    struct fm_warnings notes = {{0}};
    struct fm_setup setup;
    struct taken taken;
    struct fm_error *const reported = FM_ERROR_OR_OWN(error);
    take_board(board, &taken);
    const bool bad = (taken.faults & FM_FAULT_BAD_BOARD) != 0;
    *reported = (struct fm_error){.status = bad                 ? FM_BAD_USE
                                            : taken.faults == 0 ? FM_OK
                                                                : FM_REJECTED,
                                  .reason = FM_REASON_IMPOSSIBLE_POSITION,
                                  .faults = taken.faults};
    if (taken.faults != 0)
        return reported->status;
    const unsigned char *const end =
        fm_setup_write_fen(&taken.setup, FM_CASTLING_XFEN, true, true, text);
    FM_TRY(fm_setup_read((struct fm_text){text, (size_t)(end - text)}, taken.variant, false, &setup,
                         NULL, &notes, reported));
    *reported = (struct fm_error){.status = FM_OK};
    return fm_position_make(&setup, &notes, out);
}
