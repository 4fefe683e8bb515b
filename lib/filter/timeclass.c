/* Classes of time controls: see timeclass.h. */
#include <config.h>
#include "filter/timeclass.h"

enum { USUAL_MOVES = 40, LONGEST_SECONDS = 100000000 };

const char *const fm_time_class_names[FM_TIME_CLASSES + 1] = {
    "bullet", "blitz", "rapid", "classical", "correspondence", "unknown", NULL};

static bool read_seconds(struct fm_text text, uint64_t *out)
{
    return fm_text_to_u64(text, out) && *out <= LONGEST_SECONDS;
}

/* The part before a byte, taken off the text; false if the byte is not there. */
static bool cut_at(struct fm_text *text, unsigned char mark, struct fm_text *before)
{
    const unsigned char *at = text->n == 0 ? NULL : memchr(text->p, mark, text->n);
    if (at == NULL)
        return false;
    const unsigned char *end = text->p + text->n;
    *before = fm_text_between(text->p, at);
    *text = fm_text_between(at + 1, end);
    return true;
}

/* Seconds that 40 moves of the first period take. */
static bool estimate(struct fm_text control, uint64_t *out)
{
    struct fm_text period = control, before;
    uint64_t moves = USUAL_MOVES, base, increment = 0;
    if (cut_at(&control, ':', &before))
        period = before;
    if (period.n > 0 && *period.p == '*') { /* a sand glass */
        period.p++;
        period.n--;
    }
    if (cut_at(&period, '/', &before) &&
        (!fm_text_to_u64(before, &moves) || moves == 0 || moves > LONGEST_SECONDS))
        return false;
    if (cut_at(&period, '+', &before)) {
        if (!read_seconds(period, &increment))
            return false;
        period = before;
    }
    if (!read_seconds(period, &base))
        return false;
    *out = base * USUAL_MOVES / moves + USUAL_MOVES * increment;
    return true;
}

enum fm_time_class fm_time_class_of(struct fm_text control)
{
    static const uint64_t below[] = {180, 480, 1500, 86400};
    uint64_t seconds;
    control = fm_text_trim(control);
    if (fm_text_equal(control, FM_TEXT("-")))
        return FM_TIME_CORRESPONDENCE;
    if (!estimate(control, &seconds))
        return FM_TIME_UNKNOWN;
    unsigned class_ = FM_TIME_BULLET;
    while (class_ < FM_COUNT_OF(below) && seconds >= below[class_])
        class_++;
    return (enum fm_time_class)class_;
}
