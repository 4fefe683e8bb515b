/* The format and dialect of an output: docs/design.md, sections 2 and 3. */
#include <config.h>
#include "profile/profile_style.h"
#include "io/encoder.h"

static bool text_ends(struct fm_text text, const char *end)
{
    const size_t n = strlen(end);
    return text.n >= n &&
           fm_text_equal_nocase((struct fm_text){text.p + text.n - n, n}, fm_text_of(end));
}

/* The end of a name that says what is in it, without what says how it is compressed: from the last
 * full stop on, if only letters and digits follow it. */
static struct fm_text suffix_of(struct fm_text name)
{
    size_t at = name.n;
    for (; at > 0; at--) {
        const unsigned char c = name.p[at - 1], lower = fm_ascii_lower(c);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9'))
            break;
    }
    const bool hidden = at < 2 || name.p[at - 2] == '/'; /* .name */
    if (hidden || at == name.n || name.p[at - 1] != '.')
        return (struct fm_text){NULL, 0};
    return (struct fm_text){name.p + at - 1, name.n - at + 1};
}

bool fm_format_of_name(struct fm_text name, enum fm_format *format, struct fm_text *fault)
{
    static const struct {
        const char *suffix;
        enum fm_format format; /* FM_FORMAT_AUTO: none, for the reason beside it */
        const char *fault;
    } formats[] = {
        {".fen", FM_FORMAT_FEN, NULL},
        {".epd", FM_FORMAT_EPD, NULL},
        {".pgn", FM_FORMAT_PGN, NULL},
        {".uci", FM_FORMAT_UCI, NULL},
        {".jsonl", FM_FORMAT_JSONL, NULL},
        {".tsv", FM_FORMAT_TSV, NULL},
        {".csv", FM_FORMAT_AUTO, "this version cannot write csv; -f (format) says what it can"},
        {".plain", FM_FORMAT_AUTO, "this version cannot write plain; -f (format) says what it can"},
    };
    const struct fm_encoder *encoder;
    *format = FM_FORMAT_AUTO;
    if (fm_encoder_find(name, &encoder, fault) != FM_OK)
        return false; /* a compression that is not written */
    if (text_ends(name, ".gz"))
        name.n -= strlen(".gz");
    else if (text_ends(name, ".zst"))
        name.n -= strlen(".zst");
    const struct fm_text suffix = suffix_of(name);
    *fault = suffix.n == 0
                 ? (struct fm_text){NULL, 0}
                 : FM_TEXT("the suffix does not say what is to be written: take .fen .epd "
                           ".pgn .uci .jsonl .tsv, or -f (format) with any name");
    for (size_t i = 0; i < FM_COUNT_OF(formats); i++) {
        if (!fm_text_equal_nocase(suffix, fm_text_of(formats[i].suffix)))
            continue;
        *format = formats[i].format;
        *fault = fm_text_of(formats[i].fault);
    }
    return fault->n == 0;
}

struct fm_style_of_output fm_profile_style(const struct fm_profile_output *output,
                                           enum fm_format format, bool replayed)
{
    struct fm_style_of_output style = {.letter_j = output->letter_j,
                                       .no_prefix = output->consumer != NULL};
    if (output->castling_given)
        style.castling = output->castling;
    if (output->en_passant_given)
        style.en_passant = output->en_passant;
    if (output->counters_given)
        style.counters = output->counters;
    if (!replayed)
        return style;
    if (style.castling == FM_CASTLING_KEEP)
        style.castling = FM_CASTLING_XFEN;
    if (style.en_passant == FM_EP_KEEP)
        style.en_passant = style.castling == FM_CASTLING_XFEN ? FM_EP_PSEUDO_LEGAL : FM_EP_ALWAYS;
    if (style.counters == FM_COUNTERS_KEEP)
        style.counters = format == FM_FORMAT_EPD ? FM_COUNTERS_OPS : FM_COUNTERS_FIELDS;
    return style;
}

struct fm_fen_style fm_profile_fen_style(const struct fm_profile_output *output,
                                         enum fm_format format)
{
    const struct fm_style_of_output style = fm_profile_style(output, format, true);
    return (struct fm_fen_style){.castling = style.castling,
                                 .en_passant = style.en_passant,
                                 .counters = style.counters == FM_COUNTERS_FIELDS,
                                 .letter_j = style.letter_j,
                                 .no_prefix = style.no_prefix};
}
