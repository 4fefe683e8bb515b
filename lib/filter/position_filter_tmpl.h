/* Which positions are selected, by what is on the board and by the next move: one copy per board.
 * Nothing here changes the position. */

static bool BFN(range_holds)(const struct fm_range *range, int64_t value)
{
    return !range->set || (value >= range->from && value <= range->to);
}

/* Quiet: not in check, and the move played next exists and is no capture, promotion or check
 * (design, section 3). */
static bool BFN(is_quiet)(const struct BFN(position) * pos, const struct fm_move *next)
{
    return next != NULL && next->captured == FM_NO_KIND && next->promotion == FM_NO_KIND &&
           !BFN(position_in_check)(pos) && !BFN(position_gives_check)(pos, *next);
}

/* The pieces of one side within their bounds. */
static bool BFN(material_side)(const struct BFN(position) * pos, const struct fm_material *material,
                               unsigned side, unsigned colour)
{
    for (unsigned kind = 0; kind < FM_KINDS; kind++) {
        const unsigned pieces = bb_count(pos->pieces[colour][kind]);
        if (pieces < material->least[side][kind] || pieces > material->most[side][kind])
            return false;
    }
    return true;
}

static bool BFN(material_holds)(const struct BFN(position) * pos,
                                const struct fm_material *material)
{
    if (BFN(material_side)(pos, material, 0, FM_WHITE) &&
        BFN(material_side)(pos, material, 1, FM_BLACK))
        return true;
    return material->either && BFN(material_side)(pos, material, 0, FM_BLACK) &&
           BFN(material_side)(pos, material, 1, FM_WHITE);
}

static bool BFN(mask_holds)(const struct BFN(position) * pos, const struct fm_board_mask *mask)
{
    if (mask->files != 0 && mask->files != FILES)
        return false;
    for (unsigned i = 0; i < mask->count; i++)
        if (pos->board[square_of(mask->squares[i].file, mask->squares[i].rank)] !=
            mask->squares[i].letter)
            return false;
    return true;
}

/* What the next move is: a set of 1 << enum fm_next_is. */
static unsigned BFN(next_kinds)(const struct BFN(position) * pos, const struct fm_move *next)
{
    return (unsigned)(next->captured != FM_NO_KIND) << FM_NEXT_CAPTURE |
           (unsigned)(next->promotion != FM_NO_KIND) << FM_NEXT_PROMOTION |
           (unsigned)(next->type == FM_MOVE_CASTLE) << FM_NEXT_CASTLING |
           (unsigned)BFN(position_gives_check)(pos, *next) << FM_NEXT_CHECK;
}

static bool BFN(next_holds)(const struct fm_profile_positions *wanted,
                            const struct BFN(position) * pos, const struct fm_move *next)
{
    const unsigned kinds = next == NULL ? 0 : BFN(next_kinds)(pos, next);
    return next != NULL && (wanted->next == 0 || (kinds & wanted->next) != 0) &&
           (kinds & wanted->not_next) == 0;
}

/* Centipawns that the mover loses by the next move: the difference of the scores in the comments
 * before and after it. @return false if one of them has no score. */
static bool BFN(swing_of)(const struct BFN(position) * pos, const struct fm_move *next,
                          const struct fm_annotation *here, const struct fm_annotation *ahead,
                          int64_t *swing)
{
    int before, after;
    if (next == NULL || !fm_comment_eval_white(&here->comment, !pos->black, &before) ||
        !fm_comment_eval_white(&ahead->comment, pos->black, &after))
        return false;
    *swing = pos->black ? (int64_t)after - before : (int64_t)before - after;
    return true;
}

/* The conditions on evaluations. @param[out] lacks  the position has no evaluation. */
static enum fm_position_step BFN(eval_lost)(const struct fm_profile_positions *wanted,
                                            const struct BFN(position) * pos,
                                            const struct fm_annotation *here, bool *lacks)
{
    int centipawns = 0;
    if (!wanted->eval.set)
        return FM_POSITION_STEPS;
    *lacks = !fm_comment_eval_white(&here->comment, !pos->black, &centipawns);
    return !*lacks && BFN(range_holds)(&wanted->eval, centipawns) ? FM_POSITION_STEPS
                                                                  : FM_POSITION_EVAL;
}

static enum fm_position_step BFN(swing_lost)(const struct fm_profile_positions *wanted,
                                             const struct BFN(position) * pos,
                                             const struct fm_move *next,
                                             const struct fm_annotation *here,
                                             const struct fm_annotation *ahead, bool *lacks)
{
    int64_t swing = 0;
    if (!wanted->swing.set)
        return FM_POSITION_STEPS;
    *lacks = !BFN(swing_of)(pos, next, here, ahead, &swing);
    return !*lacks && BFN(range_holds)(&wanted->swing, swing) ? FM_POSITION_STEPS
                                                              : FM_POSITION_SWING;
}

/* The conditions on the next move. */
static enum fm_position_step BFN(next_lost)(const struct fm_profile_positions *wanted,
                                            const struct BFN(position) * pos,
                                            const struct fm_move *next, bool *lacks)
{
    const bool given = wanted->next != 0 || wanted->not_next != 0;
    *lacks = next == NULL;
    if (given && !BFN(next_holds)(wanted, pos, next))
        return FM_POSITION_NEXT;
    return wanted->quiet && !BFN(is_quiet)(pos, next) ? FM_POSITION_QUIET : FM_POSITION_STEPS;
}

/** Which condition from FM_POSITION_SIDE on the position fails first; FM_POSITION_STEPS = none.
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
    const struct fm_profile_positions *wanted = compiled->wanted;
    enum fm_position_step lost;
    if (wanted->side != FM_SIDE_ANY && (wanted->side == FM_SIDE_BLACK) != pos->black)
        return FM_POSITION_SIDE;
    if (wanted->marks != 0 && (next == NULL || (ahead->marks & wanted->marks) == 0)) {
        *lacks = next == NULL || ahead->marks == 0;
        return FM_POSITION_MARKS;
    }
    if (wanted->pieces.set &&
        !BFN(range_holds)(&wanted->pieces, bb_count(pos->all[FM_WHITE] | pos->all[FM_BLACK])))
        return FM_POSITION_PIECES;
    if (wanted->check != FM_ANY && (wanted->check == FM_YES) != BFN(position_in_check)(pos))
        return FM_POSITION_CHECK;
    if (!BFN(range_holds)(&wanted->halfmove, pos->halfmove))
        return FM_POSITION_HALFMOVE;
    if ((lost = BFN(eval_lost)(wanted, pos, here, lacks)) != FM_POSITION_STEPS)
        return lost;
    if (compiled->material != NULL && !BFN(material_holds)(pos, compiled->material))
        return FM_POSITION_MATERIAL;
    if (compiled->mask != NULL && !BFN(mask_holds)(pos, compiled->mask))
        return FM_POSITION_BOARD;
    if ((lost = BFN(swing_lost)(wanted, pos, next, here, ahead, lacks)) != FM_POSITION_STEPS)
        return lost;
    return BFN(next_lost)(wanted, pos, next, lacks);
}
