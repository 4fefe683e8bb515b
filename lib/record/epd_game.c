/* SPDX-License-Identifier: MIT */
/* Records as games, and back: see epd_game.h. Lines are those of the export format (PGN standard
 * 8.1.2.1: less than 80 columns), broken at blanks. A `}` would end the comment, so it is written
 * as %7D, and a % as %25. */
#include <config.h>
#include "record/epd_game.h"
#include "pgn/lexer.h"
#include "pgn/result.h"

enum { LINE_BYTES = 79 };

/* Text that is broken into lines. */
struct lines {
    struct fm_buf *out;
    size_t begin;                      /* offset of the current line in `out` */
    bool one;                          /* true: all text is one line */
    const struct fm_language *letters; /* piece letters of moves; NULL = English */
};

/* A word, after a blank or a line end. A % that begins a line would hide it (PGN standard 6). */
static enum fm_status put_word(struct lines *lines, struct fm_text word)
{
    struct fm_buf *out = lines->out;
    const bool first = out->n == lines->begin;
    const bool fits = lines->one || out->n - lines->begin + word.n < LINE_BYTES;
    if (!first) {
        const bool breaks = !fits && word.n > 0 && *word.p != '%';
        FM_TRY(fm_buf_append(out, breaks ? "\n" : " ", 1));
        lines->begin = breaks ? out->n : lines->begin;
    }
    return fm_buf_append_text(out, word);
}

/* The operand of an operation, without quotes; empty if there is none. */
static struct fm_text operand_of(struct fm_text ops, struct fm_text opcode)
{
    struct fm_epd_op op = {.operands = {NULL, 0}};
    (void)fm_epd_find(ops, opcode, &op, NULL);
    return fm_epd_unquoted(op.operands);
}

/* The result that c9 gives, in words of the Result tag. */
static struct fm_text result_of(struct fm_text ops)
{
    const enum fm_result result = fm_result_of_tag(operand_of(ops, FM_TEXT("c9")));
    return fm_text_of(fm_result_names[fm_result_index(result)]);
}

/* The tags of the record itself, and those that are set. @param fen  empty: the standard start
 * position. */
static enum fm_status put_tags(const struct fm_setup *setup, struct fm_text ops, struct fm_text fen,
                               const struct fm_epd_game *how, struct fm_arena *scratch,
                               struct fm_buf *out)
{
    const char *const variants[FM_VARIANT_COUNT] = {
        [FM_STANDARD] = how->standard,
        [FM_CHESS960] = how->chess960 == NULL ? "Chess960" : how->chess960,
        [FM_CAPABLANCA] = "Capablanca",
        [FM_CAPARANDOM] = "Caparandom",
        [FM_GOTHIC] = "Gothic",
        [FM_EMBASSY] = "Embassy",
        [FM_JANUS] = "Janus",
        [FM_CHESS480] = "Chess480",
        [FM_CHESS480_LEWIS] = "chess480-lewis",
    };
    const char *const variant = variants[setup->variant->id];
    const struct fm_text id = operand_of(ops, FM_TEXT("id"));
    struct fm_tag_section section;
    struct fm_tag_order order = how->tags->order;
    FM_TRY(fm_tag_section_begin(&section, FM_NO_TEXT, NULL, NULL, 0, scratch));
    FM_TRY(fm_tag_section_add(&section, NULL, FM_TEXT("Result"), result_of(ops)));
    if (id.n > 0)
        FM_TRY(fm_tag_section_add(&section, NULL, FM_TEXT("Event"), id));
    if (fen.n > 0) {
        FM_TRY(fm_tag_section_add(&section, NULL, FM_TEXT("FEN"), fen));
        FM_TRY(fm_tag_section_add(&section, NULL, FM_TEXT("SetUp"), FM_TEXT("1")));
    }
    if (variant != NULL && fm_setup_has_own_style(setup)) /* else the prefix gives it */
        FM_TRY(fm_tag_section_add(&section, NULL, FM_TEXT("Variant"), fm_text_of(variant)));
    if (how->in != NULL)
        FM_TRY(fm_tag_plan_apply(how->tags, how->in, how->room, &section));
    order.roster_first = order.keeps_start = true;
    order.variant_first = how->variant_first;
    FM_TRY(fm_tag_section_write(&section, &order, out));
    return fm_buf_append(out, "\n", 1);
}

/* Text in a comment, word by word, so that it is wrapped. */
static enum fm_status put_comment(struct lines *lines, struct fm_text open, struct fm_text text,
                                  struct fm_text close, struct fm_buf *word)
{
    word->n = 0;
    FM_TRY(fm_buf_append_text(word, open));
    for (size_t i = 0; i < text.n; i++) {
        const unsigned char c = text.p[i];
        if (c == ' ') {
            FM_TRY(put_word(lines, fm_buf_text(word)));
            word->n = 0;
        } else if (c == '}' || c == '%') {
            FM_TRY(fm_buf_append_text(word, c == '}' ? FM_TEXT("%7D") : FM_TEXT("%25")));
        } else {
            FM_TRY(fm_buf_append(word, &c, 1));
        }
    }
    FM_TRY(fm_buf_append_text(word, close));
    return put_word(lines, fm_buf_text(word));
}

/* A move, with its number if it is White's or the first after something else.
 * @param alone  true: the move is a variation. */
static enum fm_status put_move(struct lines *lines, bool alone, uint32_t fullmove, bool black,
                               bool numbered, struct fm_text san)
{
    unsigned char text[32 + FM_SPELLED_MAX], *p = text;
    if (alone)
        *p++ = '(';
    if (numbered || !black) {
        p = fm_put_u64(p, fullmove);
        for (unsigned i = 0; i < (black ? 3u : 1u); i++)
            *p++ = '.';
        FM_TRY(put_word(lines, fm_text_between(text, p)));
        p = text;
    }
    if (lines->letters != NULL) {
        p = fm_language_spell(lines->letters, san, p);
    } else {
        memcpy(p, san.p, san.n);
        p += san.n;
    }
    if (alone)
        *p++ = ')';
    return put_word(lines, fm_text_between(text, p));
}

/* The moves of an operation up to the first that is not legal, in SAN; the comment has the
 * others. */
static void read_moves(const struct fm_epd_board *board, struct fm_text ops, struct fm_text opcode,
                       struct fm_epd_moves *moves)
{
    struct fm_epd_op op = {.operands = {NULL, 0}};
    (void)fm_epd_find(ops, opcode, &op, NULL);
    fm_epd_moves_read(op.operands, moves);
    moves->n = moves->too_many
                   ? 0
                   : fm_epd_moves_play(board, op.type == FM_EPD_MOVE_SEQUENCE, true, moves);
}

/* The first of sm, pv and bm that has a legal move, and further best moves as variations of the
 * first. */
static enum fm_status put_moves_of_record(const struct fm_fen_edit *edit,
                                          const struct fm_epd_board *board, struct fm_text ops,
                                          struct lines *lines)
{
    const struct fm_text opcodes[] = {FM_TEXT("sm"), FM_TEXT("pv"), FM_TEXT("bm")};
    struct fm_epd_moves line, best;
    uint32_t fullmove = edit->setup.fullmove;
    bool black = edit->setup.black, numbered = true;
    line.n = 0;
    for (size_t i = 0; i < FM_COUNT_OF(opcodes) && line.n == 0; i++) {
        read_moves(board, ops, opcodes[i], &line);
        if (line.n > 1 && fm_epd_type_of(opcodes[i]) != FM_EPD_MOVE_SEQUENCE)
            line.n = 1;
    }
    read_moves(board, ops, FM_TEXT("bm"), &best);
    for (size_t i = 0; i < line.n; i++) {
        FM_TRY(put_move(lines, false, fullmove, black, numbered, line.of[i].text));
        numbered = false;
        for (size_t k = 0; i == 0 && k < best.n; k++) {
            const struct fm_text san = best.of[k].text;
            bool known = fm_text_equal(san, line.of[0].text);
            for (size_t before = 0; before < k && !known; before++)
                known = fm_text_equal(san, best.of[before].text);
            if (known)
                continue;
            FM_TRY(put_move(lines, true, fullmove, black, true, san));
            numbered = true;
        }
        fullmove += black;
        black = !black;
    }
    return FM_OK;
}

static enum fm_status put_movetext(const struct fm_fen_edit *edit, struct fm_text ops,
                                   const struct fm_epd_board *board, const struct fm_epd_game *how,
                                   struct fm_buf *word, struct fm_buf *out)
{
    struct lines lines = {out, out->n, how->one_line, how->spelled};
    if (ops.n > 0)
        FM_TRY(put_comment(&lines, FM_TEXT("{[%epd "), fm_text_trim(ops), FM_TEXT("]}"), word));
    else if (edit->fields.rest.n > 0)
        FM_TRY(
            put_comment(&lines, FM_TEXT("{"), fm_text_trim(edit->fields.rest), FM_TEXT("}"), word));
    if (board != NULL)
        FM_TRY(put_moves_of_record(edit, board, ops, &lines));
    FM_TRY(put_word(&lines, result_of(ops)));
    return fm_buf_append(out, "\n\n", 2);
}

/* The operations of a record that has some, or training text, each with its `;`; fields 5 and 6
 * become operations too, as only those are read back. */
static enum fm_status all_operations(const struct fm_fen_edit *edit, struct fm_arena *scratch,
                                     struct fm_text *ops)
{
    struct fm_text rest = edit->after.operations ? edit->fields.rest : FM_NO_TEXT;
    struct fm_buf made = {NULL, 0, 0};
    struct fm_epd_op op;
    unsigned char number[FM_EPD_NUMBER_MAX];
    enum fm_status status = FM_OK;
    const struct {
        struct fm_text opcode;
        uint32_t number;
        bool given;
    } counters[] = {{FM_TEXT("hmvc"), edit->setup.halfmove, edit->fields.halfmove.n > 0},
                    {FM_TEXT("fmvn"), edit->setup.fullmove, edit->fields.fullmove.n > 0}};
    if (edit->after.training.found)
        status = fm_training_put(&edit->after.training, edit->setup.black, &made);
    while (status == FM_OK && fm_epd_next(&rest, &op)) {
        (void)fm_epd_mate(&op, &op, number);
        status = fm_epd_put_operation(&op, &made);
    }
    for (size_t i = 0; i < FM_COUNT_OF(counters) && status == FM_OK; i++) {
        if (!counters[i].given || fm_epd_find(edit->fields.rest, counters[i].opcode, &op, NULL))
            continue;
        unsigned char *const end = fm_put_u64(number, counters[i].number);
        op.opcode = counters[i].opcode;
        op.operands = fm_text_between(number, end);
        status = fm_epd_put_operation(&op, &made);
    }
    if (status == FM_OK)
        *ops = fm_arena_copy(scratch, fm_text_trim(fm_buf_text(&made)));
    fm_buf_free(&made);
    return status == FM_OK && ops->p == NULL ? FM_NO_MEMORY : status;
}

enum fm_status fm_epd_game_write(const struct fm_fen_edit *edit, struct fm_text fen,
                                 const struct fm_epd_game *how, struct fm_arena *scratch,
                                 struct fm_buf *out)
{
    const bool plays = edit->after.operations && !how->notation;
    struct fm_text ops = FM_NO_TEXT;
    struct fm_buf word = {NULL, 0, 0};
    struct fm_epd_board board;
    if (edit->after.operations || edit->after.training.found)
        FM_TRY(all_operations(edit, scratch, &ops));
    FM_TRY(put_tags(&edit->setup, ops, fen, how, scratch, out));
    if (plays)
        fm_epd_board_make(&edit->setup, how->letters, &board);
    const enum fm_status status = put_movetext(edit, ops, plays ? &board : NULL, how, &word, out);
    fm_buf_free(&word);
    return status;
}

/* The end of a comment that has operations, at its `]`; NULL if it is none. */
static const unsigned char *comment_end(struct fm_text comment)
{
    const unsigned char *close = memchr(comment.p, '}', comment.n);
    while (close != NULL && close > comment.p && close[-1] <= ' ')
        close--;
    return close != NULL && close > comment.p && close[-1] == ']' ? close - 1 : NULL;
}

enum fm_status fm_epd_of_game(struct fm_text movetext, struct fm_arena *scratch,
                              struct fm_text *ops)
{
    const struct fm_text open = FM_TEXT("{[%epd ");
    const struct fm_text text = fm_text_trim(movetext);
    *ops = FM_NO_TEXT;
    if (!fm_text_begins(text, open))
        return FM_OK;
    const unsigned char *p = text.p + open.n;
    const unsigned char *const end = comment_end(fm_text_between(p, text.p + text.n));
    if (end == NULL)
        return FM_OK;
    unsigned char *const made = fm_arena_alloc(scratch, (size_t)(end - p) + 1), *to = made;
    FM_TRY_MADE(made);
    while (p < end) {
        const bool encoded = end - p >= 3 && *p == '%';
        if (encoded && memcmp(p, "%7D", 3) == 0) {
            *to++ = '}';
            p += 3;
        } else if (encoded && memcmp(p, "%25", 3) == 0) {
            *to++ = '%';
            p += 3;
        } else {
            *to++ = *p < ' ' ? ' ' : *p;
            p += 1 + (*p == '\r' && end - p > 1 && p[1] == '\n');
        }
    }
    *ops = fm_text_between(made, to);
    return FM_OK;
}
