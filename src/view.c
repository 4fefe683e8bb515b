/* SPDX-License-Identifier: MIT */
/* Collects what can be shown of a position: see draw.h. Castling rights are read off the
 * Shredder-FEN, which names every rook, and the castling style off the prefix of the X-FEN. */
#include <config.h>
#include "draw.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 512 };

/* @param text  a copy of it is kept. */
static void add_fact(struct fm_view *view, const char *title, bool code, struct fm_text text)
{
    if (view->count == view->room) {
        const size_t room = 2 * view->room + 16;
        struct fm_view_fact *grown = realloc(view->facts, room * sizeof *grown);
        view->failed |= grown == NULL;
        if (grown == NULL)
            return;
        view->facts = grown;
        view->room = room;
    }
    char *copy = malloc(text.n + 1);
    view->failed |= copy == NULL;
    if (copy == NULL)
        return;
    if (text.n > 0)
        memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    view->facts[view->count++] = (struct fm_view_fact){.title = title, .text = copy, .code = code};
}

static void add_words(struct fm_view *view, const char *title, const char *text)
{
    add_fact(view, title, false, fm_printable_text(text));
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
static void add_rights(struct fm_view *view, struct fm_text rights, bool black)
{
    char text[LINE_SIZE] = "no";
    const unsigned first = black ? 'a' : 'A';
    const unsigned king = king_file(view, black);
    size_t n = 0;
    for (size_t i = 0; i < rights.n && n < sizeof text; i++) {
        if (rights.p[i] < first || rights.p[i] >= first + view->board.files)
            continue;
        const unsigned rook = rights.p[i] - first;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s with the rook on %c%c",
                              n > 0 ? ", " : "", rook > king ? "O-O" : "O-O-O",
                              (char)('a' + (char)rook), black ? '8' : '1');
    }
    add_words(view, black ? "Black may castle" : "White may castle", text);
}

static void add_fen(struct fm_view *view, const struct fm_position *position, const char *title,
                    enum fm_castling_dialect castling, enum fm_en_passant en_passant)
{
    char fen[FM_FEN_SIZE];
    const bool can = fm_position_fen(position, castling, en_passant, FM_COUNTERS_FIELDS, fen,
                                     sizeof fen, NULL) == FM_OK;
    add_fact(view, title, can,
             fm_printable_text(can ? fen : "cannot express which rook may castle"));
}

static void add_position(struct fm_view *view, const struct fm_position *position)
{
    char xfen[FM_FEN_SIZE] = "", shredder[FM_FEN_SIZE] = "", text[LINE_SIZE];
    (void)fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_ALWAYS, FM_COUNTERS_NONE, xfen,
                          sizeof xfen, NULL);
    (void)fm_position_fen(position, FM_CASTLING_SHREDDER, FM_EP_ALWAYS, FM_COUNTERS_NONE, shredder,
                          sizeof shredder, NULL);
    snprintf(text, sizeof text, "%s%s", view->board.black ? "Black" : "White",
             fm_position_in_check(position) ? ", in check" : "");
    add_words(view, "To move", text);
    const struct fm_text rights = fm_fen_rights(fm_printable_text(shredder));
    add_rights(view, rights, false);
    add_rights(view, rights, true);
    const struct fm_text prefixed = fm_fen_rights(fm_printable_text(xfen));
    const char style = prefixed.n > 0 ? (char)*prefixed.p : '-';
    if (style == 's' || style == 'm')
        add_words(view, "Castling",
                  style == 's' ? "symmetric: the king goes to the second file from the edge"
                  : view->board.files == 8 ? "modern: the king goes two steps"
                                           : "modern: the king goes three steps");
    add_fen(view, position, "X-FEN", FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL);
    add_fen(view, position, "Shredder-FEN", FM_CASTLING_SHREDDER, FM_EP_ALWAYS);
    add_fen(view, position, "FEN", FM_CASTLING_FEN, FM_EP_ALWAYS);
    snprintf(text, sizeof text, "SP %d", fm_position_sp(position));
    if (fm_position_sp(position) >= 0)
        add_words(view, "Start position", text);
}

static void mark(struct fm_view *view, struct fm_view_mark one)
{
    const unsigned files = view->board.files;
    if (view->mark_count < FM_VIEW_MARKS && one.from_file < files && one.to_file < files &&
        one.from_rank < 8 && one.to_rank < 8)
        view->marks[view->mark_count++] = one;
}

/* @param from, to  squares, which texts begin with; what is none is off the board. */
static void mark_squares(struct fm_view *view, enum fm_mark_kind kind, const unsigned char *from,
                         const unsigned char *to)
{
    mark(view, (struct fm_view_mark){kind, from != to, (unsigned char)(from[0] - 'a'),
                                     (unsigned char)(from[1] - '1'), (unsigned char)(to[0] - 'a'),
                                     (unsigned char)(to[1] - '1')});
}

/* Letters of [%csl] and [%cal]. */
static const struct {
    char letter;
    enum fm_mark_kind kind;
    const char *name;
} colours[] = {
    {'G', FM_MARK_GREEN, "green"},
    {'R', FM_MARK_RED, "red"},
    {'Y', FM_MARK_YELLOW, "yellow"},
    {'B', FM_MARK_BLUE, "blue"},
};

enum { MARK_SIZE = sizeof ", yellow e2-e4", MARKS_SIZE = FM_VIEW_MARKS * MARK_SIZE };

/* "Gd4" or "Ge2e4". @param[in,out] text  of the fact, with room for all that are drawn. */
static void mark_word(struct fm_view *view, struct fm_text word, bool arrow, char text[MARKS_SIZE])
{
    for (size_t i = 0; i < FM_COUNT_OF(colours); i++) {
        if (word.n != (arrow ? 5U : 3U) || word.p[0] != (unsigned char)colours[i].letter)
            continue;
        const size_t before = view->mark_count;
        mark_squares(view, colours[i].kind, word.p + 1, word.p + (arrow ? 3 : 1));
        if (view->mark_count > before)
            snprintf(text + strlen(text), MARKS_SIZE - strlen(text), "%s%s %.2s%s%.2s",
                     *text == '\0' ? "" : ", ", colours[i].name, (const char *)word.p + 1,
                     arrow ? "-" : "", arrow ? (const char *)word.p + 3 : "");
    }
}

/* All of [%csl ...] and [%cal ...]. */
static void mark_commands(struct fm_view *view, struct fm_text commands)
{
    char text[MARKS_SIZE] = "";
    static const char *const names[] = {"[%csl", "[%cal"};
    for (size_t at = 0; at + 5 < commands.n; at++) {
        const bool arrow = memcmp(commands.p + at, names[1], 5) == 0;
        if (!arrow && memcmp(commands.p + at, names[0], 5) != 0)
            continue;
        for (at += 5; at < commands.n && commands.p[at] != ']'; at++) {
            const size_t begin = at;
            while (at < commands.n && memchr(" ,]", commands.p[at], 3) == NULL)
                at++;
            mark_word(view, (struct fm_text){commands.p + begin, at - begin}, arrow, text);
            if (at < commands.n && commands.p[at] == ']')
                break;
        }
    }
    if (*text != '\0')
        add_words(view, "Marks", text);
}

/* Draw arrows for moves. @param first  of a line: only the first of them. */
static void mark_moves(struct fm_view *view, const struct fm_position *position,
                       enum fm_mark_kind kind, struct fm_text moves, bool first)
{
    for (size_t at = 0; position != NULL && at < moves.n; at++) {
        const size_t begin = at;
        struct fm_legal_move move;
        while (at < moves.n && moves.p[at] != ' ')
            at++;
        if (fm_position_find(position, (struct fm_text){moves.p + begin, at - begin}, &move,
                             NULL) != FM_OK)
            continue;
        mark(view, (struct fm_view_mark){kind, true, move.from_file, move.from_rank, move.to_file,
                                         move.to_rank});
        if (first)
            return;
    }
}

/* Titles of opcodes whose names do not explain them (PGN standard 16.2.5), and the way in
 * which their moves are drawn. */
static const struct {
    const char *opcode, *title;
    enum fm_mark_kind kind; /* mark for its moves; FM_MARK_LAST = no moves to draw */
    bool first;
} opcodes[] = {
    {"bm", "Best move (bm)", FM_MARK_GREEN, false}, {"am", "Avoid (am)", FM_MARK_RED, false},
    {"sm", "Move (sm)", FM_MARK_BLUE, false},       {"pm", "Predicted (pm)", FM_MARK_BLUE, false},
    {"pv", "Line (pv)", FM_MARK_BLUE, true},        {"id", "Id (id)", FM_MARK_LAST, false},
    {"dm", "Mate in (dm)", FM_MARK_LAST, false},    {"ce", "Score (ce)", FM_MARK_LAST, false},
    {"acd", "Depth (acd)", FM_MARK_LAST, false},    {"eco", "Opening (eco)", FM_MARK_LAST, false},
};

static void add_operation(struct fm_view *view, const struct fm_position *position,
                          struct fm_text opcode, struct fm_text operands)
{
    struct fm_text shown = operands;
    if (shown.n >= 2 && shown.p[0] == '"' && memchr(shown.p + 1, '"', shown.n - 2) == NULL &&
        shown.p[shown.n - 1] == '"')
        shown = (struct fm_text){shown.p + 1, shown.n - 2};
    for (size_t i = 0; i < FM_COUNT_OF(opcodes); i++) {
        if (strlen(opcodes[i].opcode) != opcode.n ||
            memcmp(opcodes[i].opcode, opcode.p, opcode.n) != 0)
            continue;
        if (opcodes[i].kind != FM_MARK_LAST)
            mark_moves(view, position, opcodes[i].kind, operands, opcodes[i].first);
        add_fact(view, opcodes[i].title, false, shown);
        return;
    }
    char *title = strndup((const char *)opcode.p, opcode.n);
    const size_t count = view->count;
    view->failed |= title == NULL;
    if (title != NULL)
        add_fact(view, title, false, shown);
    if (view->count > count)
        view->facts[count].own = title;
    else
        free(title);
}

/* The operations of an EPD record; of one that is wrong there are none. hmvc and fmvn are in the
 * FEN. */
static void add_operations(struct fm_view *view, const struct fm_position *position,
                           struct fm_text fen, struct fm_text ops)
{
    struct fm_text opcode, operands;
    struct fm_epd *epd = NULL;
    const size_t n = fen.n + 1 + ops.n;
    unsigned char *line = malloc(n);
    view->failed |= line == NULL;
    if (line == NULL)
        return;
    memcpy(line, fen.p, fen.n);
    line[fen.n] = ' ';
    if (ops.n > 0)
        memcpy(line + fen.n + 1, ops.p, ops.n);
    const enum fm_status status = fm_epd_read((struct fm_text){line, n}, &epd, NULL);
    view->failed |= status == FM_NO_MEMORY;
    if (status == FM_OK)
        for (size_t i = 0; fm_epd_operation(epd, i, &opcode, &operands); i++)
            if (opcode.n != 4 ||
                (memcmp(opcode.p, "hmvc", 4) != 0 && memcmp(opcode.p, "fmvn", 4) != 0))
                add_operation(view, position, opcode, operands);
    fm_epd_free(epd);
    free(line);
}

/* "2... Nc6" @param fen  of the position after it. */
static void add_last(struct fm_view *view, struct fm_text fen, struct fm_text san)
{
    char text[LINE_SIZE];
    uint64_t number = 0;
    size_t digits = fen.n;
    while (digits > 0 && fen.p[digits - 1] >= '0' && fen.p[digits - 1] <= '9')
        digits--;
    for (size_t i = digits; i < fen.n; i++)
        number = 10 * number + (uint64_t)(fen.p[i] - '0');
    if (san.n == 0 || san.n > LINE_SIZE / 2)
        return;
    snprintf(text, sizeof text, "%" PRIu64 "%s %.*s", view->board.black ? number : number - 1,
             view->board.black ? "." : "...", (int)san.n, (const char *)san.p);
    add_words(view, "Last move", text);
}

static bool is_known(struct fm_text tag)
{
    return tag.n > 0 && *tag.p != '?' && !(tag.n == 1 && *tag.p == '-');
}

/* The facts about a game, of which the position is one. */
static void add_game(struct fm_view *view, const struct fm_text *shown)
{
    static const struct {
        enum fm_shown_field field;
        const char *title;
    } tags[] = {
        {FM_SHOWN_WHITE, "White"}, {FM_SHOWN_BLACK, "Black"},   {FM_SHOWN_EVENT, "Event"},
        {FM_SHOWN_DATE, "Date"},   {FM_SHOWN_RESULT, "Result"},
    };
    for (size_t i = 0; i < FM_COUNT_OF(tags); i++)
        if (is_known(shown[tags[i].field]))
            add_fact(view, tags[i].title, false, shown[tags[i].field]);
    add_last(view, shown[FM_SHOWN_FEN], shown[FM_SHOWN_LAST]);
    if (shown[FM_SHOWN_COMMENT].n > 0)
        add_fact(view, "Comment", false, shown[FM_SHOWN_COMMENT]);
}

/* "Position 3: Smith - Jones, 1998.05.01", "Position 4: BK.01" */
static void add_caption(struct fm_view *view, const struct fm_text *shown)
{
    const struct fm_text white = shown[FM_SHOWN_WHITE], black = shown[FM_SHOWN_BLACK],
                         date = shown[FM_SHOWN_DATE];
    const char *id = "";
    for (size_t i = 0; i < view->count; i++)
        if (strcmp(view->facts[i].title, "Id (id)") == 0)
            id = view->facts[i].text;
    const size_t room = white.n + black.n + date.n + strlen(id) + 64;
    view->caption = malloc(room);
    view->failed |= view->caption == NULL;
    if (view->caption == NULL)
        return;
    int n = snprintf(view->caption, room, "Position %" PRIu64, view->number);
    if (is_known(white) || is_known(black))
        n += snprintf(
            view->caption + n, room - (size_t)n, ": %.*s - %.*s",
            is_known(white) ? (int)white.n : 1, is_known(white) ? (const char *)white.p : "?",
            is_known(black) ? (int)black.n : 1, is_known(black) ? (const char *)black.p : "?");
    if ((is_known(white) || is_known(black)) && is_known(date))
        n += snprintf(view->caption + n, room - (size_t)n, ", %.*s", (int)date.n,
                      (const char *)date.p);
    if (*id != '\0')
        snprintf(view->caption + n, room - (size_t)n, ": %s", id);
}

void fm_view_make(struct fm_view *view, const struct fm_position *position,
                  const struct fm_board *board, const struct fm_text *shown, uint64_t number)
{
    char title[FM_FEN_SIZE] = "";
    *view = (struct fm_view){.number = number, .board = FM_BOARD_INIT};
    if (position != NULL) {
        fm_position_board(position, &view->board);
        (void)fm_position_fen(position, FM_CASTLING_XFEN, FM_EP_PSEUDO_LEGAL, FM_COUNTERS_FIELDS,
                              title, sizeof title, NULL);
        view->title = strdup(title);
    } else {
        view->board = *board;
        view->title = strndup((const char *)shown[FM_SHOWN_FEN].p, shown[FM_SHOWN_FEN].n);
    }
    view->failed |= view->title == NULL;
    view->tells_side = position != NULL;
    const struct fm_text last = shown[FM_SHOWN_LAST_UCI];
    for (size_t i = 0; last.n >= 4 && i < 4; i += 2)
        mark_squares(view, FM_MARK_LAST, last.p + i, last.p + i);
    add_game(view, shown);
    if (shown[FM_SHOWN_FEN].n > 0)
        add_operations(view, position, shown[FM_SHOWN_FEN], shown[FM_SHOWN_OPS]);
    mark_commands(view, shown[FM_SHOWN_COMMANDS]);
    char faults[LINE_SIZE] = "the text is a board alone";
    if (view->board.faults != 0 && position == NULL)
        (void)fm_faults_text(view->board.faults, faults, sizeof faults);
    if (position != NULL)
        add_position(view, position);
    else
        add_words(view, "No position", faults);
    if (number > 0)
        add_caption(view, shown);
}

void fm_view_make_broken(struct fm_view *view, const struct fm_board *board, const char *square)
{
    *view = (struct fm_view){.board = *board, .tells_side = true};
    const unsigned char *const p = (const unsigned char *)square;
    if (strlen(square) >= 2)
        mark_squares(view, FM_MARK_RED, p, p);
}

void fm_view_free(struct fm_view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        free(view->facts[i].own);
        free(view->facts[i].text);
    }
    free(view->facts);
    free(view->caption);
    free(view->title);
}
