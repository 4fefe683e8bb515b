/* SPDX-License-Identifier: MIT */
/* Print the legal moves of a position: legal_moves [FEN]
 *
 * Each line: SAN, UCI, and the FEN after the move. */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

static int fail(const struct fm_error *error)
{
    char text[512];
    (void)fm_error_text(error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return 1;
}

static int print_moves(const struct fm_position *position)
{
    struct fm_legal_move moves[256];
    const size_t room = sizeof moves / sizeof *moves,
                 count = fm_position_moves(position, moves, room);
    for (size_t i = 0; i < count && i < room; i++) {
        char san[FM_MOVE_SIZE], uci[FM_MOVE_SIZE], fen[FM_FEN_SIZE];
        struct fm_position *after;
        if (fm_position_copy(position, &after) != FM_OK)
            return 1;
        if (fm_position_move_text(position, &moves[i], FM_MOVE_SAN, san, sizeof san) == FM_OK &&
            fm_position_move_text(position, &moves[i], FM_MOVE_UCI, uci, sizeof uci) == FM_OK &&
            fm_position_make_move(after, &moves[i]) == FM_OK &&
            fm_position_fen(after, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_FIELDS, fen,
                            sizeof fen, NULL) == FM_OK)
            printf("%s %s %s\n", san, uci, fen);
        fm_position_free(after);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *fen =
        argc > 1 ? argv[1] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const struct fm_text text = {(const unsigned char *)fen, strlen(fen)};
    struct fm_position *position;
    struct fm_error error;
    if (fm_position_new(text, NULL, &position, &error) != FM_OK)
        return fail(&error);
    const int status = print_moves(position);
    fm_position_free(position);
    return status;
}
