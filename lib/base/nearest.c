/* Nearest name by optimal string alignment (insert, delete, replace, swap neighbours), in three
 * rows of a fixed size: longer words have no near name, which no key or option misses. */
#include <config.h>
#include "base/nearest.h"
#include "base/text.h"

enum { WORD_MAX = 63 };

static unsigned char fold(unsigned char c)
{
    return c == '_' ? '-' : fm_ascii_lower(c);
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Fill row i + 1 of the distance table from the two rows above it. */
static void fill_row(struct fm_text a, struct fm_text b, size_t i, const size_t *above2,
                     const size_t *above, size_t *row)
{
    row[0] = i + 1;
    for (size_t k = 0; k < b.n; k++) {
        const unsigned char ca = fold(a.p[i]), cb = fold(b.p[k]);
        size_t best = smaller(smaller(above[k + 1], row[k]) + 1, above[k] + (ca != cb));
        if (i > 0 && k > 0 && ca == fold(b.p[k - 1]) && fold(a.p[i - 1]) == cb)
            best = smaller(best, above2[k - 1] + 1);
        row[k + 1] = best;
    }
}

static size_t distance(struct fm_text a, struct fm_text b)
{
    size_t rows[3][WORD_MAX + 1];
    for (size_t k = 0; k <= b.n; k++)
        rows[0][k] = k;
    for (size_t i = 0; i < a.n; i++)
        fill_row(a, b, i, rows[(i + 2) % 3], rows[i % 3], rows[(i + 1) % 3]);
    return rows[a.n % 3][b.n];
}

const char *fm_nearest_name(struct fm_text word, const char *const *names)
{
    const char *nearest = NULL;
    size_t least = word.n / 3 + 1;
    if (word.n > WORD_MAX)
        return NULL;
    for (; *names != NULL; names++) {
        const struct fm_text name = fm_text_of(*names);
        const size_t d = name.n > WORD_MAX ? SIZE_MAX : distance(word, name);
        if (d < least) {
            least = d;
            nearest = *names;
        }
    }
    return nearest;
}

const char *fm_name_suggest(struct fm_text word, const char *const *names)
{
    return fm_nearest_name(word, names);
}
