/* SPDX-License-Identifier: MIT */
/* What there is to show of a position, and drawings for terminals. Castling rights are read off the
 * Shredder-FEN, which names every rook, and the castling style off the prefix of the X-FEN. */
#include <config.h>
#include "draw.h"
#include <inttypes.h>
#include <string.h>

static char *add(struct fm_view *view, const char *title, bool code)
{
    struct fm_view_fact *fact = &view->facts[view->count++];
    *fact = (struct fm_view_fact){.title = title, .code = code};
    return fact->text;
}

/* The third field of a FEN, or "" if there is none. */
static const char *castling_field(const char *fen)
{
    for (int i = 0; i < 2 && fen != NULL; i++)
        fen = strchr(fen, ' ') == NULL ? NULL : strchr(fen, ' ') + 1;
    return fen == NULL ? "" : fen;
}

static unsigned king_file(const struct fm_view *view, bool black)
{
    const unsigned rank = black ? 7 : 0;
    for (unsigned file = 0; file < view->board.files; file++)
        if (view->board.pieces[rank][file] == (black ? 'k' : 'K'))
            return file;
    return 0;
}

/* "O-O with the rook on h1, O-O-O with the rook on a1" */
static void put_rights(struct fm_view *view, const char *field, bool black)
{
    char *text = add(view, black ? "Black may castle" : "White may castle", false);
    const char first = black ? 'a' : 'A';
    const unsigned king = king_file(view, black);
    size_t n = 0;
    for (; *field != '\0' && *field != ' ' && n < FM_VIEW_TEXT; field++) {
        if (*field < first || *field >= first + (char)view->board.files)
            continue;
        const unsigned rook = (unsigned)(*field - first);
        n += (size_t)snprintf(text + n, FM_VIEW_TEXT - n, "%s%s with the rook on %c%c",
                              n > 0 ? ", " : "", rook > king ? "O-O" : "O-O-O",
                              (char)('a' + (char)rook), black ? '8' : '1');
    }
    if (n == 0)
        snprintf(text, FM_VIEW_TEXT, "no");
}

static void put_style(struct fm_view *view, char prefix)
{
    if (prefix == 's')
        snprintf(add(view, "Castling", false), FM_VIEW_TEXT,
                 "symmetric: the king goes to the second file from the edge");
    else if (prefix == 'm')
        snprintf(add(view, "Castling", false), FM_VIEW_TEXT, "modern: the king goes %s steps",
                 view->board.files == 8 ? "two" : "three");
}

static void put_fen(struct fm_view *view, const struct fm_position *position, const char *title,
                    enum fm_castling_dialect castling, enum fm_en_passant en_passant)
{
    char *text = add(view, title, true);
    if (fm_position_fen(position, castling, en_passant, FM_COUNTERS_FIELDS, text, FM_VIEW_TEXT,
                        NULL) == FM_OK)
        return;
    view->facts[view->count - 1].code = false;
    snprintf(text, FM_VIEW_TEXT, "cannot express which rook may castle");
}

void fm_view_make(struct fm_view *view, const struct fm_position *position, const char *caption)
{
    char xfen[FM_VIEW_TEXT] = "", shredder[FM_VIEW_TEXT] = "";
    *view = (struct fm_view){.caption = caption};
    fm_position_board(position, &view->board);
    (void)fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_FIELDS,
                          view->title, sizeof view->title, NULL);
    (void)fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_NONE, xfen,
                          sizeof xfen, NULL);
    (void)fm_position_fen(position, FM_CASTLING_SHREDDER, FM_EP_ALWAYS, FM_COUNTERS_NONE, shredder,
                          sizeof shredder, NULL);
    snprintf(add(view, "To move", false), FM_VIEW_TEXT, "%s%s",
             fm_position_black_to_move(position) ? "Black" : "White",
             fm_position_in_check(position) ? ", in check" : "");
    put_rights(view, castling_field(shredder), false);
    put_rights(view, castling_field(shredder), true);
    put_style(view, *castling_field(xfen));
    put_fen(view, position, "X-FEN", FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL);
    put_fen(view, position, "Shredder-FEN", FM_CASTLING_SHREDDER, FM_EP_ALWAYS);
    put_fen(view, position, "FEN", FM_CASTLING_FEN, FM_EP_ALWAYS);
    if (fm_position_sp(position) >= 0)
        snprintf(add(view, "Start position", false), FM_VIEW_TEXT, "SP %d",
                 fm_position_sp(position));
}

void fm_view_make_board(struct fm_view *view, const struct fm_board *board, struct fm_text fen,
                        const char *caption)
{
    *view = (struct fm_view){.board = *board, .caption = caption};
    snprintf(view->title, sizeof view->title, "%.*s", (int)fen.n, (const char *)fen.p);
    if (board->faults == 0)
        snprintf(add(view, "No position", false), FM_VIEW_TEXT, "the text is a board alone");
    else
        (void)fm_faults_text(board->faults, add(view, "No position", false), FM_VIEW_TEXT);
}

/* The figurines that terminals show: outlined for White, filled for Black. Fonts have none for the
 * archbishop and the chancellor. */
static const char *figurine(char piece)
{
    static const struct {
        char piece;
        const char *text;
    } table[] = {
        {'K', "♔"}, {'Q', "♕"}, {'R', "♖"}, {'B', "♗"}, {'N', "♘"}, {'P', "♙"},
        {'k', "♚"}, {'q', "♛"}, {'r', "♜"}, {'b', "♝"}, {'n', "♞"}, {'p', "♟"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].piece == piece)
            return table[i].text;
    return NULL;
}

static void put_square(struct fm_stream *to, char piece, bool figurines)
{
    const char *text = figurines ? figurine(piece) : NULL;
    if (text != NULL)
        fm_stream_print(to, " %s", text);
    else if (piece != 0)
        fm_stream_print(to, " %c", piece);
    else
        fm_stream_put(to, figurines ? " ·" : " .");
}

static void draw(struct fm_stream *to, const struct fm_view *view, bool figurines)
{
    if (view->caption != NULL)
        fm_stream_print(to, "%s\n\n", view->caption);
    for (unsigned rank = 8; rank-- > 0;) {
        fm_stream_print(to, "%3u ", rank + 1);
        for (unsigned file = 0; file < view->board.files; file++)
            put_square(to, view->board.pieces[rank][file], figurines);
        fm_stream_put(to, "\n");
    }
    fm_stream_put(to, "    ");
    for (unsigned file = 0; file < view->board.files; file++)
        fm_stream_print(to, " %c", (char)('a' + (char)file));
    fm_stream_put(to, "\n\n");
    for (size_t i = 0; i < view->count; i++)
        fm_stream_print(to, "%s:%*s%s\n", view->facts[i].title,
                        (int)(17 - strlen(view->facts[i].title)), "", view->facts[i].text);
    fm_stream_put(to, "\n");
}

static void draw_letters(struct fm_stream *to, const struct fm_view *view)
{
    draw(to, view, false);
}

static void draw_figurines(struct fm_stream *to, const struct fm_view *view)
{
    draw(to, view, true);
}

const struct fm_drawer fm_draw_letters = {.draw = draw_letters};
const struct fm_drawer fm_draw_figurines = {.draw = draw_figurines};
