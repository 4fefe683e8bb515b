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

/* A signature like `KRPvKR`: the men of one side, v, the men of the other, either colour first. */
static bool BFN(material_side)(const struct BFN(position) * pos, struct fm_text men,
                               enum fm_colour colour)
{
    unsigned wanted[FM_KINDS] = {0};
    for (size_t i = 0; i < men.n; i++) {
        const unsigned char *kind = memchr(fm_kind_letters, men.p[i], FM_KINDS);
        if (kind == NULL)
            return false;
        wanted[kind - fm_kind_letters]++;
    }
    for (unsigned kind = 0; kind < FM_KINDS; kind++)
        if (bb_count(pos->men[colour][kind]) != wanted[kind])
            return false;
    return true;
}

static bool BFN(material_holds)(const struct BFN(position) * pos, struct fm_text signature)
{
    if (signature.n == 0)
        return true;
    const unsigned char *v = memchr(signature.p, 'v', signature.n);
    if (v == NULL)
        return false;
    const struct fm_text one = fm_text_between(signature.p, v),
                         other = fm_text_between(v + 1, signature.p + signature.n);
    return (BFN(material_side)(pos, one, FM_WHITE) && BFN(material_side)(pos, other, FM_BLACK)) ||
           (BFN(material_side)(pos, one, FM_BLACK) && BFN(material_side)(pos, other, FM_WHITE));
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
static bool BFN(position_wanted)(const struct fm_profile_positions *asked,
                                 const struct BFN(position) * pos, const struct fm_move *next,
                                 const struct fm_annotation *here,
                                 const struct fm_annotation *ahead)
{
    if (asked->side != FM_SIDE_ANY && (asked->side == FM_SIDE_BLACK) != pos->black)
        return false;
    if (asked->marks != 0 && (next == NULL || (ahead->marks & asked->marks) == 0))
        return false;
    if (asked->pieces.set &&
        !BFN(range_holds)(&asked->pieces, bb_count(pos->all[FM_WHITE] | pos->all[FM_BLACK])))
        return false;
    if (asked->check != FM_ANY && (asked->check == FM_YES) != BFN(position_in_check)(pos))
        return false;
    if (!BFN(material_holds)(pos, asked->material) || !BFN(eval_holds)(&asked->eval, pos, here))
        return false;
    return !asked->quiet || BFN(is_quiet)(pos, next);
}
