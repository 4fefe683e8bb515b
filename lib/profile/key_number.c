/* Numbers, sizes and ranges. All are checked against the key's limits here. */
#include <config.h>
#include "profile/key_number.h"

bool fm_key_read_amount(const struct fm_key *key, struct fm_text text, uint64_t *out)
{
    static const char units[] = "KMGT";
    unsigned shift = 0;
    uint64_t number;
    const char *unit = key->type != FM_KEY_SIZE || text.n == 0 || text.p[text.n - 1] == 0
                           ? NULL
                           : strchr(units, text.p[text.n - 1]);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        text.n--;
    }
    if (!fm_text_to_u64(text, &number) || number > UINT64_MAX >> shift)
        return false;
    number <<= shift;
    if (number < (uint64_t)key->min || number > (uint64_t)key->max)
        return false;
    *out = number;
    return true;
}

/* One end of a range: empty leaves *out as it is. */
static bool read_end(struct fm_text text, const struct fm_key *key, int64_t *out)
{
    uint64_t number;
    const bool minus = text.n > 0 && *text.p == '-';
    if (text.n == 0)
        return true;
    if (!fm_text_to_u64((struct fm_text){text.p + minus, text.n - minus}, &number) ||
        number > INT64_MAX)
        return false;
    *out = minus ? -(int64_t)number : (int64_t)number;
    return *out >= key->min && *out <= key->max;
}

bool fm_key_read_range(const struct fm_key *key, struct fm_text text, struct fm_range *out)
{
    if (key->type == FM_KEY_PLIES && fm_text_equal(text, FM_TEXT("last"))) {
        *out = (struct fm_range){.from = -1, .to = -1, .set = true};
        return true;
    }
    struct fm_range range = {.from = INT64_MIN, .to = INT64_MAX, .set = true};
    size_t points = 0;
    while (points + 1 < text.n && !(text.p[points] == '.' && text.p[points + 1] == '.'))
        points++;
    if (points + 1 >= text.n) { /* one number */
        if (text.n == 0 || !read_end(text, key, &range.from))
            return false;
        range.to = range.from;
    } else if (!read_end((struct fm_text){text.p, points}, key, &range.from) ||
               !read_end((struct fm_text){text.p + points + 2, text.n - points - 2}, key,
                         &range.to)) {
        return false;
    }
    /* Which of two plies comes first can be told only if both are counted from the same end. */
    const bool from_end =
        key->type == FM_KEY_PLIES && range.from != INT64_MIN && (range.from < 0) != (range.to < 0);
    if (range.from > range.to && !from_end)
        return false;
    range.set = text.n > 2 || points != 0 || text.p[0] != '.';
    *out = range.set ? range : (struct fm_range){.set = false};
    return true;
}
