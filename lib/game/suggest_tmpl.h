/* SPDX-License-Identifier: MIT */
/* Suggestions for a move that cannot be played: shown in messages, never played. One copy per
 * board. */
enum { SUGGESTIONS_MAX = 4 };

/* How near a legal move is to the text, the nearest first. */
enum nearness {
    NEAR_AS_WRITTEN, /* the move as written, but it is ambiguous or lacks a promotion */
    NEAR_ORIGIN,     /* a move of the same piece to the same target, from another origin */
    NEAR_PIECE,      /* another piece moves to the same target; of castling: the other side */
    NEAR_NONE
};

static bool suggests_square(int8_t file, int8_t rank, unsigned sq)
{
    return (file < 0 || (unsigned)file == file_of(sq)) &&
           (rank < 0 || (unsigned)rank == rank_of(sq));
}

static enum nearness nearness_of(const struct fm_notation *note, struct fm_move move)
{
    if (note->type == FM_NOTE_CASTLE)
        return move.type == FM_MOVE_CASTLE ? NEAR_PIECE : NEAR_NONE;
    if (note->type != FM_NOTE_MOVE || move.type == FM_MOVE_CASTLE || note->to_file < 0 ||
        !suggests_square(note->to_file, note->to_rank, move.to))
        return NEAR_NONE;
    if (note->to_rank < 0 && move.kind != FM_PAWN)
        return NEAR_NONE;
    if (!(note->kinds >> move.kind & 1))
        return NEAR_PIECE;
    return suggests_square(note->from_file, note->from_rank, move.from) ? NEAR_AS_WRITTEN
                                                                        : NEAR_ORIGIN;
}

/* Queens before knights, the a file before the h file. */
static bool reported_before(struct fm_move a, struct fm_move b)
{
    if (a.promotion != b.promotion)
        return a.promotion > b.promotion;
    return file_of(a.from) < file_of(b.from);
}

/* Find the nearest moves. @return their number; 0 = none or too many. */
static unsigned nearest_moves(const struct BFN(position) * pos, const struct fm_notation *note,
                              struct fm_move out[SUGGESTIONS_MAX])
{
    struct fm_move moves[FM_MOVES_MAX];
    const unsigned n = BFN(position_moves)(pos, moves);
    enum nearness best = NEAR_NONE;
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++) {
        const enum nearness near = nearness_of(note, moves[i]);
        if (near > best || near == NEAR_NONE)
            continue;
        count = near < best ? 0 : count;
        best = near;
        /* In the order in which they are reported. */
        unsigned at = count < SUGGESTIONS_MAX ? count : 0;
        for (; at > 0 && reported_before(moves[i], out[at - 1]); at--)
            out[at] = out[at - 1];
        if (count < SUGGESTIONS_MAX)
            out[at] = moves[i];
        count++;
    }
    return count <= SUGGESTIONS_MAX ? count : 0;
}

/* Suggestions use figurines if the text has one. */
static bool has_figurine(struct fm_text text)
{
    for (size_t i = 0; i + 2 < text.n; i++) /* U+2654..U+265F */
        if (text.p[i] == 0xE2 && text.p[i + 1] == 0x99 && text.p[i + 2] >= 0x94 &&
            text.p[i + 2] <= 0x9F)
            return true;
    return false;
}

unsigned char *BFN(replay_suggest)(const struct BFN(replay) * r, unsigned char *out)
{
    struct fm_notation notation[2];
    struct fm_move moves[SUGGESTIONS_MAX];
    const unsigned readings = fm_notation_read(r->error.what, r->options.language, FILES, notation);
    const unsigned count = readings == 0 ? 0 : nearest_moves(&r->pos, &notation[0], moves);
    const struct fm_language *language =
        has_figurine(r->error.what) ? fm_language_named(FM_TEXT("figurine")) : r->options.language;
    for (unsigned i = 0; i < count; i++) {
        unsigned char san[16];
        if (i > 0)
            *out++ = ' ';
        out = fm_language_spell(
            language, fm_text_between(san, BFN(position_write_san)(&r->pos, moves[i], san)), out);
    }
    return out;
}
