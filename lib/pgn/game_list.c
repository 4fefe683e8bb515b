/* SPDX-License-Identifier: MIT */
/* The list of games of a block: its memory, and what is known of a game only when all of it was
 * read: a forfeit, a result that the Result tag contradicts, tags without movetext. */
#include <config.h>
#include "pgn/game_list.h"
#include <stdlib.h>
#include "pgn/bytes.h"
#include "pgn/word.h"

/* First sizes. Small, so that every list grows in tests too; doubling makes that cheap. */
enum { FIRST_TAGS = 16, FIRST_GAMES = 4 };

void fm_split_free(struct fm_split *split)
{
    free(split->games);
    free(split->tags);
    free(split->braces.at);
    *split = (struct fm_split){0};
}

/* Twice the elements of a list. @return NULL: there is no memory, and the list is as it was. */
static void *grow(void *list, size_t *cap, size_t first, size_t size)
{
    const size_t more = *cap == 0 ? first : 2 * *cap;
    void *grown = more > SIZE_MAX / 2 / size ? NULL : realloc(list, more * size);
    if (grown != NULL)
        *cap = more;
    return grown;
}

bool fm_split_grow_tags(struct fm_split *split)
{
    struct fm_tag *grown = grow(split->tags, &split->tag_cap, FIRST_TAGS, sizeof *grown);
    if (grown == NULL)
        return false;
    split->tags = grown;
    return true;
}

/* The value of the Result tag, trimmed; p == NULL: there is none. */
static struct fm_text result_tag(const struct fm_tag *tags, size_t count)
{
    const struct fm_tag *tag = count == 0 ? NULL : fm_tag_find(tags, count, FM_TAG_RESULT);
    return tag == NULL ? FM_NO_TEXT : fm_text_trim(tag->value);
}

struct fm_text fm_split_result_tag(const struct fm_split *split, const struct fm_game *game)
{
    const size_t count = split->tag_count - game->first_tag;
    return result_tag(count == 0 ? NULL : split->tags + game->first_tag, count);
}

void fm_game_set_result(struct fm_game *game, const unsigned char *block,
                        const struct fm_result_token *token)
{
    game->result = token->result;
    game->moves_end = (size_t)(token->begin - block);
    if (!token->standard)
        fm_warnings_note_at(&game->notes, FM_REASON_RESULT_SPELLING,
                            fm_text_between(token->begin, token->end));
}

/* Is p in a comment that goes to its line's end? */
static bool in_line_comment(const unsigned char *p, const unsigned char *floor)
{
    while (p > floor && !fm_byte_ends_line(p[-1]))
        if (*--p == ';')
            return true;
    return false;
}

/* A game without a result may end with `0-0` or `+/-`, which count where the Result tag has the
 * same or no move is before: elsewhere they are castling or an evaluation. */
static void find_forfeit(const struct fm_split *split, struct fm_game *game,
                         const unsigned char *block, const unsigned char *first)
{
    const unsigned char *end = block + game->end;
    end = fm_bytes_skip_back(end, first, FM_BYTE_BLANK);
    const unsigned char *begin = end;
    while (begin > first && end - begin <= 4 && !fm_byte_is(begin[-1], FM_BYTE_DELIMITER))
        begin--;
    const struct fm_text token = fm_text_between(begin, end);
    const enum fm_result result = fm_result_forfeit(token);
    if (result == FM_RESULT_NONE ||
        !(begin == first || fm_text_equal(token, fm_split_result_tag(split, game))) ||
        in_line_comment(begin, first))
        return;
    const struct fm_result_token found = {
        .begin = begin, .end = end, .result = result, .standard = false};
    fm_game_set_result(game, block, &found);
}

/* Find a forfeit; compare the result with the moves and the Result tag. */
static void check_result(const struct fm_split *split, struct fm_game *game,
                         const unsigned char *block, const unsigned char *first_move)
{
    if (game->result == FM_RESULT_NONE && first_move != NULL && game->broken == FM_REASON_NONE)
        find_forfeit(split, game, block, first_move);
    const struct fm_text tag = fm_split_result_tag(split, game);
    game->outcome = game->result;
    if (game->result == FM_RESULT_NONE) {
        if (tag.p != NULL)
            game->outcome = fm_result_of_tag(tag);
        /* A game that has no result, and no forfeit either. */
        const bool movetext = first_move != NULL || game->moves > game->tags_end; /* or comments */
        game->moves_end = movetext ? game->end : game->moves;
        fm_warnings_note(&game->notes, movetext ? FM_REASON_RESULT_MISSING : FM_REASON_NO_MOVETEXT);
        if (first_move == NULL)
            fm_warnings_note(&game->notes, FM_REASON_NO_MOVES);
        return;
    }
    if (game->result == FM_RESULT_UNKNOWN && tag.p != NULL)
        game->outcome = fm_result_of_tag(tag);
    if (first_move == block + game->moves_end)
        fm_warnings_note(&game->notes, FM_REASON_NO_MOVES);
    if (tag.p != NULL && !fm_text_is(tag, fm_result_names[fm_result_index(game->result)]) &&
        fm_result_of_tag(tag) != game->result)
        fm_warnings_note_at(&game->notes, FM_REASON_RESULT_MISMATCH,
                            fm_game_result_text(game, block, NULL));
}

struct fm_text fm_game_result_text(const struct fm_game *game, const unsigned char *block,
                                   const struct fm_tag *tags)
{
    const unsigned char *const p = block + game->moves_end, *const end = block + game->end;
    const unsigned char *after = p;
    struct fm_result_token token;
    if (game->result == FM_RESULT_NONE)
        return (struct fm_text){p, 0};
    if (fm_result_read(p, p, end, &token))
        after = token.end;
    else /* a forfeit */
        after = fm_bytes_find(after, end, FM_BYTE_BLANK);
    const struct fm_text value = result_tag(tags, tags == NULL ? 0 : game->tag_count);
    const unsigned char *const rest = fm_bytes_skip(after, end, FM_BYTE_BLANK);
    const bool longer = value.n > (size_t)(after - p) && value.n <= (size_t)(end - p) &&
                        fm_word_begins(rest) && memcmp(p, value.p, value.n) == 0;
    return fm_text_between(p, longer ? p + value.n : after);
}

bool fm_split_add(struct fm_split *split, struct fm_game *game, const unsigned char *block,
                  const unsigned char *first_move)
{
    if (split->count == split->cap) {
        struct fm_game *grown = grow(split->games, &split->cap, FIRST_GAMES, sizeof *grown);
        if (grown == NULL)
            return false;
        split->games = grown;
    }
    game->tag_count = (uint32_t)(split->tag_count - game->first_tag);
    /* Drop the brace of a comment that goes on after the moves. */
    split->braces.count &= ~(size_t)1;
    if (game->stray) {
        game->moves = game->moves_end = game->tags_end = game->begin;
        game->notes = (struct fm_warnings){{0}};
        fm_warnings_note(&game->notes, FM_REASON_STRAY_TEXT);
    } else {
        check_result(split, game, block, first_move);
    }
    split->games[split->count++] = *game;
    return true;
}

bool fm_braces_grow(struct fm_brace_list *list, size_t n)
{
    enum { BYTES_A_BRACE = 8 }; /* they are closer together only in comments of a byte or two */
    const size_t cap = n / BYTES_A_BRACE + FM_BRACES_SPARE;
    if (cap <= list->cap)
        return false;
    uint32_t *grown = realloc(list->at, cap * sizeof *grown);
    if (grown == NULL)
        return false;
    list->at = grown;
    list->cap = cap;
    return true;
}

void fm_braces_forget(struct fm_brace_list *list, size_t kept, size_t place)
{
    while (list->count > kept && list->at[list->count - 1] >= place)
        list->count--;
}
