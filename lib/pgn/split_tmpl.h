/* SPDX-License-Identifier: MIT */
/* The splitter's hot part. A template: define SPLIT(name) to give names and scans their suffix, and
 * SPLIT_TARGET. Games in the PGN standard's export format (3.2) are read here alone; whatever is
 * unusual goes to splitter.c and comes back with the next state. So this file may refuse at will:
 * the answer is splitter.c's either way, only slower. Scans read whole windows of 64 bytes and may
 * pass the end of the block, which is padded; marks there are cut off. */

#include "pgn/scan_tmpl.h"

/* Returns the place after the comment that from is in; no brace is between the comment's beginning
 * and from. Not closed: the game is broken, and its end is returned; the state is FM_SPLIT_END.
 * Comments do not nest (PGN standard 5), so the first closing brace ends it; a hard boundary before
 * that means that the brace was forgotten, and only this game is lost. */
SPLIT_TARGET static FM_NOINLINE const unsigned char *SPLIT(pass_comment)(struct fm_splitter *s,
                                                                         const unsigned char *from)
{
    for (const unsigned char *base = from; base < s->end; base += 64) {
        for (uint64_t marks = SPLIT(scan_closes)(base); marks != 0; marks &= marks - 1) {
            const unsigned char *p = base + __builtin_ctzll(marks);
            if (p >= s->end)
                break;
            if (FM_LIKELY(*p == '}'))
                return p + 1;
            if (fm_is_hard_boundary(p, s->begin, s->end)) {
                fm_splitter_unclosed(s, from);
                return p;
            }
        }
    }
    fm_splitter_unclosed(s, from);
    return s->end;
}

/* The last hard boundary at floor or after it, or NULL. Goes backwards, window by window: a block
 * is cut at its end, so the answer is usually near. @param floor  after the block's first byte, as
 * the scan looks at the byte before. */
SPLIT_TARGET static const unsigned char *SPLIT(last_hard)(struct fm_text bytes,
                                                          const unsigned char *floor)
{
    const unsigned char *const end = bytes.p + bytes.n;
    for (const unsigned char *after = end; after > floor;) {
        const unsigned char *base = after - floor > 64 ? after - 64 : floor;
        uint64_t marks = SPLIT(scan_hards)(base);
        if (after - base < 64) /* the window passes `after`: those were looked at */
            marks &= ~(~UINT64_C(0) << (after - base));
        for (; marks != 0; marks ^= UINT64_C(1) << (63 - __builtin_clzll(marks))) {
            const unsigned char *p = base + 63 - __builtin_clzll(marks);
            if (fm_is_hard_boundary(p, bytes.p, end))
                return p;
        }
        after = base;
    }
    return NULL;
}

/* The first three marks of a tag pair, which in `[Name "value"]` and a line end are: quote, quote,
 * line end. As backslashes and control characters are marks too, three right ones prove that the
 * value has no escape, no quote and no control character. */
struct SPLIT(tag_places) {
    const unsigned char *open, *close, *line;
};

/* The first three marks from p on, at most 512 bytes away; false if there are fewer. The PGN
 * standard (4.3) allows lines of 255 characters; the limit keeps a file without line ends from
 * being scanned to its end at each bracket. */
SPLIT_TARGET static FM_NOINLINE bool SPLIT(find_places)(const struct fm_splitter *s,
                                                        const unsigned char *p,
                                                        struct SPLIT(tag_places) * out)
{
    const unsigned char *found[3];
    unsigned count = 0;
    for (const unsigned char *base = p; base < s->end && base - p < 512; base += 64) {
        for (uint64_t marks = SPLIT(scan_tag_marks)(base); marks != 0; marks &= marks - 1) {
            found[count++] = base + __builtin_ctzll(marks);
            if (count == 3) {
                *out = (struct SPLIT(tag_places)){found[0], found[1], found[2]};
                return true;
            }
        }
    }
    return false;
}

/* The tag pair at p, if it is `[Name "value"]` and a line end exactly. Returns its next line, or
 * NULL: then nothing was changed but the unused place after the last tag. */
SPLIT_TARGET static inline const unsigned char *SPLIT(common_tag)(struct fm_splitter *s,
                                                                  const unsigned char *p,
                                                                  struct SPLIT(tag_places) at)
{
    if (*at.open != '"' || at.open[-1] != ' ' || *at.close != '"' || at.close[1] != ']' ||
        at.line != at.close + 2)
        return NULL;
    const unsigned char *next = at.line + (*at.line == '\r');
    if (*next++ != '\n' || next > s->end)
        return NULL;
    struct fm_tag *tag = &s->out->tags[s->out->tag_count];
    tag->name = fm_text_between(p + 1, at.open - 1);
    tag->value = fm_text_between(at.open + 1, at.close);
    tag->escaped = tag->utf8 = false;
    const uint64_t key = fm_tag_key(tag->name);
    tag->id = fm_tag_id_of_key(tag->name, key);
    if (FM_LIKELY(tag->id != FM_TAG_OTHER)) {
        /* A known name is known by number, so the set answers exactly; others by a hash. */
        const unsigned bit = 1u << tag->id;
        if (FM_UNLIKELY(s->ids & bit))
            fm_warnings_note_at(&s->game.notes, FM_REASON_DUPLICATE_TAG,
                                fm_text_between(p, at.close + 2));
        s->ids |= bit;
    } else {
        for (const unsigned char *q = tag->name.p; q < at.open - 1; q++)
            if (!fm_byte_is(*q, FM_BYTE_NAME))
                return NULL;
        if (tag->name.n == 0)
            return NULL;
        const uint64_t bit = fm_tag_bit_of_key(key);
        if (FM_UNLIKELY(s->names & bit))
            fm_splitter_repeated(s, fm_text_between(p, at.close + 2));
        s->names |= bit;
    }
    fm_splitter_take_tag(s);
    return next;
}

/* Tag pairs, each on a line of its own, from p on. Several lie in one window of 64 bytes, so the
 * marks of a window are kept from one pair to the next, and a new window is read only where fewer
 * than three are left. */
SPLIT_TARGET static const unsigned char *SPLIT(tags)(struct fm_splitter *s, const unsigned char *p)
{
    const unsigned char *base = p;
    uint64_t marks = SPLIT(scan_tag_marks)(base);
    do {
        struct SPLIT(tag_places) at;
        uint64_t second = marks & (marks - 1), third = second & (second - 1);
        if (third == 0 && base != p) { /* the window ends within this pair */
            base = p;
            marks = SPLIT(scan_tag_marks)(base);
            second = marks & (marks - 1);
            third = second & (second - 1);
        }
        bool found = third != 0;
        if (FM_LIKELY(found)) {
            at.open = base + __builtin_ctzll(marks);
            at.close = base + __builtin_ctzll(second);
            at.line = base + __builtin_ctzll(third);
        } else {
            found = SPLIT(find_places)(s, p, &at);
        }
        if (s->out->tag_count == s->out->tag_cap && !fm_splitter_grow_tags(s))
            return p;
        const unsigned char *next = found ? SPLIT(common_tag)(s, p, at) : NULL;
        if (FM_UNLIKELY(next == NULL))
            return s->state == FM_SPLIT_START ? fm_splitter_start(s, p) : fm_splitter_tag(s, p);
        s->state = FM_SPLIT_TAG;
        p = next;
        marks = p - base < 64 ? marks & ~UINT64_C(0) << (p - base) : 0; /* drop those before p */
    } while (*p == '[' && p < s->end);
    /* The end of the last tag pair: the line end before p is one byte or two. */
    s->game.tags_end = fm_splitter_offset(s, p) - (p[-2] == '\r' ? 2 : 1);
    /* Usually an empty line and a move number, or the next game of a list of tags. */
    const unsigned char *q = p;
    while (q < s->end && fm_byte_is(*q, FM_BYTE_BLANK))
        q++;
    if (FM_UNLIKELY(q >= s->end || fm_byte_is(*q, FM_BYTE_MARK))) {
        s->state = FM_SPLIT_GAP;
        return p;
    }
    s->game.moves = fm_splitter_offset(s, q);
    s->first_move = q;
    s->state = FM_SPLIT_MOVES;
    return q + 1; /* it is no mark */
}

/* The results of the PGN standard (8.2.6), with blanks around them: 1-0 0-1 1/2-1/2 *. All else
 * is for fm_splitter_result(). @param p  the mark: dash, stroke or star. Dashes are the commonest
 * marks of some files (O-O, e2-e4), so those that cannot be a result return immediately.
 * @return the byte after the result, or NULL. */
SPLIT_TARGET static inline const unsigned char *SPLIT(result)(struct fm_splitter *s,
                                                              const unsigned char *p)
{
    if (FM_UNLIKELY(p == s->begin + s->game.moves)) /* the byte before is not the movetext's */
        return fm_splitter_result(s, p);
    const unsigned char *begin = p - (*p != '*'), *after;
    enum fm_result result;
    if (*p == '-') {
        const bool white = p[-1] == '1' && p[1] == '0', black = p[-1] == '0' && p[1] == '1';
        if (FM_UNLIKELY(!white && !black)) {
            /* Castling or `e2-e4`: of the results only one written with the letter O, `1-O`, has a
             * letter after its dash. */
            return p[1] >= 'A' && p[-1] != '1' ? NULL : fm_splitter_result(s, p);
        }
        result = white ? FM_RESULT_WHITE : FM_RESULT_BLACK;
        after = p + 2;
    } else if (*p == '/') {
        if (p[-1] != '1' || p[1] != '2')
            return NULL;
        result = FM_RESULT_DRAW;
        after = p + 6;
        if (memcmp(p - 1, "1/2-1/2", 7) != 0)
            return fm_splitter_result(s, p);
    } else {
        result = FM_RESULT_UNKNOWN;
        after = p + 1;
    }
    if (FM_UNLIKELY(begin - s->begin < (ptrdiff_t)s->game.moves + 1 || begin[-1] > ' ' ||
                    *after > ' ' || after > s->end))
        return fm_splitter_result(s, p);
    s->game.result = result;
    s->game.moves_end = fm_splitter_offset(s, begin);
    return after;
}

/* Remember the comments of the 64 bytes at base, and remove from the marks those inside comments. A
 * byte is inside where an unpaired brace is before it: that is the parity of the braces before it,
 * for 64 bytes at the price of one.
 * @param[in,out] within  all ones: base is in a comment, then: base + 64 is; else 0.
 * @return false, nothing changed: the parity would be wrong, as a brace does not count (an opening
 * one in a comment, a closing one outside); or a hard boundary may be inside a comment; or one
 * comment fills the window, and pass_comment() reads that faster; or the block begins or ends in
 * the window. */
SPLIT_TARGET static inline bool SPLIT(take_comments)(struct fm_splitter *s,
                                                     const unsigned char *base, uint64_t *marks,
                                                     uint64_t *within)
{
    if (FM_UNLIKELY(base == s->begin || s->end - base < 64)) /* the byte before is looked at */
        return false;
    const uint64_t opens = SPLIT(scan_equal)(base, '{');
    const uint64_t closes = SPLIT(scan_equal)(base, '}');
    const uint64_t hards = SPLIT(scan_hards)(base);
    const uint64_t inside = parity(opens | closes) ^ *within;
    const uint64_t unusual = (opens & ~inside) | ((closes | hards) & inside);
    const uint64_t goes_on = *within & (closes == 0);
    if (FM_UNLIKELY((unusual | goes_on) != 0))
        return false;
    fm_splitter_remember(s, base, opens | closes);
    *marks &= ~(inside | closes);
    *within = -(inside >> 63);
    return true;
}

/* Movetext, to after its result or to the next game; p is after the block's first byte. Looks at
 * marks only, of which a move has none but for castling, and at a `1` that begins a line. Comments
 * are looked for (take_comments) only from the first one on, so that movetext without any does not
 * pay. Invariants at the head of the outer loop: p begins a window. `within` is set if p is in a
 * comment. `depth` is the number of variations open there. The remembered braces of this game are
 * in pairs, but for that of a comment open at p. */
SPLIT_TARGET static const unsigned char *SPLIT(moves)(struct fm_splitter *s, const unsigned char *p)
{
    size_t depth = 0;
    bool commented = false;           /* a comment was found */
    uint64_t within = 0;              /* all ones: p is in a comment */
    const unsigned char *open = NULL; /* beginning of the outermost open variation */
    while (p < s->end) {
        /* In a comment only its end counts, or a hard boundary. Whether a window begins in one
         * cannot be guessed where they are short. */
        if (commented && s->end - p >= 64 &&
            (within & -(uint64_t)(SPLIT(scan_closes)(p) == 0)) != 0)
            do
                p += 64;
            while (s->end - p >= 64 && SPLIT(scan_closes)(p) == 0);
        const unsigned char *const base = p;
        uint64_t marks = SPLIT(scan_marks)(base);
        p = base + 64;
        if (commented && !SPLIT(take_comments)(s, base, &marks, &within) && within != 0) {
            p = SPLIT(pass_comment)(s, base);
            if (FM_UNLIKELY(s->state == FM_SPLIT_END))
                return p;
            fm_splitter_remember(s, p - 1, 1);
            within = 0;
            continue;
        }
        while (marks != 0) {
            const unsigned char *q = base + __builtin_ctzll(marks), *after;
            marks &= marks - 1;
            if (q >= s->end) /* in the padding */
                break;
            after = q + 1;
            switch (*q) {
            case '-':
            case '/':
            case '*':
                if (depth == 0 && (after = SPLIT(result)(s, q)) != NULL) {
                    s->state = FM_SPLIT_TRAIL;
                    return after;
                }
                after = q + 1;
                break;
            case '{':
                if (!commented) { /* read this window again, from the brace on */
                    commented = true;
                    after = q;
                    break;
                }
                after = SPLIT(pass_comment)(s, q + 1);
                if (s->state == FM_SPLIT_END)
                    return after;
                break;
            case '(':
                if (depth++ == 0)
                    open = q;
                break;
            case ')':
                if (depth > 0)
                    depth--;
                else
                    fm_warnings_note_at(&s->game.notes, FM_REASON_STRAY_CLOSE,
                                        fm_text_between(q, q + 1));
                break;
            case '[':
                if (!fm_splitter_tag_ends_game(s, q)) {
                    fm_warnings_note_at(&s->game.notes, FM_REASON_UNKNOWN_TOKEN,
                                        fm_text_between(q, q + 1));
                    break;
                }
                if (depth > 0)
                    fm_splitter_broken(s, FM_REASON_UNCLOSED_VARIATION, open);
                s->state = FM_SPLIT_END;
                return q;
            default:
                if (*q == '1') {
                    if (FM_LIKELY(*after != '.') || depth > 0 || !fm_splitter_begins_game(s, q))
                        break;
                    s->state = FM_SPLIT_END;
                    return q;
                }
                after = fm_splitter_mark(s, q, depth);
                if (s->state == FM_SPLIT_TRAIL)
                    return after;
            }
            /* Something longer than its mark was passed over: go on after it with a new window.
             * Braces remembered from there on are not comments (`; {`), or come again. */
            if (FM_UNLIKELY(after != q + 1)) {
                fm_braces_forget(&s->out->braces, s->game.first_brace, fm_splitter_offset(s, q));
                p = after;
                within = 0;
                break;
            }
        }
    }
    if (within != 0)
        fm_splitter_unclosed(s, s->end);
    if (depth > 0)
        fm_splitter_broken(s, FM_REASON_UNCLOSED_VARIATION, open);
    s->state = FM_SPLIT_END;
    return s->end;
}

/* Skip the text after the result: nearly always blanks, and then the next game's first tag. */
SPLIT_TARGET static const unsigned char *SPLIT(trail)(struct fm_splitter *s, const unsigned char *p)
{
    while (p < s->end && fm_byte_is(*p, FM_BYTE_BLANK))
        p++;
    if (FM_UNLIKELY(p < s->end && *p != '['))
        return fm_splitter_trail(s, p);
    s->state = FM_SPLIT_END;
    return p;
}

/* The state machine. Each turn of the outer loop reads one span, of at least one byte. */
SPLIT_TARGET static void SPLIT(run)(struct fm_splitter *s)
{
    const unsigned char *p = s->begin;
    while (p < s->end && !s->no_memory) {
        fm_splitter_open(s, p);
        while (s->state != FM_SPLIT_END && !s->no_memory) {
            switch (s->state) {
            case FM_SPLIT_START:
                p = *p == '[' ? SPLIT(tags)(s, p) : fm_splitter_start(s, p);
                break;
            case FM_SPLIT_TAG:
                p = SPLIT(tags)(s, p);
                break;
            case FM_SPLIT_GAP:
                p = fm_splitter_gap(s, p);
                break;
            case FM_SPLIT_MOVES:
                p = SPLIT(moves)(s, p);
                break;
            case FM_SPLIT_TRAIL:
                p = SPLIT(trail)(s, p);
                break;
            case FM_SPLIT_END:
                break;
            }
        }
        fm_splitter_close(s, p);
    }
}

#undef SPLIT
#undef SPLIT_TARGET
#undef SPLIT_LANES
#undef SPLIT_BITS
#undef SPLIT_WINDOW
#undef SPLIT_LOOK_UP
