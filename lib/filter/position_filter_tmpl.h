/* SPDX-License-Identifier: MIT */
/* Selects positions by the board and by the next move: one copy per board.
 * Nothing here changes the position. */

/* Quiet: not in check, and the move played next exists and is no capture, promotion or check
 * (design, section 3). */
static bool BFN(is_quiet)(const struct BFN(position) * pos, const struct fm_move *next, bool *lacks)
{
    *lacks = next == NULL;
    return next != NULL && next->captured == FM_NO_KIND && next->promotion == FM_NO_KIND &&
           !BFN(position_gives_check)(pos, *next) && !BFN(view_in_check)(&pos->view);
}

/* The pieces of one side within their bounds. */
static bool BFN(material_side)(const struct BFN(view) * view, const struct fm_material *material,
                               unsigned side, unsigned colour)
{
    for (unsigned kinds = material->bounded[side]; kinds != 0; kinds &= kinds - 1) {
        const unsigned kind = (unsigned)__builtin_ctz(kinds),
                       pieces = bb_count(view->pieces[colour][kind]);
        if (pieces < material->least[side][kind] || pieces > material->most[side][kind])
            return false;
    }
    return true;
}

static bool BFN(material_holds)(const struct BFN(view) * view, const struct fm_material *material)
{
    if (BFN(material_side)(view, material, 0, FM_WHITE) &&
        BFN(material_side)(view, material, 1, FM_BLACK))
        return true;
    return material->either && BFN(material_side)(view, material, 0, FM_BLACK) &&
           BFN(material_side)(view, material, 1, FM_WHITE);
}

static unsigned BFN(points_of)(const struct BFN(view) * view)
{
    unsigned sum = 0;
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        sum += fm_kind_points[kind] *
               bb_count(view->pieces[FM_WHITE][kind] | view->pieces[FM_BLACK][kind]);
    return sum;
}

static bool BFN(mask_holds)(const struct BFN(view) * view, const struct fm_board_mask *mask)
{
    if (mask->files != 0 && mask->files != FILES)
        return false;
    for (unsigned i = 0; i < mask->count; i++)
        if (view->board[square_of(mask->squares[i].file, mask->squares[i].rank)] !=
            mask->squares[i].letter)
            return false;
    return true;
}

/* Has the side to move no move after this one? */
static bool BFN(ends_moves)(const struct BFN(position) * pos, struct fm_move move)
{
    struct fm_move moves[FM_MOVES_MAX];
    struct BFN(position) after = *pos;
    BFN(position_play)(&after, move);
    return BFN(position_moves)(&after, moves) == 0;
}

/* The kinds that a move has among the wanted ones: a set of 1 << enum fm_move_is. */
static unsigned BFN(kinds_of_move)(const struct BFN(position) * pos, struct fm_move move,
                                   unsigned wanted)
{
    const unsigned over = 1u << FM_MOVE_IS_MATE | 1u << FM_MOVE_IS_STALEMATE;
    const bool promotes = move.promotion != FM_NO_KIND, castles = move.type == FM_MOVE_CASTLE;
    unsigned set = (unsigned)(move.captured != FM_NO_KIND) << FM_MOVE_IS_CAPTURE |
                   (unsigned)promotes << FM_MOVE_IS_PROMOTION |
                   (unsigned)castles << FM_MOVE_IS_CASTLING |
                   (unsigned)(promotes && move.promotion != FM_QUEEN) << FM_MOVE_IS_UNDERPROMOTION |
                   (unsigned)(move.type == FM_MOVE_EN_PASSANT) << FM_MOVE_IS_EN_PASSANT |
                   (unsigned)(castles && move.side == FM_KING_SIDE) << FM_MOVE_IS_KINGSIDE |
                   (unsigned)(castles && move.side == FM_QUEEN_SIDE) << FM_MOVE_IS_QUEENSIDE |
                   (unsigned)(move.type == FM_MOVE_NULL) << FM_MOVE_IS_NULL;
    if (!(wanted & (over | 1u << FM_MOVE_IS_CHECK)))
        return set;
    const bool check = BFN(position_gives_check)(pos, move);
    set |= (unsigned)check << FM_MOVE_IS_CHECK;
    if ((wanted & 1u << (check ? FM_MOVE_IS_MATE : FM_MOVE_IS_STALEMATE)) &&
        BFN(ends_moves)(pos, move))
        set |= 1u << (check ? FM_MOVE_IS_MATE : FM_MOVE_IS_STALEMATE);
    return set;
}

static bool BFN(next_holds)(const struct fm_profile_positions *wanted,
                            const struct BFN(position) * pos, const struct fm_move *next,
                            bool *lacks)
{
    *lacks = next == NULL;
    if (next == NULL)
        return false;
    const unsigned kinds = BFN(kinds_of_move)(pos, *next, wanted->next | wanted->not_next);
    return (wanted->next == 0 || (kinds & wanted->next) != 0) && (kinds & wanted->not_next) == 0;
}

/* Does the game contain this position, with this move after it? @param next  NULL = none. */
static bool BFN(is_contained)(const struct fm_contains *contains, const struct BFN(position) * pos,
                              const struct fm_move *next)
{
    const unsigned moves = contains->moves;
    return contains->wanted &&
           (moves == 0 || (next != NULL && (BFN(kinds_of_move)(pos, *next, moves) & moves) != 0)) &&
           (contains->material == NULL || BFN(material_holds)(&pos->view, contains->material)) &&
           (contains->mask == NULL || BFN(mask_holds)(&pos->view, contains->mask));
}

/* The evaluation that `eval` is about. @return false if there is none. */
static bool BFN(evaluation_of)(const struct fm_position_wants *compiled,
                               const struct BFN(position) * pos, const struct fm_move *next,
                               const struct fm_annotation *here, const struct fm_annotation *ahead,
                               int64_t *eval)
{
    static const struct fm_comment none;
    const struct fm_profile_positions *wanted = compiled->wanted;
    const struct fm_comment *after = next == NULL ? &none : &ahead->comment;
    int white = 0;
    bool found = false;
    switch (wanted->eval_field) {
    case FM_EVAL_POSITION:
    case FM_EVAL_POSITION_MOVER:
        found =
            fm_position_eval_white(&here->comment, after, compiled->eval_of, pos->black, &white);
        break;
    case FM_EVAL_HERE:
    case FM_EVAL_HERE_MOVER:
        found = fm_comment_eval_white(&here->comment, compiled->eval_of, !pos->black, &white);
        break;
    case FM_EVAL_NEXT:
    case FM_EVAL_NEXT_MOVER:
        found = fm_comment_eval_white(after, compiled->eval_of, pos->black, &white);
        break;
    }
    const bool for_mover = wanted->eval_field == FM_EVAL_POSITION_MOVER ||
                           wanted->eval_field == FM_EVAL_HERE_MOVER ||
                           wanted->eval_field == FM_EVAL_NEXT_MOVER;
    const bool negative = wanted->eval_absolute ? white < 0 : for_mover && pos->black;
    *eval = negative ? -(int64_t)white : white;
    return found;
}

/* Centipawns that the mover loses by the next move: the difference of the scores in the comments
 * before and after it. @return false if one of them has no score. */
static bool BFN(swing_of)(const struct fm_position_wants *compiled,
                          const struct BFN(position) * pos, const struct fm_move *next,
                          const struct fm_annotation *here, const struct fm_annotation *ahead,
                          int64_t *swing)
{
    int before, after;
    if (next == NULL ||
        !fm_comment_eval_white(&here->comment, compiled->eval_of, !pos->black, &before) ||
        !fm_comment_eval_white(&ahead->comment, compiled->eval_of, pos->black, &after))
        return false;
    *swing = pos->black ? (int64_t)after - before : (int64_t)before - after;
    return true;
}

static bool BFN(marks_hold)(const struct fm_profile_positions *wanted, const struct fm_move *next,
                            const struct fm_annotation *ahead, bool *lacks)
{
    *lacks = next == NULL || ahead->marks == 0;
    return !*lacks && (ahead->marks & wanted->marks) != 0;
}

static bool BFN(eval_holds)(const struct fm_position_wants *wants, const struct BFN(position) * pos,
                            const struct fm_move *next, const struct fm_annotation *here,
                            const struct fm_annotation *ahead, bool *lacks)
{
    int64_t eval = 0;
    *lacks = !BFN(evaluation_of)(wants, pos, next, here, ahead, &eval);
    return !*lacks && fm_range_has(&wants->wanted->eval, eval);
}

static bool BFN(swing_holds)(const struct fm_position_wants *wants,
                             const struct BFN(position) * pos, const struct fm_move *next,
                             const struct fm_annotation *here, const struct fm_annotation *ahead,
                             bool *lacks)
{
    int64_t swing = 0;
    *lacks = !BFN(swing_of)(wants, pos, next, here, ahead, &swing);
    return !*lacks && fm_range_has(&wants->wanted->swing, swing);
}

/* Does one condition hold? Of those that look at nothing of @p looks, which is a constant, nothing
 * is known: they do. @param[out] lacks  as position_lost(). */
FM_INLINE bool BFN(step_holds)(const struct fm_position_wants *wants, unsigned looks,
                               enum fm_position_step step, const struct BFN(view) * view,
                               const struct BFN(position) * pos, const struct fm_move *next,
                               const struct fm_annotation *here, const struct fm_annotation *ahead,
                               bool *lacks)
{
    const struct fm_profile_positions *const p = wants->wanted;
#define FM_HOLDS(step_, name, at, set, holds) \
    case FM_POSITION_##step_: \
        return (looks & FM_LOOKS_##at) == 0 || (holds);
    switch (step) {
        FM_POSITION_CONDITIONS(FM_HOLDS)
    case FM_POSITION_STEPS:
        break;
    }
#undef FM_HOLDS
    return true;
}

/* Does a condition on the board alone hold: one of FM_LOOKS_SETUP and _BOARD? */
FM_INLINE bool BFN(view_holds)(const struct fm_position_wants *wants, enum fm_position_step step,
                               const struct BFN(view) * view)
{
    return BFN(step_holds)(wants, FM_LOOKS_SETUP | FM_LOOKS_BOARD, step, view, NULL, NULL, NULL,
                           NULL, NULL);
}

/** The first condition on the board or on the next move that the position fails; FM_POSITION_STEPS
 * = none.
 * @param next   the move played from here; NULL = none.
 * @param here    marks and comment after the move that led here.
 * @param ahead   those after the next move.
 * @param[out] lacks  set with the failure of a condition on moves, marks or evaluations: the
 * position has no next move, mark or evaluation at all. */
static enum fm_position_step BFN(position_lost)(const struct fm_position_wants *compiled,
                                                const struct BFN(position) * pos,
                                                const struct fm_move *next,
                                                const struct fm_annotation *here,
                                                const struct fm_annotation *ahead, bool *lacks)
{
    for (uint64_t steps = compiled->steps; steps != 0; steps &= steps - 1) {
        const enum fm_position_step step = (enum fm_position_step)__builtin_ctzll(steps);
        *lacks = false;
        if (!BFN(step_holds)(compiled, FM_LOOKS, step, &pos->view, pos, next, here, ahead, lacks))
            return step;
    }
    return FM_POSITION_STEPS;
}
