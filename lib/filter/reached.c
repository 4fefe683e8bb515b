/* Positions to be reached: see reached.h. */
#include <config.h>
#include "filter/reached.h"
#include "board/dispatch.h"

static enum fm_status refuse(struct fm_text what, const char *detail, struct fm_error *error)
{
    *error =
        (struct fm_error){.status = FM_BAD_PROFILE, .what = what, .detail = fm_text_of(detail)};
    return FM_BAD_PROFILE;
}

/* `12.`, `12...`: nothing but digits and points; `1.e4` becomes `e4`. */
static struct fm_text without_number(struct fm_text word)
{
    size_t digits = 0;
    while (digits < word.n && word.p[digits] >= '0' && word.p[digits] <= '9')
        digits++;
    size_t points = digits;
    while (points < word.n && word.p[points] == '.')
        points++;
    const bool number = points > digits || digits == word.n;
    return number ? (struct fm_text){word.p + points, word.n - points} : word;
}

static enum fm_status play_moves(struct fm_position *position, struct fm_text moves,
                                 struct fm_error *error)
{
    const unsigned char *at = moves.p, *end = moves.p + moves.n;
    while (at < end) {
        const unsigned char *word = at;
        while (at<end && * at> ' ')
            at++;
        const struct fm_text move = without_number(fm_text_between(word, at));
        struct fm_error ignored;
        if (move.n > 0 && fm_position_play(position, move, &ignored) != FM_OK)
            return refuse(move, "this move cannot be played here", error);
        while (at < end && *at <= ' ')
            at++;
    }
    return FM_OK;
}

enum fm_status fm_reached_read(struct fm_text text, const struct fm_variant *variant,
                               struct fm_reached *out, struct fm_error *error)
{
    struct fm_position *position = NULL;
    struct fm_error ignored;
    const bool fen = text.n > 0 && memchr(text.p, '/', text.n) != NULL;
    const struct fm_variant *rules = variant == NULL && !fen ? &fm_variants[FM_STANDARD] : variant;
    if (!fen && rules->start == NULL)
        return refuse(text, "this variant has no usual start: give a FEN", error);
    const struct fm_text start = fen ? text : fm_text_of(rules->start);
    enum fm_status status =
        fm_position_new(start, rules == NULL ? NULL : rules->name, &position, &ignored);
    if (status == FM_NO_MEMORY)
        return status;
    if (status != FM_OK)
        return refuse(text, "neither a FEN of a possible position nor moves", error);
    if (!fen)
        status = play_moves(position, text, error);
    if (status == FM_OK)
        *out = (struct fm_reached){.wanted = true,
                                   .files = fm_position_files(position),
                                   .key = fm_position_hash(position)};
    fm_position_free(position);
    return status;
}
