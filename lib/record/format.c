/* SPDX-License-Identifier: MIT */
/* The table of formats, the rows of those that have no templates, and the formats of file names. */
#include <config.h>
#include "record/format.h"
#include "io/codec.h"

/* Written by the boards, and by the rewriting of lists. */
const struct fm_format_row fm_format_fen = {.help = "a FEN on each line",
                                            .traits = FM_FORMAT_REWRITES};
/* Games are copied; the conversion itself does that. */
const struct fm_format_row fm_format_pgn = {
    .help = "whole games, byte for byte but for tags that change", .traits = FM_FORMAT_GAMES};

#define ROW(id, name, suffix) [FM_FORMAT_##id] = &fm_format_##name,
#define NAME(id, name, suffix) [FM_FORMAT_##id] = #name,
const struct fm_format_row *const fm_formats[FM_FORMAT_COUNT + 1] = {
    FM_FORMATS(ROW)[FM_FORMAT_VALUES] = &fm_format_values};
const char *const fm_format_names[FM_FORMAT_COUNT + 1] = {[FM_FORMAT_AUTO] = "auto",
                                                          FM_FORMATS(NAME)};
#define SUFFIX(id, name, suffix) [FM_FORMAT_##id] = suffix,
static const char *const suffixes[FM_FORMAT_COUNT] = {FM_FORMATS(SUFFIX)};
#define LISTED(id, name, suffix) suffix " "
static const char no_format[] =
    "unknown suffix, so the format is unknown: give -f FORMAT, or use " FM_FORMATS(LISTED);

/* The end of a name that says what is in it, without the suffix of a compression: from the last
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
        return FM_NO_TEXT;
    return (struct fm_text){name.p + at - 1, name.n - at + 1};
}

bool fm_format_of_name(struct fm_text name, enum fm_format *format, struct fm_text *fault)
{
    const struct fm_encoder *encoder;
    *format = FM_FORMAT_AUTO;
    if (fm_encoder_find(name, &encoder, fault) != FM_OK)
        return false; /* a compression that is not written */
    *fault = FM_NO_TEXT;
    const struct fm_codec *codec = fm_codec_of_name(name);
    if (codec != NULL)
        name.n -= strlen(codec->suffix);
    const struct fm_text suffix = suffix_of(name);
    if (suffix.n == 0)
        return true;
    for (int i = FM_FORMAT_AUTO + 1; i < FM_FORMAT_COUNT; i++) {
        if (fm_text_is_nocase(suffix, suffixes[i])) {
            *format = (enum fm_format)i;
            return true;
        }
    }
    *fault = fm_text_trim(fm_text_of(no_format));
    return false;
}

struct fm_fen_style fm_style_of_replay(struct fm_fen_style given, enum fm_format format)
{
    if (given.castling == FM_CASTLING_KEEP)
        given.castling = FM_CASTLING_XFEN;
    if (given.en_passant == FM_EP_KEEP)
        given.en_passant = given.castling == FM_CASTLING_XFEN ? FM_EP_PSEUDO_LEGAL : FM_EP_ALWAYS;
    if (given.counters == FM_COUNTERS_KEEP)
        given.counters =
            fm_format_has(format, FM_FORMAT_OPS) ? FM_COUNTERS_OPS : FM_COUNTERS_FIELDS;
    return given;
}
