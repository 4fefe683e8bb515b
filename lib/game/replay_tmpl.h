/* SPDX-License-Identifier: MIT */
/* The rarely used parts of the replay: unusual tokens and moves, annotations, variations. One
 * copy per board. */

void BFN(replay_begin)(struct BFN(replay) * r, const struct BFN(position) * start,
                       struct fm_text moves, const struct fm_replay_options *options,
                       struct fm_warnings *notes, const struct fm_line *line)
{
    const bool walks = line != NULL && line->known;
    r->pos = *start;
    r->lexer = (struct fm_lexer){
        .at = moves.p, .end = moves.p + moves.n, .notes = notes, .comments = options->comments};
    r->options = *options;
    if (notes != NULL && notes->places != NULL)
        memset(notes->places->found, 0, sizeof notes->places->found);
    r->ply = 0;
    r->depth = 0;
    r->branch = 0;
    r->seen = false;
    r->move_at = moves.p;
    r->movetext = moves;
    r->score_view = FM_SCORE_BY_GAME;
    r->here = r->ahead = (struct fm_annotation){.after = moves.p};
    if (r->tolerances != 0)
        memset(r->tolerated, 0, sizeof r->tolerated);
    r->tolerances = r->read_with = 0;
    r->unplayed.ply = 0;
    r->options.before = options->before || options->variations;
    r->english = options->language == fm_languages;
    r->plain = r->english && !r->options.before && !options->annotations &&
               !(options->numbers && options->strict);
    r->annotated = r->english && options->annotations && !options->numbers && !options->tokens;
    r->lexer.numbers = options->numbers;
    r->first_number = start->fullmove;
    r->second = start->black;
    if (r->options.before)
        r->before = *start;
    /* Reading plain moves is about as quick as looking each of them up, so a plain replay walks
     * only where it jumps. */
    r->jumps = walks && line->clean && !options->annotations && !options->variations &&
               (line->moves_only || !options->tokens);
    r->line = walks && (r->jumps || !r->plain) ? line : NULL;
    r->line_at = 0;
    r->was_plain = r->plain;
    r->plain = r->plain && r->line == NULL;
}

void BFN(replay_end_line)(const struct BFN(replay) * r, struct fm_line *line)
{
    const struct fm_replay_options *options = &r->options;
    line->known = true;
    line->clean =
        r->tolerances == 0 && fm_warnings_is_empty(r->lexer.notes) && !options->variations;
    line->moves_only &= options->tokens && !line->full;
    line->whole &=
        !line->full && r->unplayed.ply == 0 && (options->variations || !fm_may_vary(r->movetext));
}

/* The move of the token at @p at, by the line that is walked. */
static const struct fm_line_move *BFN(replay_recall)(struct BFN(replay) * r,
                                                     const unsigned char *at)
{
    const struct fm_line *const line = r->line;
    const size_t offset = (size_t)(at - r->movetext.p);
    while (r->line_at < line->count && fm_line_moves(line)[r->line_at].at < offset)
        r->line_at++;
    if (r->line_at == line->count || fm_line_moves(line)[r->line_at].at != offset)
        return NULL;
    return &fm_line_moves(line)[r->line_at];
}

/* The next move of the line, without a look at what is before it. */
static struct fm_move BFN(replay_jump)(struct BFN(replay) * r)
{
    const struct fm_line_move *const known = &fm_line_moves(r->line)[r->line_at++];
    r->move_at = r->movetext.p + known->at;
    r->lexer.at = r->movetext.p + known->end;
    return known->move;
}

void BFN(replay_skip)(struct BFN(replay) * r, unsigned ply)
{
    const struct fm_line *const line = r->line;
    const size_t last = line->places.n / sizeof r->pos;
    size_t place = (ply < line->count ? ply : line->count) / FM_LINE_STRIDE;
    place = place < last ? place : last;
    if (place * FM_LINE_STRIDE > r->ply) {
        memcpy(&r->pos, line->places.p + (place - 1) * sizeof r->pos, sizeof r->pos);
        r->ply = (unsigned)(place * FM_LINE_STRIDE);
        r->line_at = r->ply - 1;
        (void)BFN(replay_jump)(r);
    }
    for (; r->ply < ply && r->line_at < r->line->count; r->ply++)
        BFN(position_play)(&r->pos, BFN(replay_jump)(r));
}

void BFN(replay_free)(struct BFN(replay) * r)
{
    free(r->lines);
    r->lines = NULL;
    r->line_cap = 0;
}

static enum fm_step BFN(replay_fault)(struct BFN(replay) * r, enum fm_reason reason,
                                      struct fm_text what)
{
    r->error.status = FM_REJECTED;
    r->error.reason = reason;
    r->error.what = what;
    r->error.ply = r->ply + 1;
    r->error.move = r->pos.fullmove;
    r->error.black = r->pos.black;
    r->error.variation = r->depth > 0;
    return FM_STEP_FAULT;
}

/* One of the ways to read a move token that is legal.
 * @param[out] fault  fault, if no way gives a legal move; else untouched. */
static bool BFN(replay_match)(struct BFN(replay) * r, struct fm_text token, uint32_t *tolerances,
                              enum fm_reason *reason, struct fm_error *fault)
{
    struct fm_notation notation[2];
    const unsigned readings = fm_notation_read(token, r->options.language, FILES, notation);
    *reason = FM_REASON_UNREADABLE_MOVE;
    *fault = (struct fm_error){.status = FM_OK, .why = FM_WHY_NOT_A_MOVE};
    for (unsigned i = 0; i < readings; i++) {
        struct fm_error error = {.status = FM_OK};
        *tolerances = notation[i].tolerances;
        const enum fm_reason found =
            BFN(position_find)(&r->pos, &notation[i], &r->next, tolerances, &error);
        if (found == FM_REASON_NONE)
            return true;
        if (i == 0 || found == FM_REASON_AMBIGUOUS_MOVE) {
            *reason = found;
            *fault = error;
        }
    }
    return false;
}

static const unsigned char *BFN(pass_blanks)(const unsigned char *p, const unsigned char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p;
}

/* `e2 - e4`: a token that is no legal move by itself, a dash with blanks around it, a square. The
 * lexer is then after all of it, and its text is the whole. */
static bool BFN(replay_match_apart)(struct BFN(replay) * r, struct fm_text token,
                                    uint32_t *tolerances)
{
    enum { MOVE_MAX = 32, PADDING = 64 };
    unsigned char move[MOVE_MAX + PADDING] = {0};
    const unsigned char *const end = r->lexer.end;
    const unsigned char *origin_end = token.p + token.n;
    const unsigned char *p = BFN(pass_blanks)(origin_end, end);
    const size_t dash = p == end ? 0 : *p == '-' ? 1 : fm_utf8_dash_length(p, end);
    if (origin_end > token.p && origin_end[-1] == '-')
        origin_end--;
    else if (dash == 0)
        return false;
    p = BFN(pass_blanks)(p + dash, end);
    const unsigned char *const target = p;
    while (p<end && * p> ' ' && *p != '{' && *p != '(' && *p != ')' && *p != ';')
        p++;
    const size_t n = (size_t)(origin_end - token.p), m = (size_t)(p - target);
    if (m < 2 || n + m + 1 > MOVE_MAX || target[1] < '1' || target[1] > '8')
        return false;
    memcpy(move, token.p, n);
    move[n] = '-';
    memcpy(move + n + 1, target, m);
    enum fm_reason ignored;
    struct fm_error unwanted;
    if (!BFN(replay_match)(r, (struct fm_text){move, n + 1 + m}, tolerances, &ignored, &unwanted))
        return false;
    *tolerances |= FM_TOLERANCE(DASH);
    r->lexer.at = p;
    r->lexer.text = fm_text_between(token.p, p);
    return true;
}

/* A move was read with tolerances: they count, and may be faults. */
static enum fm_step BFN(replay_tolerate)(struct BFN(replay) * r, uint32_t tolerances)
{
    r->read_with = tolerances;
    tolerances &= ~r->options.regular;
    BFN(replay_count)(r, tolerances, r->lexer.text);
    const uint32_t faults = r->options.strict ? tolerances : tolerances & r->options.refused;
    if (faults == 0)
        return FM_STEP_MOVE;
    r->error = (struct fm_error){.status = FM_OK};
    return BFN(replay_fault)(
        r, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + __builtin_ctz(faults)), r->lexer.text);
}

/* The careful reading of one move token: every known form, matched against the legal moves. */
static enum fm_step BFN(replay_careful)(struct BFN(replay) * r, struct fm_text token)
{
    r->move_at = token.p;
    r->error = (struct fm_error){.status = FM_OK};
    if (r->ply >= r->options.max_plies)
        return BFN(replay_fault)(r, FM_REASON_TOO_MANY_PLIES, token);
    uint32_t tolerances = 0;
    enum fm_reason reason;
    struct fm_error fault;
    if (!BFN(replay_match)(r, token, &tolerances, &reason, &fault) &&
        !BFN(replay_match_apart)(r, token, &tolerances)) {
        r->error = fault;
        return BFN(replay_fault)(r, reason, token);
    }
    return BFN(replay_tolerate)(r, tolerances);
}

/* The move of a token: that of the line, or read. */
static enum fm_step BFN(replay_read_move)(struct BFN(replay) * r, struct fm_text token)
{
    const struct fm_line_move *const known =
        r->line == NULL ? NULL : BFN(replay_recall)(r, token.p);
    r->read_with = 0;
    if (known != NULL) {
        r->next = known->move;
        r->move_at = token.p;
        r->lexer.at = r->movetext.p + known->end;
        r->lexer.text = fm_text_between(token.p, r->lexer.at);
        return known->tolerances == 0 ? FM_STEP_MOVE : BFN(replay_tolerate)(r, known->tolerances);
    }
    const bool plain = r->english && r->ply < r->options.max_plies;
    const unsigned char *const end =
        plain ? BFN(position_read_san)(&r->pos, token.p, &r->next) : NULL;
    if (end != token.p + token.n)
        return BFN(replay_careful)(r, token);
    r->move_at = token.p;
    return FM_STEP_MOVE;
}

static void BFN(replay_read_comment)(struct BFN(replay) * r, struct fm_text text,
                                     struct fm_annotation *to)
{
    fm_comment_read(text, r->options.times, &to->comment);
    if (FM_LIKELY(to->comment.view != FM_SCORE_BY_GAME))
        return;
    if (r->score_view == FM_SCORE_BY_GAME)
        r->score_view = fm_game_score_view(r->movetext);
    to->comment.view = r->score_view;
}

/* Read the comments that follow a move after blanks and numbers alone.
 * @return whether the next move or the end is after them; else there is more to read. */
static bool BFN(replay_annotate_plainly)(struct BFN(replay) * r, struct fm_annotation *to)
{
    for (;;) {
        const unsigned char *const from = r->lexer.at;
        fm_lexer_to_token(&r->lexer);
        if (*r->lexer.at != '{' || r->lexer.at >= r->lexer.end) {
            const bool ends = fm_lexer_at_plain_move(&r->lexer);
            r->lexer.at = from;
            return ends;
        }
        const unsigned char *const text = r->lexer.at + 1;
        BFN(replay_read_comment)(r, fm_text_between(text, fm_lexer_pass_comment(&r->lexer)), to);
    }
}

/* Read what follows a move, up to the next move, variation or end. */
static void BFN(replay_annotate)(struct BFN(replay) * r, struct fm_annotation *to)
{
    if (BFN(replay_annotate_plainly)(r, to))
        return;
    for (;;) {
        const struct fm_lexer mark = r->lexer;
        switch (fm_lexer_next(&r->lexer)) {
        case FM_TOKEN_NAG:
            if (r->lexer.number >= 1 && r->lexer.number <= 6)
                to->marks |= 1u << r->lexer.number;
            break;
        case FM_TOKEN_COMMENT:
            BFN(replay_read_comment)(r, r->lexer.text, to);
            break;
        case FM_TOKEN_UNKNOWN:
        case FM_TOKEN_RESULT:
            break;
        case FM_TOKEN_OPEN:
            if (!r->options.variations) {
                fm_lexer_skip_variation(&r->lexer);
                break;
            }
            r->lexer = mark;
            return;
        case FM_TOKEN_END:
        case FM_TOKEN_MOVE:
        case FM_TOKEN_CLOSE:
            r->lexer = mark;
            return;
        }
    }
}

/* Suffixes glued to a move are NAGs 1 to 6 (PGN standard 8.2.3.8). */
static unsigned BFN(replay_suffix)(const unsigned char *begin, const unsigned char *end)
{
    const unsigned char *p = end;
    while (p > begin && (p[-1] == '!' || p[-1] == '?'))
        p--;
    return end == p ? 0 : 1u << fm_nag_of_glyph(fm_text_between(p, end));
}

/* Begin a variation: it replaces the move that led to `pos`. The number of lines is limited to
 * bound memory. */
enum { LINES_MAX = 1 << 15 };
static bool BFN(replay_enter)(struct BFN(replay) * r)
{
    if (r->depth == r->line_cap) {
        const unsigned cap = r->line_cap == 0 ? 8 : 2 * r->line_cap;
        void *grown = cap > LINES_MAX ? NULL : realloc(r->lines, cap * sizeof *r->lines);
        r->lacks_memory |= grown == NULL && cap <= LINES_MAX;
        if (grown == NULL)
            return false;
        r->lines = grown;
        r->line_cap = cap;
    }
    struct BFN(replay_line) *line = &r->lines[r->depth++];
    line->pos = r->pos;
    line->before = r->before;
    line->past = r->past;
    line->annotation = r->here;
    line->last = r->last;
    line->ply = r->ply;
    line->branch = ++r->branch;
    line->seen = r->seen;
    if (!r->seen) { /* `((`: the inner one has no move of its own to replace */
        r->pos = r->before;
        r->before = r->past.before;
        r->last = r->past.last;
        r->here = r->past.here;
        r->ply--;
    }
    r->here.after = r->lexer.at; /* the remarks of the root are with the line that it is of */
    r->branch = 0;
    r->seen = true;
    return true;
}

bool BFN(replay_find_after)(struct BFN(replay) * r)
{
    BFN(to_plain)(r, r->pos.fullmove);
    return BFN(replay_take_plain)(r, BFN(position_read_san)(&r->pos, r->lexer.at, &r->next));
}

bool BFN(replay_follow_after)(struct BFN(replay) * r)
{
    BFN(to_plain)(r, r->pos.fullmove + r->pos.black);
    return BFN(replay_take_plain)(r, BFN(position_follow)(&r->pos, r->lexer.at, &r->next));
}

/* Are BARE_MAX variations open in a row that have no move yet? A game in new form looks at each
 * of them again from its beginning, so their number is limited. */
static bool BFN(is_nested_bare)(const struct BFN(replay) * r)
{
    enum { BARE_MAX = 8 };
    unsigned bare = 0;
    while (bare < BARE_MAX && bare < r->depth && r->lines[r->depth - 1 - bare].seen)
        bare++;
    return r->seen && bare == BARE_MAX;
}

/* The end of the variation that the lexer has just skipped, without its closing parenthesis. */
static const unsigned char *BFN(before_close)(const struct BFN(replay) * r)
{
    return r->lexer.at - (r->lexer.at[-1] == ')');
}

/* The next move in plain form, and the annotations after it. @return false: it is not in plain
 * form, and nothing was taken. */
FM_INLINE bool BFN(replay_find_annotated)(struct BFN(replay) * r)
{
    fm_lexer_to_token(&r->lexer);
    const unsigned char *const at = r->lexer.at;
    const struct fm_line_move *const known = r->line == NULL ? NULL : BFN(replay_recall)(r, at);
    const unsigned char *end;
    if (known != NULL && known->tolerances == 0) {
        r->next = known->move;
        end = r->movetext.p + known->end;
    } else {
        end = BFN(position_read_san)(&r->pos, at, &r->next);
    }
    if (end == NULL || end > r->lexer.end)
        return false;
    r->move_at = at;
    r->read_with = 0;
    r->lexer.at = end;
    r->ahead = (struct fm_annotation){.marks = BFN(replay_suffix)(at, end), .after = end};
    BFN(replay_annotate)(r, &r->ahead);
    return true;
}

enum fm_step BFN(replay_find_any)(struct BFN(replay) * r)
{
    const unsigned char *const from = r->lexer.at;
    r->rest.n = 0;
    if (r->jumps && r->line_at < r->line->count) {
        r->next = BFN(replay_jump)(r);
        return FM_STEP_MOVE;
    }
    if (r->jumps) { /* from here on the movetext is read */
        r->jumps = false;
        r->plain = r->was_plain;
        return BFN(replay_find)(r);
    }
    if (r->annotated && r->ply < r->options.max_plies && BFN(replay_find_annotated)(r))
        return FM_STEP_MOVE;
    for (;;) {
        const enum fm_token token = fm_lexer_next(&r->lexer);
        switch (token) {
        case FM_TOKEN_MOVE: {
            const struct fm_text text = r->lexer.text;
            enum fm_step step = BFN(replay_read_move)(r, text);
            if (FM_UNLIKELY(r->options.numbers) && step == FM_STEP_MOVE &&
                BFN(number_is_wrong)(r, r->lexer.move_number)) {
                BFN(replay_count)
                (r, FM_TOLERANCE(NUMBER), text);
                if (r->options.strict)
                    step = BFN(replay_fault)(r, FM_REASON_MOVE_NUMBER, text);
            }
            if (step == FM_STEP_FAULT && r->depth > 0) {
                /* A variation that cannot be played is left out, but the game is kept. */
                fm_warnings_note(r->lexer.notes, FM_REASON_VARIATION_UNPLAYABLE);
                if (r->unplayed.ply == 0) {
                    r->unplayed = r->error;
                    r->unplayed_at = r->move_at;
                }
                fm_lexer_skip_variation(&r->lexer);
                r->rest = fm_text_between(from, BFN(before_close)(r));
                return FM_STEP_LINE_END;
            }
            if (step == FM_STEP_MOVE && r->options.annotations) {
                const struct fm_text whole = r->lexer.text; /* replay_careful() may have read on */
                r->ahead =
                    (struct fm_annotation){.marks = BFN(replay_suffix)(whole.p, whole.p + whole.n),
                                           .after = whole.p + whole.n};
                BFN(replay_annotate)(r, &r->ahead);
            }
            return step;
        }
        case FM_TOKEN_UNKNOWN:
        case FM_TOKEN_RESULT:
            if (r->options.tokens) {
                r->rest = r->lexer.text;
                return FM_STEP_REST;
            }
            break;
        case FM_TOKEN_NAG:
            if (r->options.tokens)
                return FM_STEP_NAG;
            break;
        case FM_TOKEN_COMMENT:
            if (r->options.tokens)
                return FM_STEP_COMMENT;
            if (r->options.annotations)
                BFN(replay_read_comment)(r, r->lexer.text, &r->here);
            break;
        case FM_TOKEN_OPEN:
            if (!r->options.variations) {
                fm_lexer_skip_variation(&r->lexer);
            } else if ((r->ply == 0 && !r->seen) || (r->options.tokens && BFN(is_nested_bare)(r)) ||
                       !BFN(replay_enter)(r)) {
                const unsigned char *const open = r->lexer.text.p;
                fm_warnings_note_at(r->lexer.notes, FM_REASON_VARIATION_UNPLAYABLE, r->lexer.text);
                fm_lexer_skip_variation(&r->lexer);
                if (r->options.tokens) {
                    r->rest = fm_text_between(open, r->lexer.at);
                    return FM_STEP_REST;
                }
            } else if (r->options.tokens) {
                return FM_STEP_OPEN;
            }
            break;
        case FM_TOKEN_CLOSE:
            if (r->depth > 0)
                return FM_STEP_LINE_END;
            fm_warnings_note_at(r->lexer.notes, FM_REASON_STRAY_CLOSE, r->lexer.text);
            break;
        case FM_TOKEN_END:
            return r->depth > 0 ? FM_STEP_LINE_END : FM_STEP_END;
        }
    }
}

bool BFN(replay_leave)(struct BFN(replay) * r, enum fm_step step)
{
    switch (step) {
    case FM_STEP_MOVE:
        if (r->options.variations)
            r->past = (struct BFN(replay_past)){r->before, r->last, r->here};
        if (r->options.before) {
            r->before = r->pos;
            r->last = r->next;
        }
        BFN(position_play)(&r->pos, r->next);
        r->ply++;
        r->here = r->ahead;
        r->branch = 0;
        r->seen = false;
        return true;
    case FM_STEP_LINE_END: {
        const struct BFN(replay_line) *line = &r->lines[--r->depth];
        r->pos = line->pos;
        r->before = line->before;
        r->past = line->past;
        r->here = line->annotation;
        r->last = line->last;
        r->ply = line->ply;
        r->branch = line->branch;
        r->seen = line->seen;
        return true;
    }
    case FM_STEP_NAG:
    case FM_STEP_COMMENT:
    case FM_STEP_OPEN:
    case FM_STEP_REST:
        return true;
    case FM_STEP_END:
    case FM_STEP_FAULT:
        return false;
    }
    return false;
}

enum fm_status BFN(replay_path)(const struct BFN(replay) * r, struct fm_buf *out)
{
    if (r->depth == 0)
        return fm_buf_append_text(out, FM_TEXT("main"));
    for (unsigned i = 0; i < r->depth; i++) {
        if (i > 0)
            FM_TRY(fm_buf_append(out, "/", 1));
        FM_TRY(fm_buf_append_u64(out, r->lines[i].ply));
        FM_TRY(fm_buf_append(out, ".", 1));
        FM_TRY(fm_buf_append_u64(out, r->lines[i].branch));
    }
    return FM_OK;
}
