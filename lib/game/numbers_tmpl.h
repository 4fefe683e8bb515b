/* SPDX-License-Identifier: MIT */
/* What is before a move: blanks, its number, comments. One copy per board. */

/* Count the tolerances that a token needs. */
static void BFN(replay_count)(struct BFN(replay) * r, uint32_t tolerances, struct fm_text token)
{
    r->tolerances |= tolerances;
    for (; tolerances != 0; tolerances &= tolerances - 1) {
        const int which = __builtin_ctz(tolerances);
        fm_warnings_place(r->lexer.notes, (enum fm_reason)(FM_REASON_MOVE_LETTER_CASE + which),
                          token);
        r->tolerated[which]++;
    }
}

/* The number before a move is that of the FEN, or counts from 1 where the game begins. */
static bool BFN(number_is_wrong)(const struct BFN(replay) * r, unsigned number)
{
    const unsigned moves = (r->second + r->ply) / 2;
    return number != 0 && number != r->first_number + moves && number != 1 + moves;
}

/* The token of a wrong number is its move; at the end of the movetext the number itself. */
static FM_COLD void BFN(count_wrong_number)(struct BFN(replay) * r, const unsigned char *from)
{
    struct fm_lexer ahead = r->lexer;
    enum fm_token token;
    ahead.notes = NULL;
    do
        token = fm_lexer_next(&ahead);
    while (token != FM_TOKEN_MOVE && token != FM_TOKEN_END);
    if (token == FM_TOKEN_END)
        ahead.text = fm_text_trim(fm_text_between(from, r->lexer.at));
    BFN(replay_count)(r, FM_TOLERANCE(NUMBER), ahead.text);
}

void BFN(replay_check_number)(struct BFN(replay) * r, const unsigned char *from)
{
    const unsigned char *p = r->lexer.at;
    while (p > from && (unsigned)p[-1] - '0' > 9) /* the last of several numbers counts */
        p--;
    if (p == from)
        return;
    unsigned number = (unsigned)*--p - '0';
    if (p > from && (unsigned)p[-1] - '0' <= 9)
        number += 10 * ((unsigned)*--p - '0');
    for (unsigned unit = 100; FM_UNLIKELY(p > from && (unsigned)p[-1] - '0' <= 9); unit *= 10)
        number += unit * ((unsigned)*--p - '0');
    if (FM_UNLIKELY(BFN(number_is_wrong)(r, number)))
        BFN(count_wrong_number)(r, from);
}

/* Pass over a blank, this number with one or three periods, and a blank. @return false: nothing was
 * taken. */
FM_INLINE bool BFN(to_number)(struct BFN(replay) * r, uint32_t number)
{
    const unsigned char *p = r->lexer.at;
    if (*p > ' ' || !fm_number_is(number, &p))
        return false;
    if (p[0] == '.' && p[1] == '.') {
        p += 2;
        FM_STAY_BRANCH(p);
    }
    p = fm_after_blank(p);
    if (*p <= '9')
        return false;
    r->lexer.at = p < r->lexer.end ? p : r->lexer.end;
    return true;
}

/* Pass over comments and all that may be before the next move, of that number. */
FM_INLINE void BFN(to_plain)(struct BFN(replay) * r, uint32_t number)
{
    const unsigned char *from = r->lexer.at;
    r->lexer.at += from < r->lexer.end && *from <= ' ';
    if (*r->lexer.at != '{')
        fm_lexer_to_token(&r->lexer);
    while (*r->lexer.at == '{' && r->lexer.at < r->lexer.end) {
        fm_lexer_pass_comment(&r->lexer);
        const bool expected = BFN(to_number)(r, number);
        from = r->lexer.at;
        if (!expected)
            fm_lexer_to_token(&r->lexer);
    }
    if (FM_UNLIKELY(r->options.numbers) && r->lexer.at - from > 1)
        BFN(replay_check_number)(r, from);
}
