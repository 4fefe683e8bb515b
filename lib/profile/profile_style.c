/* The format and dialect of an output: docs/design.md, sections 2 and 3. */
#include <config.h>
#include "profile/profile_style.h"

static bool text_ends(struct fm_text text, const char *end)
{
    const size_t n = strlen(end);
    return text.n >= n &&
           fm_text_equal_nocase((struct fm_text){text.p + text.n - n, n}, fm_text_of(end));
}

enum fm_format fm_format_of_name(struct fm_text name)
{
    static const struct {
        const char *suffix;
        enum fm_format format;
    } formats[] = {{".fen", FM_FORMAT_FEN}, {".epd", FM_FORMAT_EPD},     {".pgn", FM_FORMAT_PGN},
                   {".uci", FM_FORMAT_UCI}, {".jsonl", FM_FORMAT_JSONL}, {".tsv", FM_FORMAT_TSV}};
    if (text_ends(name, ".gz"))
        name.n -= strlen(".gz");
    else if (text_ends(name, ".zst"))
        name.n -= strlen(".zst");
    for (size_t i = 0; i < FM_COUNT_OF(formats); i++)
        if (text_ends(name, formats[i].suffix))
            return formats[i].format;
    return FM_FORMAT_AUTO;
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
