/* The table of suffixes. Those of compressions that are not written are in it too: plain text under
 * such a name would be a trap for whoever reads it next. */
#include <config.h>
#include "io/encoder.h"

#ifdef HAVE_ZSTD
#    define ZSTD_ENCODER &fm_encoder_zstd
#else
#    define ZSTD_ENCODER NULL
#endif

struct row {
    const char *suffix;
    const struct fm_encoder *encoder; /* NULL = cannot be written */
};

static const struct row rows[] = {
    {".gz", &fm_encoder_gzip},
    {".zst", ZSTD_ENCODER},
    {".bz2", NULL},
    {".xz", NULL},
    {".lz4", NULL},
    {".lz", NULL},
    {".lzma", NULL},
    {".zip", NULL},
    {".7z", NULL},
    {".rar", NULL},
};

static bool ends_with(struct fm_text name, struct fm_text suffix)
{
    return name.n > suffix.n &&
           fm_text_equal_nocase((struct fm_text){name.p + (name.n - suffix.n), suffix.n}, suffix);
}

enum fm_status fm_encoder_find(struct fm_text name, const struct fm_encoder **out,
                               struct fm_text *detail)
{
    const struct fm_encoder *encoder = NULL;
    for (size_t i = 0; i < FM_COUNT_OF(rows); i++) {
        if (!ends_with(name, fm_text_of(rows[i].suffix)))
            continue;
        encoder = rows[i].encoder;
        if (encoder == NULL) {
            *detail = FM_TEXT("this build cannot write the compression that the suffix asks for");
            return FM_BAD_USE;
        }
    }
    *out = encoder;
    return FM_OK;
}
