/* SPDX-License-Identifier: MIT */
/* The moves of fields: see move_fields.h. */
#include <config.h>
#include "record/move_fields.h"

/* Of the start position the side to move and the number of the next move. */
static uint64_t start_of_moves(struct fm_text fen, bool *black)
{
    uint64_t number = 1;
    *black = false;
    if (fen.n == 0)
        return number;
    const unsigned char *const side = memchr(fen.p, ' ', fen.n);
    size_t begin = fen.n;
    while (begin > 0 && fen.p[begin - 1] != ' ')
        begin--;
    *black = side != NULL && side + 1 < fen.p + fen.n && side[1] == 'b';
    return fm_text_to_u64(fm_text_between(fen.p + begin, fen.p + fen.n), &number) ? number : 1;
}

enum fm_status fm_put_numbered_moves(struct fm_buf *out, const struct fm_record_input *in)
{
    bool black;
    uint64_t number = start_of_moves(in->start_fen, &black);
    struct fm_text moves = in->sans;
    for (bool first = true; moves.n > 0; first = false) {
        const unsigned char *const end = moves.p + moves.n;
        const unsigned char *next = memchr(moves.p + 1, ' ', moves.n - 1);
        next = next == NULL ? end : next;
        if (!first)
            FM_TRY(fm_buf_append(out, " ", 1));
        if (first || !black) {
            FM_TRY(fm_buf_append_u64(out, number));
            FM_TRY(fm_buf_append_text(out, black ? FM_TEXT("... ") : FM_TEXT(". ")));
        }
        FM_TRY(fm_buf_append(out, moves.p + 1, (size_t)(next - moves.p) - 1));
        number += black;
        black = !black;
        moves = fm_text_between(next, end);
    }
    return FM_OK;
}

/* Moves of SAN and UCI have no byte that JSON escapes. */
static enum fm_status put_move_list(struct fm_buf *out, struct fm_text moves)
{
    FM_TRY(fm_buf_append(out, "[", 1));
    while (moves.n > 0) {
        const unsigned char *const begin = moves.p + 1, *const end = moves.p + moves.n;
        const unsigned char *next = memchr(begin, ' ', moves.n - 1);
        next = next == NULL ? end : next;
        FM_TRY(fm_buf_append(out, "\"", 1));
        FM_TRY(fm_buf_append(out, begin, (size_t)(next - begin)));
        FM_TRY(fm_buf_append(out, "\",", next < end ? 2 : 1));
        moves = fm_text_between(next, end);
    }
    return fm_buf_append(out, "]", 1);
}

enum fm_status fm_put_sans(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_move_list(out, in->sans);
}

enum fm_status fm_put_ucis(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_move_list(out, in->moves);
}

/* Without the blank before the first. */
static enum fm_status put_following(struct fm_buf *out, struct fm_text moves)
{
    return moves.n == 0 ? FM_OK : fm_buf_append(out, moves.p + 1, moves.n - 1);
}

enum fm_status fm_put_following(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_following(out, in->following);
}

enum fm_status fm_put_better(struct fm_buf *out, const struct fm_record_input *in)
{
    return put_following(out, in->better);
}

enum fm_status fm_put_better_move(struct fm_buf *out, const struct fm_record_input *in)
{
    const struct fm_text moves = in->better;
    const unsigned char *const end = moves.n == 0 ? NULL : memchr(moves.p + 1, ' ', moves.n - 1);
    return put_following(out, end == NULL ? moves : fm_text_between(moves.p, end));
}
