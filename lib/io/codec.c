/* SPDX-License-Identifier: MIT */
/* The one table of codecs. Archives and compressions that are common but not read or written here
 * are in it too: they are refused by name and not taken for chess text, and plain text is not
 * written under their suffixes, where it would be a trap for whoever reads it next. */
#include <config.h>
#include "io/codec.h"

#define CODEC(name_, suffix_) \
    .name = (name_), .suffix = (suffix_), .refusal = name_ " data, which this build cannot read", \
    .twice = "compressed twice (" name_ ")", .damaged = "the damaged start of " name_ " data"
#define NEVER_READ(name_, suffix_) \
    .name = (name_), .suffix = (suffix_), \
    .refusal = name_ " data, which are not read; unpack them first"
#define ARCHIVE(suffix_) \
    .name = "ZIP", .suffix = (suffix_), .archive = true, \
    .refusal = "a ZIP archive in another, or after other data, which is not read", \
    .twice = "a compressed ZIP archive; `zcat` or its like unpacks it", \
    .damaged = "the damaged start of a ZIP archive"
#define EXACT FM_MAGIC_EXACT

/* Without a coder, only what begins a file or is a suffix matters. */
static const struct fm_codec codecs[] = {
    {CODEC("gzip", ".gz"), .start = {{{0x1f, 0x8b}, 2, EXACT}},
     .inside = {{0x1f, 0x8b, 0x08}, 3, EXACT}, .rare = 1, .zeros_follow = true,
     .coder = &fm_coder_gzip},
    {CODEC("zstd", ".zst"), /* the second is a skippable frame */
     .start = {{{0x28, 0xb5, 0x2f, 0xfd}, 4, EXACT}, {{0x50, 0x2a, 0x4d, 0x18}, 4, 0}},
     .inside = {{0x28, 0xb5, 0x2f, 0xfd}, 4, EXACT}, .rare = 3, .coder = &fm_coder_zstd},
    {CODEC("bzip2", ".bz2"), /* BCD of pi; the second, of its square root, is an empty stream */
     .start = {{{'B', 'Z', 'h', 0x30, 0x31, 0x41}, 6, 3},
               {{'B', 'Z', 'h', 0x30, 0x17, 0x72}, 6, 3}},
     .inside = {{'B', 'Z', 'h', '9', '1', 'A', 'Y', '&', 'S', 'Y'}, 10, EXACT}, .rare = 7,
     .coder = &fm_coder_bzip2},
    {CODEC("xz", ".xz"), .start = {{{0xfd, '7', 'z', 'X', 'Z', 0x00}, 6, EXACT}},
     .inside = {{0xfd, '7', 'z', 'X', 'Z', 0x00}, 6, EXACT}, .zeros_follow = true,
     .coder = &fm_coder_xz},
    {ARCHIVE(".zip"), /* the second has no members */
     .start = {{{'P', 'K', 0x03, 0x04}, 4, EXACT}, {{'P', 'K', 0x05, 0x06}, 4, EXACT}},
     .inside = {{'P', 'K', 0x03, 0x04}, 4, EXACT}, .rare = 2},
    {NEVER_READ("7-Zip", ".7z"), .start = {{{'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}, 6, EXACT}}},
    {NEVER_READ("RAR", ".rar"), .start = {{{'R', 'a', 'r', '!', 0x1a, 0x07}, 6, EXACT}}},
    {NEVER_READ("lz4", ".lz4"), .start = {{{0x04, 0x22, 0x4d, 0x18}, 4, EXACT}}},
    {NEVER_READ("lzip", ".lz"), .start = {{{'L', 'Z', 'I', 'P', 0x01}, 5, EXACT}}},
    {NEVER_READ("lzma", ".lzma")}, /* has no magic number */
    {NEVER_READ("compress (.Z)", ""), .start = {{{0x1f, 0x9d}, 2, EXACT}}},
};

const struct fm_codec *fm_codec_at(size_t number)
{
    return number < FM_COUNT_OF(codecs) ? &codecs[number] : NULL;
}

bool fm_codec_reads(const struct fm_codec *codec)
{
    return codec->coder != NULL && codec->coder->decoder.start != NULL;
}

bool fm_codec_writes(const struct fm_codec *codec)
{
    return codec->coder != NULL && codec->coder->encoder != NULL;
}

bool fm_codec_find(struct fm_text head, bool ended, const struct fm_codec **out)
{
    bool open = false; /* the head may be the beginning of a magic number */
    *out = NULL;
    /* No magic number begins as games do, whose files may be many and small; zstd's `[*M` does. */
    if (head.n > 1 && head.p[0] == '[' && head.p[1] != '*')
        return true;
    for (size_t i = 0; i < 2 * FM_COUNT_OF(codecs); i++) {
        const struct fm_magic *magic = &codecs[i / 2].start[i % 2];
        size_t same = 0;
        while (same < head.n && same < magic->length &&
               (same == magic->loose ? head.p[same] & 0xf0 : head.p[same]) == magic->bytes[same])
            same++;
        if (same < magic->length) {
            open = open || same == head.n;
        } else if (magic->length > 0) {
            *out = &codecs[i / 2];
            return true;
        }
    }
    return !open || ended;
}

size_t fm_codec_search(struct fm_text text)
{
    const unsigned char *const end = text.p + text.n;
    size_t first = text.n;
    if (text.n == 0)
        return first;
    const bool ascii = fm_skip_ascii(text.p, end) == end;
    for (size_t i = 0; i < FM_COUNT_OF(codecs); i++) {
        const struct fm_magic *magic = &codecs[i].inside;
        const size_t n = magic->length, rare = codecs[i].rare;
        if (n == 0 || (ascii && magic->bytes[rare] >= 0x80))
            continue;
        const unsigned char *p = text.p + rare;
        while (p < end && (p = memchr(p, magic->bytes[rare], (size_t)(end - p))) != NULL) {
            const size_t at = (size_t)(p - text.p) - rare;
            if (at >= first)
                break;
            if (text.n - at >= n && memcmp(text.p + at, magic->bytes, n) == 0)
                first = at;
            p++;
        }
    }
    return first;
}

/* The last character is compared first: no suffix here ends as `.pgn` does. */
const struct fm_codec *fm_codec_of_name(struct fm_text name)
{
    for (size_t i = 0; i < FM_COUNT_OF(codecs); i++) {
        const struct fm_text suffix = fm_text_of(codecs[i].suffix);
        if (suffix.n > 0 && name.n > suffix.n &&
            (name.p[name.n - 1] | 0x20) == (suffix.p[suffix.n - 1] | 0x20) &&
            fm_text_equal_nocase((struct fm_text){name.p + (name.n - suffix.n), suffix.n}, suffix))
            return &codecs[i];
    }
    return NULL;
}

enum fm_status fm_encoder_find(struct fm_text name, const struct fm_encoder **out,
                               struct fm_text *detail)
{
    const struct fm_codec *codec = fm_codec_of_name(name);
    if (codec != NULL && !fm_codec_writes(codec)) {
        *detail = FM_TEXT("this build cannot write the compression of that suffix");
        return FM_BAD_USE;
    }
    *out = codec == NULL ? NULL : codec->coder->encoder;
    return FM_OK;
}

enum fm_status fm_level_check(struct fm_text name, uint64_t level, struct fm_text *detail)
{
    const struct fm_encoder *encoder;
    FM_TRY(fm_encoder_find(name, &encoder, detail));
    if (encoder != NULL && level >= 1 && level <= encoder->level_max)
        return FM_OK;
    *detail = encoder == NULL ? FM_TEXT("only files with the suffix .gz or .zst are compressed")
                              : fm_text_of(encoder->bad_level);
    return FM_BAD_USE;
}
