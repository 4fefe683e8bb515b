/* SPDX-License-Identifier: MIT */
/* The moves that follow a position, for fields of records: a replay of its own from there. One copy
 * per board. */

/* The text of the first variation after the token of the next move, without its brackets; empty:
 * there is none. */
static struct fm_text BFN(first_variation)(const struct BFN(replay) * r)
{
    struct fm_lexer lexer = r->lexer;
    lexer.notes = NULL;
    lexer.at = r->ahead.after;
    for (;;) {
        switch (fm_lexer_next(&lexer)) {
        case FM_TOKEN_OPEN: {
            const unsigned char *const begin = lexer.at;
            fm_lexer_skip_variation(&lexer);
            return fm_text_between(begin, lexer.at - (lexer.at[-1] == ')'));
        }
        case FM_TOKEN_COMMENT:
        case FM_TOKEN_NAG:
        case FM_TOKEN_RESULT:
        case FM_TOKEN_UNKNOWN:
            break;
        case FM_TOKEN_MOVE:
        case FM_TOKEN_CLOSE:
        case FM_TOKEN_END:
            return FM_NO_TEXT;
        }
    }
}

/* The text from the next move to the end of its line. */
static struct fm_text BFN(rest_of_line)(const struct BFN(replay) * r)
{
    struct fm_lexer lexer = r->lexer;
    lexer.notes = NULL;
    lexer.at = r->move_at;
    if (r->depth > 0)
        fm_lexer_skip_variation(&lexer);
    return fm_text_between(r->move_at,
                           r->depth == 0 ? r->lexer.end : lexer.at - (lexer.at[-1] == ')'));
}

enum fm_status BFN(replay_follow)(const struct BFN(replay) * r, bool better, struct fm_buf *out)
{
    const struct fm_text text = better ? BFN(first_variation)(r) : BFN(rest_of_line)(r);
    struct fm_replay_options options = {.language = r->options.language,
                                        .max_plies = FM_FOLLOWING_MAX,
                                        .regular = r->options.regular};
    struct fm_warnings ignored = {{0}};
    struct BFN(replay) ahead = {0};
    if (text.n == 0)
        return FM_OK;
    BFN(replay_begin)(&ahead, &r->pos, text, &options, &ignored, NULL);
    while (BFN(replay_find)(&ahead) == FM_STEP_MOVE) {
        unsigned char san[FM_MOVE_TEXT_MAX];
        const unsigned char *const end = BFN(position_write_san)(&ahead.pos, ahead.next, san);
        FM_TRY(FM_APPEND(out, FM_TEXT(" "), fm_text_between(san, end)));
        (void)BFN(replay_go)(&ahead, FM_STEP_MOVE);
    }
    return FM_OK;
}
