/* SPDX-License-Identifier: MIT */
/* Draw a board as SVG, the pieces that give check and what is pinned marked: draw_board [FEN] >board.svg */
#include <fenmill.h>
#include <stdio.h>
#include <string.h>

static bool has(const struct fm_square_set *set, unsigned file, unsigned rank)
{
    return set->ranks[rank] >> file & 1;
}

/* The chess symbols of Unicode, in the order of the letters. */
static const char *symbol(char letter)
{
    static const char letters[] = "KQRBNPkqrbnp";
    static const char *const symbols[] = {"&#9812;", "&#9813;", "&#9814;", "&#9815;",
                                          "&#9816;", "&#9817;", "&#9818;", "&#9819;",
                                          "&#9820;", "&#9821;", "&#9822;", "&#9823;"};
    const char *const at = strchr(letters, letter);
    return at == NULL ? "?" : symbols[at - letters];
}

static void draw(const struct fm_position *position)
{
    struct fm_square_set checkers, pinned;
    const unsigned files = fm_position_files(position);
    (void)fm_position_checkers(position, &checkers);
    (void)fm_position_pinned(position, fm_position_black_to_move(position), &pinned);
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u 80\" font-size=\"9\" "
           "text-anchor=\"middle\">\n",
           10 * files);
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned file = 0; file < files; file++) {
            const char piece = fm_position_piece(position, file, rank);
            const unsigned x = 10 * file, y = 10 * (7 - rank);
            const char *const fill = has(&checkers, file, rank) ? "#e66"
                                     : has(&pinned, file, rank) ? "#fd6"
                                     : (file + rank) % 2        ? "#eed"
                                                                : "#9ab";
            printf("<rect x=\"%u\" y=\"%u\" width=\"10\" height=\"10\" fill=\"%s\"/>", x, y, fill);
            if (piece != 0)
                printf("<text x=\"%u\" y=\"%u\">%s</text>", x + 5, y + 8, symbol(piece));
            printf("\n");
        }
    printf("</svg>\n");
}

int main(int argc, char **argv)
{
    const char *fen = argc > 1 ? argv[1] : fm_variant_start("standard");
    const struct fm_text text = {(const unsigned char *)fen, strlen(fen)};
    struct fm_position *position;
    struct fm_error error;
    if (fm_position_new(text, NULL, &position, &error) != FM_OK) {
        char line[512];
        (void)fm_error_text(&error, line, sizeof line);
        fprintf(stderr, "%s\n", line);
        return 1;
    }
    draw(position);
    fm_position_free(position);
    return 0;
}
