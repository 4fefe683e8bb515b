/* SPDX-License-Identifier: MIT */
/* Lines of a movetext: see lines.h. Moves and notes are arrays, so nothing here is recursive,
 * however deep variations are nested. */
#include <config.h>
#include "pgn/lines.h"
#include <limits.h>
#include "pgn/bytes.h"

enum { BEFORE, AFTER };

/* A variation that is read, and the line that it is in. */
struct fm_lines_level {
    uint32_t move, line; /* the last move and the index of the line around it */
};

/* How far the text is read. */
struct reading {
    struct fm_lines *lines;
    uint32_t move;    /* the last one */
    uint32_t line;    /* index of the line that it is in */
    bool begins;      /* a variation began: its first move is not read yet */
    uint32_t pending; /* notes before that move: the first one; 0 = none */
    uint32_t pending_last;
};

void fm_lines_free(struct fm_lines *lines)
{
    fm_buf_free(&lines->moves);
    fm_buf_free(&lines->notes);
    fm_buf_free(&lines->lines);
    fm_buf_free(&lines->open);
    fm_buf_free(&lines->path);
}

static enum fm_status add_line(struct reading *r, uint32_t end, bool ends_here)
{
    const struct fm_lines_line line = {.end = end, .ends_here = ends_here};
    return fm_buf_append(&r->lines->lines, &line, sizeof line);
}

/* A line ends at the last move, where another goes on. */
static enum fm_status end_line(struct reading *r)
{
    struct fm_lines_move *move = &fm_lines_moves(r->lines)[r->move];
    if (move->ended)
        return FM_OK;
    move->ended = true;
    return add_line(r, r->move, true);
}

static enum fm_status add_note(struct reading *r, struct fm_lines_note note)
{
    struct fm_lines *lines = r->lines;
    const uint32_t index = (uint32_t)(lines->notes.n / sizeof note);
    struct fm_lines_move *move = &fm_lines_moves(lines)[r->move];
    uint32_t *first = r->begins ? &r->pending : &move->first[AFTER],
             *last = r->begins ? &r->pending_last : &move->last[AFTER];
    FM_TRY(fm_buf_append(&lines->notes, &note, sizeof note));
    if (*first == 0)
        *first = index;
    else
        fm_lines_notes(lines)[*last].next = index;
    *last = index;
    return FM_OK;
}

/* After FM_LINE_END and a blank a comment may follow, which is that of the line. */
static enum fm_status note_comment(struct reading *r, struct fm_text text)
{
    const struct fm_text end = FM_TEXT(FM_LINE_END);
    struct fm_text rest = text;
    while (rest.n > 0 && *rest.p <= ' ')
        rest = (struct fm_text){rest.p + 1, rest.n - 1};
    if (r->begins || !fm_text_begins(rest, end))
        return add_note(r, (struct fm_lines_note){.text = text, .nag = UINT_MAX});
    FM_TRY(end_line(r));
    rest = (struct fm_text){rest.p + end.n, rest.n - end.n};
    const size_t blank = rest.n > 0 && *rest.p == ' ';
    const struct fm_text comment = {rest.p + blank, rest.n - blank};
    return rest.n == 0
               ? FM_OK
               : add_note(r,
                          (struct fm_lines_note){.text = comment, .nag = UINT_MAX, .ends = true});
}

static enum fm_status add_move(struct reading *r, struct fm_lexer *lexer)
{
    struct fm_lines *lines = r->lines;
    const uint32_t index = (uint32_t)(lines->moves.n / sizeof(struct fm_lines_move));
    const struct fm_text token = lexer->text;
    size_t n = token.n;
    while (n > 0 && fm_byte_in(token.p[n - 1], "!?"))
        n--;
    FM_TRY(fm_buf_reserve(&lines->moves, sizeof(struct fm_lines_move)));
    struct fm_lines_move *const move = &fm_lines_moves(lines)[index];
    *move = (struct fm_lines_move){
        .text = {token.p, n}, .before = r->move, .ply = fm_lines_moves(lines)[r->move].ply + 1};
    lines->moves.n += sizeof *move;
    if (index == 1) {
        lines->number = lexer->move_number;
        lines->black = lexer->black_number;
        lexer->numbers = false; /* those of the others follow from it */
    }
    if (r->begins) {
        move->first[BEFORE] = r->pending;
        move->last[BEFORE] = r->pending_last;
    }
    struct fm_lines_line *line = (struct fm_lines_line *)(void *)lines->lines.p + r->line;
    r->begins = false;
    r->pending = 0;
    r->move = line->end = index;
    line->own = line->own == 0 ? index : line->own;
    return n == token.n ? FM_OK
                        : add_note(r, (struct fm_lines_note){.nag = fm_movetext_marks(token)});
}

static enum fm_status open_line(struct reading *r)
{
    const struct fm_lines_level level = {r->move, r->line};
    FM_TRY(fm_buf_append(&r->lines->open, &level, sizeof level));
    r->move = fm_lines_moves(r->lines)[r->move].before;
    r->line = (uint32_t)fm_lines_count(r->lines);
    r->begins = true;
    r->pending = 0;
    return add_line(r, r->move, false);
}

static void close_line(struct reading *r)
{
    struct fm_buf *open = &r->lines->open;
    if (open->n == 0)
        return;
    open->n -= sizeof(struct fm_lines_level);
    const struct fm_lines_level *level = (const void *)(open->p + open->n);
    r->move = level->move;
    r->line = level->line;
    r->begins = false;
}

/* Take the next token, if it is a move as most are: a blank, White's number, which follows from
 * those before it, and at most six characters of ASCII. */
static bool take_move(struct fm_lexer *lexer)
{
    enum { NONE = 7 };
    const unsigned char *p = lexer->at;
    if (*p++ > ' ')
        return false;
    uint64_t word = fm_eight_load(p);
    unsigned n = fm_eight_blank(word);
    if (fm_byte_is_digit(*p)) {
        if (p[n - 1] != '.')
            return false;
        p += n + 1;
        word = fm_eight_load(p);
        n = fm_eight_blank(word);
    }
    if (!fm_byte_is_letter(*p) || n == NONE || (word & FM_EIGHT(0x80)) != 0 || p + n > lexer->end)
        return false;
    lexer->text = (struct fm_text){p, n};
    lexer->at = p + n;
    return true;
}

enum fm_status fm_lines_read(struct fm_lines *lines, struct fm_text text)
{
    static const struct fm_lines_move none = {.text = {NULL, 0}};
    static const struct fm_lines_note no_note = {.text = {NULL, 0}};
    struct reading r = {.lines = lines};
    struct fm_lexer lexer = {.at = text.p, .end = text.p + text.n, .numbers = true};
    lines->moves.n = lines->notes.n = lines->lines.n = lines->open.n = 0;
    lines->number = 1;
    lines->black = false;
    FM_TRY(fm_buf_append(&lines->moves, &none, sizeof none));
    FM_TRY(fm_buf_append(&lines->notes, &no_note, sizeof no_note));
    FM_TRY(add_line(&r, 0, false));
    const bool varied = memchr(text.p, '(', text.n) != NULL;
    for (;;) {
        const bool plain = !varied && !lexer.numbers && take_move(&lexer);
        switch (plain ? FM_TOKEN_MOVE : fm_lexer_next(&lexer)) {
        case FM_TOKEN_MOVE:
            FM_TRY(add_move(&r, &lexer));
            break;
        case FM_TOKEN_COMMENT:
            FM_TRY(note_comment(&r, lexer.text));
            break;
        case FM_TOKEN_NAG:
            FM_TRY(add_note(&r, (struct fm_lines_note){.text = lexer.text, .nag = lexer.number}));
            break;
        case FM_TOKEN_OPEN:
            FM_TRY(open_line(&r));
            break;
        case FM_TOKEN_CLOSE:
            close_line(&r);
            break;
        case FM_TOKEN_RESULT:
        case FM_TOKEN_UNKNOWN:
            break;
        case FM_TOKEN_END:
            return FM_OK;
        }
    }
}

const uint32_t *fm_lines_path(struct fm_lines *lines, size_t line, size_t *count)
{
    const struct fm_lines_move *moves = fm_lines_moves(lines);
    uint32_t move = fm_lines_at(lines, line)->end;
    const size_t n = moves[move].ply;
    lines->path.n = 0;
    if (fm_buf_reserve(&lines->path, (n + 1) * sizeof move) != FM_OK)
        return NULL;
    uint32_t *const path = (void *)lines->path.p;
    for (size_t i = n; i > 0; move = moves[move].before)
        path[--i] = move;
    *count = n;
    return path;
}

enum fm_status fm_lines_put_move(struct fm_movetext *m, unsigned number, bool black,
                                 struct fm_text move, unsigned glyph)
{
    unsigned char text[FM_SPELLED_MAX + 8];
    if (glyph == 0 && move.n < FM_SPELLED_MAX)
        return fm_movetext_move(m, number, black, move);
    const size_t n = move.n < FM_SPELLED_MAX ? move.n : FM_SPELLED_MAX;
    memcpy(text, move.p, n);
    m->glyph = glyph;
    const unsigned char *end = fm_movetext_put_marks(text + n, glyph);
    return fm_movetext_any_move(m, number, black, fm_text_between(text, end));
}

/* The NAG that is the move's mark. */
static unsigned glyph_of(const struct fm_lines *lines, const struct fm_movetext *m, uint32_t note)
{
    const struct fm_lines_note *notes = fm_lines_notes(lines);
    for (; m->style->nags == FM_PGN_NAGS_GLYPH && note != 0; note = notes[note].next)
        if (notes[note].nag > 0 && notes[note].nag < FM_GLYPHS)
            return notes[note].nag;
    return 0;
}

/* Write notes: NAGs, then comments, as readers of PGN expect them. A NAG that is before a move is
 * none of it: it becomes a comment. @param ends  those of the line that ends here, too. */
static enum fm_status put_notes(const struct fm_lines *lines, struct fm_movetext *m, uint32_t first,
                                bool before, bool ends)
{
    const struct fm_lines_note *notes = fm_lines_notes(lines);
    for (unsigned comments = 0; comments < 2; comments++)
        for (uint32_t i = first; i != 0; i = notes[i].next) {
            const bool comment = notes[i].nag == UINT_MAX;
            unsigned char nag[24] = "$";
            if (comment != (comments > 0) || (notes[i].ends && !ends))
                continue;
            if (comment)
                FM_TRY(fm_movetext_comment(m, notes[i].text));
            else if (before)
                FM_TRY(
                    fm_movetext_remark(m, fm_text_between(nag, fm_put_u64(nag + 1, notes[i].nag))));
            else
                FM_TRY(fm_movetext_nag(m, notes[i].nag));
        }
    return FM_OK;
}

enum fm_status fm_lines_write(struct fm_lines *lines, size_t line, struct fm_movetext *m)
{
    const bool ends_here = fm_lines_at(lines, line)->ends_here;
    const struct fm_lines_move *moves = fm_lines_moves(lines);
    size_t count;
    const uint32_t *path = fm_lines_path(lines, line, &count);
    if (path == NULL)
        return FM_NO_MEMORY;
    FM_TRY(put_notes(lines, m, moves[0].first[AFTER], true, ends_here && count == 0));
    for (size_t i = 0; i < count; i++) {
        const struct fm_lines_move *move = &moves[path[i]];
        const size_t half = i + lines->black;
        const unsigned glyph = glyph_of(lines, m, move->first[AFTER]);
        FM_TRY(put_notes(lines, m, move->first[BEFORE], true, false));
        FM_TRY(fm_lines_put_move(m, lines->number + (unsigned)(half / 2), half % 2 != 0, move->text,
                                 glyph));
        FM_TRY(put_notes(lines, m, move->first[AFTER], false, ends_here && i + 1 == count));
        if (m->out->n - m->begin > m->most)
            return FM_REJECTED;
    }
    return FM_OK;
}
