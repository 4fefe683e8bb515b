/* SPDX-License-Identifier: MIT */
/* The way from a movetext to the same one anew: see movetext.h. One copy per board. */

/* The move that ends at @p end was read in plain form; NULL: it was not.
 * @param[out] marks  its NAG, 0 = none, and that of a symbol times FM_SYMBOL_MARK. */
FM_INLINE bool BFN(take_token)(struct BFN(replay) * r, const unsigned char *end, unsigned *marks)
{
    const unsigned char *const begin = r->lexer.at;
    if (FM_UNLIKELY(!BFN(replay_take_plain)(r, end)))
        return false;
    const bool marked = end[-1] == '!' || end[-1] == '?';
    *marks = FM_UNLIKELY(marked) ? fm_movetext_marks(fm_text_between(begin, end)) : 0;
    return true;
}

static enum fm_step BFN(find_any_token)(struct BFN(replay) * r, unsigned *marks)
{
    const enum fm_step step = BFN(replay_find_any)(r);
    *marks = step == FM_STEP_MOVE && !r->jumps ? fm_movetext_all_marks(r->lexer.text) : 0;
    return step;
}

/* The next token. As replay_find(), but comments are not passed over. */
FM_INLINE enum fm_step BFN(find_token)(struct BFN(replay) * r, unsigned *marks)
{
    if (FM_LIKELY(r->plain && r->ply < r->options.max_plies)) {
        const unsigned char *const from = r->lexer.at;
        fm_lexer_to_token(&r->lexer);
        if (FM_UNLIKELY(r->options.numbers) && r->lexer.at - from > 1)
            BFN(replay_check_number)(r, from);
        const unsigned char *const end = BFN(position_read_san)(&r->pos, r->lexer.at, &r->next);
        if (FM_LIKELY(BFN(take_token)(r, end, marks)))
            return FM_STEP_MOVE;
    }
    return BFN(find_any_token)(r, marks);
}

/* Castling in SAN as the king's move: Ki1, with the mark that it had. */
static unsigned char *BFN(spell_castling)(const struct BFN(replay) * r, unsigned char *text,
                                          unsigned char *end)
{
    unsigned char uci[FM_MOVE_TEXT_MAX];
    const unsigned char mark = end[-1];
    const unsigned char *const uci_end = BFN(position_write_uci)(&r->pos, r->next, false, uci);
    *text++ = 'K';
    memcpy(text, uci_end - 2, 2);
    text[2] = mark;
    return text + 2 + (mark == '+' || mark == '#');
}

/* The move to come in another form than SAN in English. */
static FM_NOINLINE unsigned char *BFN(spell_move)(const struct BFN(replay) * r,
                                                  const struct fm_movetext *m, unsigned char *out)
{
    unsigned char text[FM_MOVE_TEXT_MAX], *end = text;
    switch (m->style->notation) {
    case FM_PGN_NOTATION_KEEP:
    case FM_PGN_SAN:
        end = BFN(position_write_san)(&r->pos, r->next, text);
        if (m->king_castles && *text == 'O')
            end = BFN(spell_castling)(r, text, end);
        break;
    case FM_PGN_LAN:
        end = BFN(position_write_lan)(&r->pos, r->next, text);
        break;
    case FM_PGN_UCI:
        end = BFN(position_write_uci)(&r->pos, r->next, m->names_rooks, text);
        break;
    case FM_PGN_ICCF:
        end = BFN(position_write_uci)(&r->pos, r->next, m->names_rooks, text);
        end = fm_movetext_digits(text, end);
        break;
    }
    const struct fm_text move = fm_text_between(text, end);
    if (m->letters != NULL)
        return fm_language_spell(m->letters, move, out);
    memcpy(out, move.p, move.n);
    return out + move.n;
}

static FM_NOINLINE enum fm_status BFN(put_hash)(const struct BFN(replay) * r, struct fm_buf *hashes)
{
    struct BFN(position) after = r->pos;
    BFN(position_play)(&after, r->next);
    const struct fm_hash128 hash = BFN(view_hash)(&after.view);
    return fm_buf_append(hashes, &hash, sizeof hash);
}

/* Write a move; `nags: glyph` has its marks with it. */
FM_INLINE enum fm_status BFN(write_move)(const struct BFN(replay) * r, struct fm_movetext *m,
                                         unsigned marks)
{
    unsigned char text[FM_SPELLED_MAX], *end;
    if (FM_LIKELY(m->plain))
        end = BFN(position_write_san)(&r->pos, r->next, text);
    else
        end = BFN(spell_move)(r, m, text);
    if (FM_UNLIKELY(m->hashes != NULL))
        FM_TRY(BFN(put_hash)(r, m->hashes));
    const unsigned symbol = marks / FM_SYMBOL_MARK;
    marks %= FM_SYMBOL_MARK;
    if (FM_UNLIKELY(m->style->nags == FM_PGN_NAGS_GLYPH)) {
        m->glyph = marks == 0 ? fm_movetext_glyph_after(&r->lexer) : 0;
        end = fm_movetext_put_marks(end, marks == 0 ? m->glyph : marks);
        marks = 0;
    }
    FM_TRY(fm_movetext_move(m, r->pos.fullmove, r->pos.black, fm_text_between(text, end)));
    m->follows = true;
    if (FM_UNLIKELY(m->commands.wanted != 0) && r->depth == 0 && !r->jumps)
        fm_movetext_commands(m, &r->lexer, !r->pos.black);
    if (FM_UNLIKELY(marks != 0))
        FM_TRY(fm_movetext_nag(m, marks));
    return FM_UNLIKELY(symbol != 0) ? fm_movetext_nag(m, symbol) : FM_OK;
}

/* After the last of `plies` nothing of a line is written but its end. */
static enum fm_status BFN(write_muted)(const struct BFN(replay) * r, struct fm_movetext *m,
                                       enum fm_step step)
{
    if (step != FM_STEP_LINE_END || r->depth >= m->muted)
        return FM_OK;
    m->muted = 0;
    return fm_movetext_close(m, BFN(before_close)(r), FM_NO_TEXT);
}

/* NAGs, comments and variations in the order of a reader that ends where they have another one.
 * Each level is looked over once more for each that it is in: very deep ones are left as they are.
 * @param[out] done  the token is written, or not wanted. */
static enum fm_status BFN(write_ordered)(const struct BFN(replay) * r, struct fm_movetext *m,
                                         enum fm_step step, bool *done)
{
    enum { DEPTH_MAX = 32 };
    const bool nag = step == FM_STEP_NAG, comment = step == FM_STEP_COMMENT;
    const bool symbol = step == FM_STEP_REST && *r->rest.p != '(';
    if ((!nag && !comment && !symbol && step != FM_STEP_OPEN) || r->depth > DEPTH_MAX)
        return FM_OK;
    if (m->moved && !m->annotated)
        FM_TRY(fm_movetext_annotate(m, &r->lexer,
                                    nag       ? FM_TOKEN_NAG
                                    : comment ? FM_TOKEN_COMMENT
                                    : symbol  ? FM_TOKEN_UNKNOWN
                                              : FM_TOKEN_OPEN));
    *done = m->moved && (nag || comment || symbol);
    return FM_OK;
}

static FM_NOINLINE enum fm_status BFN(write_token)(const struct BFN(replay) * r,
                                                   struct fm_movetext *m, enum fm_step step)
{
    bool done = false;
    if (m->muted > 0)
        return BFN(write_muted)(r, m, step);
    if (m->ordered)
        FM_TRY(BFN(write_ordered)(r, m, step, &done));
    if (done)
        return FM_OK;
    switch (step) {
    case FM_STEP_NAG:
        return fm_movetext_nag(m, r->lexer.number);
    case FM_STEP_COMMENT:
        return fm_movetext_comment(m, r->lexer.text);
    case FM_STEP_OPEN:
        return fm_movetext_open(m, r->lexer.at);
    case FM_STEP_LINE_END:
        return fm_movetext_close(m, BFN(before_close)(r), r->rest);
    case FM_STEP_REST:
        return fm_movetext_symbol(m, r->rest);
    case FM_STEP_MOVE: /* the move is after the last of `plies` */
        m->muted = 1 + r->depth;
        return FM_OK;
    case FM_STEP_END:
    case FM_STEP_FAULT:
        return FM_OK;
    }
    return FM_OK;
}

/* After the last of `plies` the moves of the main line are only read. */
static FM_NOINLINE void BFN(pass_muted)(struct BFN(replay) * r)
{
    const uint64_t most = r->options.max_plies;
    bool found = r->plain && r->ply < most && BFN(replay_find_plain)(r);
    while (found) {
        r->ply++;
        found = r->ply < most && BFN(replay_follow_plain)(r);
        if (FM_UNLIKELY(r->ply == most))
            BFN(position_play)(&r->pos, r->next);
    }
}

/* Make the move, and find the token after it; in one step where both are plain. After the last of
 * `plies` moves are only read. @return false: there is no more. */
FM_INLINE bool BFN(next_token)(struct BFN(replay) * r, bool muted, enum fm_step *step,
                               unsigned *marks)
{
    const bool black = r->pos.black;
    if (FM_LIKELY(*step == FM_STEP_MOVE && r->plain && !muted &&
                  r->ply + UINT64_C(1) < r->options.max_plies) &&
        FM_LIKELY(BFN(replay_to_expected)(r, !black, r->pos.fullmove + black))) {
        r->ply++;
        if (FM_UNLIKELY(
                !BFN(take_token)(r, BFN(position_follow)(&r->pos, r->lexer.at, &r->next), marks)))
            *step = BFN(find_any_token)(r, marks);
        return true;
    }
    if (!BFN(replay_go)(r, *step))
        return false;
    if (FM_UNLIKELY(muted))
        BFN(pass_muted)(r);
    *step = BFN(find_token)(r, marks);
    return true;
}

enum fm_status BFN(movetext_write)(struct BFN(replay) * r, struct fm_movetext *m,
                                   struct fm_line *line)
{
    unsigned marks;
    if (FM_UNLIKELY(m->commands.wanted != 0))
        fm_movetext_commands(m, &r->lexer, r->pos.black);
    enum fm_step step = BFN(find_token)(r, &marks);
    do {
        if (FM_UNLIKELY(line != NULL)) {
            line->whole &= step != FM_STEP_REST;
            line->moves_only &= marks == 0 && (step == FM_STEP_MOVE || step == FM_STEP_END);
            if (step == FM_STEP_MOVE)
                BFN(replay_keep)(r, line);
        }
        if (FM_LIKELY(step == FM_STEP_MOVE && m->muted == 0 && r->ply < m->plies))
            FM_TRY(BFN(write_move)(r, m, marks));
        else
            FM_TRY(BFN(write_token)(r, m, step));
        if (FM_UNLIKELY(m->out->n - m->begin > m->most)) {
            r->error = (struct fm_error){.status = FM_REJECTED,
                                         .reason = FM_REASON_OUTPUT_TOO_LARGE,
                                         .ply = r->ply,
                                         .variation = r->depth > 0};
            return FM_REJECTED;
        }
    } while (BFN(next_token)(r, m->muted == 1 && line == NULL, &step, &marks));
    return step == FM_STEP_FAULT ? FM_REJECTED : FM_OK;
}
