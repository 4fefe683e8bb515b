/* SPDX-License-Identifier: MIT */
/* Scores and times of engine matches as commands: see score_commands.h. */
#include <config.h>
#include "pgn/score_commands.h"
#include "pgn/comment.h"

unsigned char *fm_eval_command_put(uint64_t amount, bool minus, bool mate, unsigned char *out)
{
    memcpy(out, "[%eval ", 7);
    out += 7;
    if (mate)
        *out++ = '#';
    if (minus)
        *out++ = '-';
    out = fm_put_u64(out, mate ? amount : amount / 100);
    if (mate)
        return out;
    *out++ = '.';
    *out++ = (unsigned char)('0' + amount / 10 % 10);
    *out++ = (unsigned char)('0' + amount % 10);
    return out;
}

unsigned char *fm_time_command_put(const char *name, uint64_t ms, unsigned char *out)
{
    const struct fm_text begin = fm_text_of(name);
    const uint64_t seconds = ms / 1000;
    memcpy(out, begin.p, begin.n);
    out = fm_put_u64(out + begin.n, seconds / 3600);
    for (uint64_t unit = 60; unit > 0; unit /= 60) {
        const unsigned part = (unsigned)(seconds / unit % 60);
        *out++ = ':';
        *out++ = (unsigned char)('0' + part / 10);
        *out++ = (unsigned char)('0' + part % 10);
    }
    if (ms % 1000 != 0) {
        *out++ = '.';
        for (unsigned unit = 100; unit > 0; unit /= 10)
            *out++ = (unsigned char)('0' + ms / unit % 10);
    }
    *out++ = ']';
    return out;
}

static void read_match_comment(struct fm_score_commands *c, struct fm_text text,
                               struct fm_comment *out, unsigned *has)
{
    fm_comment_read(text, true, out);
    if (out->has_score && out->view == FM_SCORE_BY_GAME) {
        if (c->view == FM_SCORE_BY_GAME)
            c->view = fm_game_score_view(c->movetext);
        out->view = c->view;
    }
    if (fm_comment_has(text, "emt") || fm_comment_has(text, "egt"))
        *has |= FM_PGN_COMMANDS_EMT;
    if (fm_comment_has(text, "clk") || fm_comment_has(text, "mct"))
        *has |= FM_PGN_COMMANDS_CLK;
    if (fm_comment_has(text, "eval"))
        *has |= FM_PGN_COMMANDS_EVAL;
}

/* Read the comments up to the next move of the line. @return whether there is one; the lexer is
 * after it. @param[out] has  set of the commands that the comments have. */
static bool read_match_comments(struct fm_score_commands *c, struct fm_lexer *lexer,
                                struct fm_comment *out, unsigned *has)
{
    *out = (struct fm_comment){0};
    *has = 0;
    for (;;) {
        switch (fm_lexer_next(lexer)) {
        case FM_TOKEN_COMMENT:
            read_match_comment(c, lexer->text, out, has);
            break;
        case FM_TOKEN_OPEN:
            fm_lexer_skip_variation(lexer);
            break;
        case FM_TOKEN_NAG:
        case FM_TOKEN_CLOSE:
        case FM_TOKEN_RESULT:
        case FM_TOKEN_UNKNOWN:
            break;
        case FM_TOKEN_MOVE:
            return true;
        case FM_TOKEN_END:
            return false;
        }
    }
}

/* A mate is a score of 32767 less the plies to it, the last of which is the mating side's. */
static unsigned char *put_score_command(const struct fm_score_commands *c,
                                        const struct fm_comment *comment, int white,
                                        unsigned char *out)
{
    const bool mate = comment->is_mate;
    const int score = mate ? white : fm_score_scale(white, c->scale);
    const uint64_t amount = (uint64_t)(score < 0 ? -score : score);
    out =
        fm_eval_command_put(mate ? (FM_MATE_SCORE - amount + 1) / 2 : amount, score < 0, mate, out);
    if (comment->has_depth && comment->depth > 0) {
        *out++ = ',';
        out = fm_put_u64(out, comment->depth);
    }
    *out++ = ']';
    return out;
}

size_t fm_score_commands_put(struct fm_score_commands *c, const struct fm_lexer *after, bool black,
                             unsigned char out[FM_SCORE_COMMANDS_MAX])
{
    struct fm_lexer lexer = *after;
    struct fm_comment here, ahead = {0};
    unsigned has, ignored;
    unsigned char *end = out;
    lexer.notes = NULL;
    if (read_match_comments(c, &lexer, &here, &has))
        (void)read_match_comments(c, &lexer, &ahead, &ignored);
    const struct fm_comment *const scored = fm_comment_of_position(&here, &ahead, c->eval_of);
    /* Text is of the position before, whatever `eval-of` says; what is not is [%eval], and stays
     * where it is. */
    const bool is_command = has & FM_PGN_COMMANDS_EVAL || (scored != NULL && !scored->before);
    int white;
    if ((c->wanted & FM_PGN_COMMANDS_EVAL) && !is_command &&
        fm_position_eval_white(&here, &ahead, c->eval_of, black, &white))
        end = put_score_command(c, scored, white, end);
    if ((c->wanted & ~has & FM_PGN_COMMANDS_EMT) && here.has_elapsed) {
        if (end > out)
            *end++ = ' ';
        end = fm_time_command_put("[%emt ", here.elapsed_ms, end);
    }
    if ((c->wanted & ~has & FM_PGN_COMMANDS_CLK) && here.has_clock) {
        if (end > out)
            *end++ = ' ';
        end = fm_time_command_put("[%clk ", here.clock_ms, end);
    }
    return (size_t)(end - out);
}
