/* Which positions are wanted, beyond their ply: one copy per board. Nothing here changes the
 * position. */

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

/* The men of one side within their bounds. */
static bool BFN(material_side)(const struct BFN(position) * pos, const struct fm_material *material,
                               unsigned side, unsigned colour)
{
    for (unsigned kind = 0; kind < FM_KINDS; kind++) {
        const unsigned men = bb_count(pos->men[colour][kind]);
        if (men < material->least[side][kind] || men > material->most[side][kind])
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

static bool BFN(next_holds)(const struct fm_profile_positions *asked,
                            const struct BFN(position) * pos, const struct fm_move *next)
{
    if (asked->next == 0 && asked->not_next == 0)
        return true;
    const unsigned kinds = next == NULL ? 0 : BFN(next_kinds)(pos, next);
    return next != NULL && (asked->next == 0 || (kinds & asked->next) != 0) &&
           (kinds & asked->not_next) == 0;
}

/* Centipawns that the mover loses by the next move, as the comments before and behind it say. */
static bool BFN(swing_holds)(const struct fm_range *range, const struct BFN(position) * pos,
                             const struct fm_move *next, const struct fm_annotation *here,
                             const struct fm_annotation *ahead)
{
    int before, after;
    if (!range->set)
        return true;
    if (next == NULL || !fm_comment_eval_white(&here->comment, !pos->black, &before) ||
        !fm_comment_eval_white(&ahead->comment, pos->black, &after))
        return false;
    return BFN(range_holds)(range, pos->black ? (int64_t)after - before : (int64_t)before - after);
}

static bool BFN(eval_holds)(const struct fm_range *range, const struct BFN(position) * pos,
                            const struct fm_annotation *here)
{
    int centipawns;
    if (!range->set)
        return true;
    return fm_comment_eval_white(&here->comment, !pos->black, &centipawns) &&
           BFN(range_holds)(range, centipawns);
}

/** @param next   the move played from here; NULL = none.
 * @param here    what stands behind the move that led here.
 * @param ahead   what stands behind the next move. */
static bool BFN(position_wanted)(const struct fm_position_ask *ask,
                                 const struct BFN(position) * pos, const struct fm_move *next,
                                 const struct fm_annotation *here,
                                 const struct fm_annotation *ahead)
{
    const struct fm_profile_positions *asked = ask->asked;
    if (asked->side != FM_SIDE_ANY && (asked->side == FM_SIDE_BLACK) != pos->black)
        return false;
    if (asked->marks != 0 && (next == NULL || (ahead->marks & asked->marks) == 0))
        return false;
    if (asked->pieces.set &&
        !BFN(range_holds)(&asked->pieces, bb_count(pos->all[FM_WHITE] | pos->all[FM_BLACK])))
        return false;
    if (asked->check != FM_ANY && (asked->check == FM_YES) != BFN(position_in_check)(pos))
        return false;
    if (!BFN(range_holds)(&asked->halfmove, pos->halfmove) ||
        !BFN(eval_holds)(&asked->eval, pos, here))
        return false;
    if ((ask->material != NULL && !BFN(material_holds)(pos, ask->material)) ||
        (ask->mask != NULL && !BFN(mask_holds)(pos, ask->mask)))
        return false;
    if (!BFN(swing_holds)(&asked->swing, pos, next, here, ahead) ||
        !BFN(next_holds)(asked, pos, next))
        return false;
    return !asked->quiet || BFN(is_quiet)(pos, next);
}
