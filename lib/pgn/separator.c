/* SPDX-License-Identifier: MIT */
/* Separators: see separator.h. The splitter (splitter.c, split_tmpl.h) decides where a game ends in
 * each state; tests/check_separator.c tries every pair of spans against it. */
#include <config.h>
#include "pgn/separator.h"
#include "pgn/tags.h"
#include "pgn/word.h"
#include "pgn/splitter.h"

/* The texts between two games. */
enum separator {
    BESIDE, /* nothing, where the line has an end; else an empty line */
    EMPTY,  /* an empty line */
    STAR,   /* ` *` and an empty line */
    EVENT,  /* an empty line and `[Event "?"]` */
    STAR_EVENT,
    BROKEN, /* the comment is closed and a variation opened: the game stays a broken one */
    BROKEN_MODE,
    MODE /* an empty line and a tag pair that is no second Event tag */
};

static bool has_event(const struct fm_split *split, const struct fm_game *game)
{
    /* Of a game that is too large only the first bytes were read. */
    return game->broken != FM_REASON_GAME_TOO_LARGE &&
           fm_split_tag(split, game, FM_TAG_EVENT) != NULL;
}

static bool is_all_blank(struct fm_text text)
{
    const unsigned char *const end = text.p + text.n;
    return fm_bytes_skip(text.p, end, FM_BYTE_BLANK) == end;
}

/* Could a comment be in what is before the first tag or move? */
static bool may_hold_comment(struct fm_text lead)
{
    return lead.n > 0 &&
           (memchr(lead.p, '{', lead.n) != NULL || memchr(lead.p, ';', lead.n) != NULL);
}

static enum fm_span_kind kind_of(const unsigned char *p, struct fm_text text, size_t lead)
{
    struct fm_result_token result;
    if (lead == text.n)
        return FM_SPAN_OTHER;
    if (*p == '[')
        return FM_SPAN_TAG;
    if (may_hold_comment((struct fm_text){text.p, lead}) ||
        fm_result_read(p, text.p, text.p + text.n, &result) || !fm_word_begins(p))
        return FM_SPAN_OTHER;
    return FM_SPAN_WORD;
}

/* Is the `[Event "` at p a hard boundary, if an empty line and no tag pair are before the span? */
static bool may_be_hard(const unsigned char *p, struct fm_text text)
{
    const struct fm_text event = FM_TEXT("[Event \"");
    if ((size_t)(text.p + text.n - p) < event.n || memcmp(p, event.p, event.n) != 0)
        return false;
    if (p - text.p >= 3 && fm_is_bom(p - 3))
        p -= 3;
    return is_all_blank(fm_text_between(text.p, p)) && (p == text.p || fm_byte_ends_line(p[-1]));
}

struct fm_span_head fm_span_head_of(const struct fm_split *split, const struct fm_game *game,
                                    const unsigned char *block)
{
    return fm_span_head_of_text((struct fm_text){block + game->begin, game->end - game->begin},
                                has_event(split, game));
}

struct fm_span_head fm_span_head_of_text(struct fm_text text, bool event)
{
    const size_t lead = fm_splitter_lead(text);
    const unsigned char *p = text.p + lead, *const end = text.p + text.n;
    bool cut = false;
    struct fm_span_head head = {.kind = (uint8_t)kind_of(p, text, lead),
                                .clean = is_all_blank((struct fm_text){text.p, lead})};
    if (head.kind == FM_SPAN_TAG) {
        head.hard = may_be_hard(p, text) || fm_is_hard_boundary(p, text.p, end);
        head.own_line = fm_line_start(p, text.p) != NULL && fm_tag_is_on_line(p, end, &cut) && !cut;
        head.closes = lead > 0 && memchr(text.p, '}', lead) != NULL;
        head.event = !head.hard && event;
    } else if (head.kind == FM_SPAN_WORD) {
        head.numbered =
            fm_line_start(p, text.p) != NULL && fm_word_is_numbered_move(p, end, true, &cut);
    }
    return head;
}

static bool is_forfeit(const struct fm_game *game, const unsigned char *block)
{
    const unsigned char *const token = block + game->moves_end;
    const unsigned char *const end = fm_bytes_find(token, block + game->end, FM_BYTE_DELIMITER);
    return fm_result_forfeit(fm_text_between(token, end)) != FM_RESULT_NONE;
}

static enum fm_span_state state_of(const struct fm_game *game, const unsigned char *block)
{
    if (game->stray)
        return FM_SPAN_LINE;
    switch (game->broken) {
    case FM_REASON_NONE:
        break;
    case FM_REASON_UNCLOSED_COMMENT:
        return FM_SPAN_COMMENT;
    case FM_REASON_UNCLOSED_VARIATION:
        return FM_SPAN_VARIATION;
    default:
        return FM_SPAN_UNKNOWN;
    }
    if (game->result != FM_RESULT_NONE)
        return is_forfeit(game, block) ? FM_SPAN_FORFEIT : FM_SPAN_RESULT;
    return fm_warnings_has(&game->notes, FM_REASON_NO_MOVES) ? FM_SPAN_TAGS : FM_SPAN_MOVES;
}

/* May ` *` follow on the last line: it is neither comment nor escape line, nor a tag pair's
 * value? */
static bool may_glue(struct fm_text text, bool tags, bool tagged)
{
    size_t line = text.n;
    while (line > 0 && !fm_byte_ends_line(text.p[line - 1]))
        line--;
    return line < text.n && text.p[line] != '%' &&
           memchr(text.p + line, ';', text.n - line) == NULL && (!tags || tagged);
}

struct fm_span_tail fm_span_tail_of_text(enum fm_span_state state, struct fm_text written)
{
    const unsigned char *const end = written.p + written.n;
    struct fm_span_tail tail = {.state = (uint8_t)state};
    if (written.n == 0)
        return tail;
    tail.ended = fm_byte_ends_line(end[-1]);
    tail.empty = fm_follows_empty_line(end, written.p);
    tail.tagged = fm_follows_tag(end, written.p);
    tail.style = end[-1] == '\r' ? 2 : end[-1] == '\n' && written.n > 1 && end[-2] == '\r';
    tail.glues = !tail.ended && state != FM_SPAN_UNKNOWN &&
                 may_glue(written, state == FM_SPAN_TAGS, tail.tagged);
    return tail;
}

struct fm_span_tail fm_span_tail_of(const struct fm_split *split, const struct fm_game *game,
                                    const unsigned char *block, struct fm_text written)
{
    struct fm_span_tail tail = fm_span_tail_of_text(state_of(game, block), written);
    tail.event = tail.state == FM_SPAN_TAGS && has_event(split, game);
    return tail;
}

static enum separator after_moves(const struct fm_span_tail *tail, const struct fm_span_head *head)
{
    if (head->kind == FM_SPAN_OTHER)
        return EVENT;
    if (head->kind != FM_SPAN_TAG || !head->clean)
        return STAR;
    return head->own_line ? BESIDE : head->hard && !tail->tagged ? EMPTY : STAR;
}

/* A forfeit counts only where nothing but a tag pair follows. */
static enum separator after_forfeit(const struct fm_span_head *head)
{
    if (head->clean && head->own_line)
        return BESIDE;
    if (head->hard)
        return head->clean ? EMPTY : STAR; /* no tag pair can be added, so the forfeit is lost */
    return head->event ? MODE : EVENT;
}

static enum separator after_variation(const struct fm_span_tail *tail,
                                      const struct fm_span_head *head)
{
    if (head->own_line)
        return head->clean ? BESIDE : EMPTY;
    if (head->hard)
        return tail->tagged ? STAR : EMPTY;
    return head->event ? MODE : EVENT;
}

/* A second Event tag after the separator's may begin a game of its own. */
static enum separator after_comment(const struct fm_span_tail *tail,
                                    const struct fm_span_head *head)
{
    if (head->hard)
        return head->closes ? BROKEN : tail->tagged ? STAR : EMPTY;
    if (head->event)
        return head->own_line ? BROKEN : BROKEN_MODE;
    return tail->tagged ? STAR_EVENT : EVENT;
}

static enum separator choose(const struct fm_span_tail *tail, const struct fm_span_head *head)
{
    const bool record = head->kind == FM_SPAN_RECORD;
    switch ((enum fm_span_state)tail->state) {
    case FM_SPAN_NOTHING:
        return BESIDE;
    case FM_SPAN_RESULT:
        if (head->kind == FM_SPAN_OTHER)
            return EVENT;
        return head->kind == FM_SPAN_TAG && head->clean ? BESIDE : EMPTY;
    case FM_SPAN_MOVES:
        return record ? STAR : after_moves(tail, head);
    case FM_SPAN_TAGS:
        if (head->kind == FM_SPAN_OTHER)
            return STAR_EVENT;
        return head->hard && head->clean && tail->event ? EMPTY : STAR;
    case FM_SPAN_FORFEIT:
        return record ? EMPTY : after_forfeit(head);
    case FM_SPAN_VARIATION:
        return record ? EMPTY : after_variation(tail, head);
    case FM_SPAN_COMMENT:
        return record ? EMPTY : after_comment(tail, head);
    case FM_SPAN_LINE:
        if (record)
            return BESIDE;
        return (head->kind == FM_SPAN_TAG && (head->clean || head->own_line)) || head->numbered
                   ? EMPTY
                   : EVENT;
    case FM_SPAN_UNKNOWN:
        if (head->hard || record)
            return tail->tagged ? STAR : EMPTY;
        return tail->tagged ? STAR_EVENT : EVENT;
    }
    return EMPTY;
}

static unsigned char *put(unsigned char *at, struct fm_text text)
{
    memcpy(at, text.p, text.n);
    return at + text.n;
}

/* By enum separator: the text that closes the game before, and the tag pair that begins the
 * next. */
static const struct {
    const char *close, *tag;
} texts[] = {{"", ""},
             {"", ""},
             {" *", ""},
             {"", "[Event \"?\"]"},
             {" *", "[Event \"?\"]"},
             {" } (", ""},
             {" } (", "[Mode \"?\"]"},
             {"", "[Mode \"?\"]"}};

size_t fm_separator(const struct fm_span_tail *tail, const struct fm_span_head *head,
                    unsigned char *out)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    const struct fm_text end = fm_text_of(ends[tail->style]);
    const enum separator chosen = choose(tail, head);
    const struct fm_text close = fm_text_of(texts[chosen].close),
                         tag = fm_text_of(texts[chosen].tag);
    unsigned char *at = out;
    bool ended = tail->ended, empty = tail->empty;
    if (tail->state == FM_SPAN_NOTHING || (chosen == BESIDE && ended))
        return 0;
    if (chosen == BESIDE && head->kind == FM_SPAN_RECORD)
        empty = true;
    if (close.n > 0) {
        if (!ended && !tail->glues && tail->state != FM_SPAN_COMMENT)
            at = put(at, end);
        at = put(at, close);
        ended = empty = false;
    }
    if (!ended)
        at = put(at, end);
    if (!empty)
        at = put(at, end);
    if (tag.n > 0)
        at = put(put(at, tag), end);
    if (tag.n > 0 && head->kind != FM_SPAN_TAG)
        at = put(at, end);
    return (size_t)(at - out);
}
