/* SPDX-License-Identifier: MIT */
/* Moves of EPD operations: see epd_moves.h. */
#include <config.h>
#include "record/epd_moves.h"
#include "board/glyphs.h"
#include "pgn/bytes.h"

enum fm_status fm_epd_board_make(const struct fm_setup *setup, const struct fm_language *letters,
                                 struct fm_arena *scratch, struct fm_epd_board *out)
{
    const struct fm_board_ops *const ops = fm_board_ops_for(setup->files);
    *out = (struct fm_epd_board){.ops = ops,
                                 .letters = letters,
                                 .board = fm_arena_alloc(scratch, ops->size),
                                 .line = fm_arena_alloc(scratch, ops->size)};
    if (out->board == NULL || out->line == NULL)
        return FM_NO_MEMORY;
    ops->make(setup, out->board);
    return FM_OK;
}

int fm_epd_compare_moves(const void *a, const void *b)
{
    return fm_text_compare(*(const struct fm_text *)a, *(const struct fm_text *)b);
}

static bool has_only(struct fm_text t, const char *set)
{
    for (size_t i = 0; i < t.n; i++)
        if (!fm_byte_in(t.p[i], set))
            return false;
    return true;
}

/* A check mark after a blank. The move is in its own buffer already if this is its second mark, so
 * source and target may be the same: memmove. */
static void join_mark(struct fm_epd_moves *m, struct fm_text mark)
{
    if (m->n == 0 || m->of[m->n - 1].n + mark.n > FM_EPD_SAN_MAX)
        return;
    struct fm_text *const last = &m->of[m->n - 1];
    unsigned char *const to = m->text[m->n - 1];
    memmove(to, last->p, last->n);
    memcpy(to + last->n, mark.p, mark.n);
    *last = (struct fm_text){to, last->n + mark.n};
    m->end[m->n - 1] = mark.p + mark.n;
    m->used[m->n - 1] = FM_TOLERANCE(MOVE_CHECK_MARK);
}

/* @return false if there are too many. */
static bool collect_move(struct fm_text word, struct fm_epd_moves *m)
{
    const unsigned char *const end = word.p + word.n;
    while (word.n > 0 && (word.p[word.n - 1] == '!' || word.p[word.n - 1] == '?'))
        word.n--;
    if (has_only(word, "+#")) {
        m->tolerances |= word.n > 0 ? FM_TOLERANCE(MOVE_CHECK_MARK) : 0;
        join_mark(m, word);
        return true;
    }
    if (m->n == FM_EPD_MOVES_MAX)
        return false;
    m->begin[m->n] = word.p;
    m->end[m->n] = end;
    m->used[m->n] = 0;
    m->of[m->n++] = word;
    return true;
}

bool fm_epd_moves_collect(struct fm_text operands, struct fm_epd_moves *moves)
{
    struct fm_epd_operand operand;
    while (fm_epd_next_operand(&operands, &operand)) {
        struct fm_text left = operand.text;
        while (left.n > 0) {
            const unsigned char *comma = memchr(left.p, ',', left.n);
            const size_t n = comma == NULL ? left.n : (size_t)(comma - left.p);
            if (!collect_move((struct fm_text){left.p, n}, moves))
                return false;
            moves->commas = moves->commas || comma != NULL;
            left = (struct fm_text){left.p + n + (comma != NULL), left.n - n - (comma != NULL)};
        }
    }
    return true;
}

/* Is the word SAN as games have it, which needs no tolerance? */
static bool read_plain(const struct fm_epd_board *b, const void *board, struct fm_text word,
                       struct fm_move *move)
{
    unsigned char text[FM_EPD_SAN_MAX + FM_TEXT_PADDING] = {0};
    if (b->letters != fm_languages || word.n > FM_EPD_SAN_MAX)
        return false;
    memcpy(text, word.p, word.n);
    return b->ops->read_san(board, text, move) == text + word.n;
}

/* The one legal move that a word means, in the letters' language. A word has at most two readings,
 * as in `bc4`: a pawn of the b file, or a bishop.
 * @param[in,out] tolerances  those of the reading are added.
 * @return FM_REASON_NONE, or why there is none: then *fault has what is known of it. */
static enum fm_reason find_move(const struct fm_epd_board *b, const void *board,
                                struct fm_text word, struct fm_move *move, uint32_t *tolerances,
                                struct fm_error *fault)
{
    struct fm_notation readings[2];
    struct fm_setup setup;
    enum fm_reason reason = FM_REASON_UNREADABLE_MOVE;
    if (word.n > 0 && read_plain(b, board, word, move))
        return FM_REASON_NONE;
    b->ops->setup(board, &setup);
    *fault = (struct fm_error){.why = FM_WHY_NOT_A_MOVE};
    const unsigned n = fm_notation_read(word, b->letters, setup.files, readings);
    for (unsigned i = 0; i < n; i++) {
        uint32_t used = 0;
        struct fm_error error = {.status = FM_OK};
        if (readings[i].type == FM_NOTE_NULL)
            continue;
        const enum fm_reason found = b->ops->find(board, &readings[i], move, &used, &error);
        if (found == FM_REASON_NONE) {
            *tolerances |= used;
            return found;
        }
        if (reason == FM_REASON_UNREADABLE_MOVE || found == FM_REASON_AMBIGUOUS_MOVE) {
            reason = found;
            *fault = error;
        }
    }
    return reason;
}

size_t fm_epd_moves_spell(const struct fm_epd_board *board, struct fm_epd_moves *moves,
                          bool sequence)
{
    struct fm_error ignored;
    struct fm_move move;
    size_t illegal = moves->n;
    void *const on = sequence ? board->line : board->board;
    if (sequence)
        memcpy(board->line, board->board, board->ops->size);
    for (size_t i = 0; i < moves->n; i++)
        moves->illegal[i] = false;
    for (size_t i = 0; i < moves->n; i++) {
        uint32_t used = 0;
        const enum fm_reason reason = find_move(board, on, moves->of[i], &move, &used, &ignored);
        moves->tolerances |= used;
        moves->used[i] |= used;
        if (reason != FM_REASON_NONE) {
            moves->illegal[i] = true;
            illegal = illegal == moves->n ? i : illegal;
            if (sequence)
                break;
            continue;
        }
        unsigned char *const san = moves->text[i];
        moves->of[i] = fm_text_between(san, board->ops->write_san(on, move, san));
        if (sequence)
            board->ops->play(on, move);
    }
    return illegal;
}

enum fm_status fm_epd_play(const struct fm_epd_board *b, struct fm_text word, unsigned ply,
                           unsigned char *san, const unsigned char **end, struct fm_error *fault)
{
    struct fm_move move;
    uint32_t ignored = 0;
    const enum fm_reason reason = find_move(b, b->board, word, &move, &ignored, fault);
    if (reason == FM_REASON_NONE) {
        *end = b->ops->write_san(b->board, move, san);
        b->ops->play(b->board, move);
        return FM_OK;
    }
    struct fm_setup setup;
    b->ops->setup(b->board, &setup);
    fault->status = FM_REJECTED;
    fault->reason = reason;
    fault->what = word;
    fault->ply = ply + 1;
    fault->move = setup.fullmove;
    fault->black = setup.black;
    return FM_REJECTED;
}
