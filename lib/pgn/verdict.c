/* What is said about a game once its span is known: a result in an odd form, a result that the
 * tags do not confirm, nothing but tags. Then the game joins the others. */
#include <config.h>
#include <stdlib.h>
#include "pgn/splitter.h"

static void note(struct fm_splitter *s, enum fm_reason reason)
{
    fm_warnings_note(&s->game.notes, reason);
}

struct fm_text fm_splitter_result_tag(const struct fm_splitter *s)
{
    const size_t count = s->out->tag_count - s->game.first_tag;
    if (count == 0)
        return (struct fm_text){NULL, 0};
    const struct fm_tag *tag = fm_tag_find(s->out->tags + s->game.first_tag, count, FM_TAG_RESULT);
    return tag == NULL ? (struct fm_text){NULL, 0} : fm_text_trim(tag->value);
}

/* Does a comment to the line's end stand before p on its line? */
static bool in_line_comment(const unsigned char *p, const unsigned char *floor)
{
    while (p > floor && !fm_byte_ends_line(p[-1]))
        if (*--p == ';')
            return true;
    return false;
}

/* A game without a result may end with `0-0` or `+/-`, which count where the Result tag says so
 * or no move stands before. */
static void find_forfeit(struct fm_splitter *s, const unsigned char *end)
{
    const unsigned char *const first = s->first_move;
    while (end > first && fm_byte_is(end[-1], FM_BYTE_BLANK))
        end--;
    const unsigned char *begin = end;
    while (begin > first && end - begin <= 4 && !fm_byte_is(begin[-1], FM_BYTE_DELIMITER))
        begin--;
    const struct fm_text token = fm_text_between(begin, end);
    const enum fm_result result = fm_result_forfeit(token);
    if (result == FM_RESULT_NONE ||
        !(begin == first || fm_text_equal(token, fm_splitter_result_tag(s))) ||
        in_line_comment(begin, first))
        return;
    const struct fm_result_token found = {
        .begin = begin, .end = end, .result = result, .usual = false};
    fm_splitter_set_result(s, &found);
}

static const char *const standard_results[] = {"", "1-0", "0-1", "1/2-1/2",
                                               "*"}; /* by enum fm_result */

/* What the tags, the moves and the result say about each other. */
static void check_result(struct fm_splitter *s, const unsigned char *end)
{
    if (s->game.result == FM_RESULT_NONE && s->first_move != NULL &&
        s->game.broken == FM_REASON_NONE)
        find_forfeit(s, end);
    if (s->game.result == FM_RESULT_NONE) {
        const bool comments = s->game.moves > s->game.tags_end;
        s->game.moves_end =
            s->first_move != NULL || comments ? fm_splitter_offset(s, end) : s->game.moves;
        note(s,
             s->first_move != NULL || comments ? FM_REASON_RESULT_MISSING : FM_REASON_NO_MOVETEXT);
        if (s->first_move == NULL)
            note(s, FM_REASON_NO_MOVES);
        return;
    }
    if (s->first_move == s->begin + s->game.moves_end)
        note(s, FM_REASON_NO_MOVES);
    const struct fm_text tag = fm_splitter_result_tag(s);
    if (tag.p != NULL && !fm_text_equal(tag, fm_text_of(standard_results[s->game.result])) &&
        fm_result_of_tag(tag) != s->game.result)
        note(s, FM_REASON_RESULT_MISMATCH);
}

static bool grow_games(struct fm_splitter *s)
{
    const size_t cap = s->out->cap == 0 ? 64 : 2 * s->out->cap;
    struct fm_game *grown =
        cap > SIZE_MAX / 2 / sizeof *grown ? NULL : realloc(s->out->games, cap * sizeof *grown);
    if (grown == NULL) {
        s->no_memory = true;
        return false;
    }
    s->out->games = grown;
    s->out->cap = cap;
    return true;
}

void fm_splitter_close(struct fm_splitter *s, const unsigned char *end)
{
    if (s->no_memory || (s->out->count == s->out->cap && !grow_games(s)))
        return;
    s->game.end = fm_splitter_offset(s, end);
    s->game.tag_count = (uint32_t)(s->out->tag_count - s->game.first_tag);
    s->out->braces.count &= ~(size_t)1; /* one may be open, after the result or to the end */
    if (s->game.stray) {
        s->game.moves = s->game.moves_end = s->game.tags_end = s->game.begin;
        s->game.notes = (struct fm_warnings){{0}};
        note(s, FM_REASON_STRAY_TEXT);
    } else {
        check_result(s, end);
    }
    s->out->games[s->out->count++] = s->game;
    if (s->cut && s->out->settled == SIZE_MAX)
        s->out->settled = s->out->count;
}
