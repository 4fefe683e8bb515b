/* Cutting pieces: see ahead.h. A piece ends where it decodes to enough, where its buffer is full,
 * and before anything that is no member which tells its size. What was gathered after it begins
 * the next one; so the last piece in the queue is open, or its bytes are for the reader. */
#include <config.h>
#include "io/ahead.h"

/* Bytes of a piece: enough that handing it over costs nothing against decoding it, few enough for
 * the cache of who decodes it. */
enum { RAW_PIECE = 128 * 1024, PLAIN_PIECE = 256 * 1024 };

/* Some decoders end a member only with room left. */
enum { SLACK = 64 };

enum cut { CUT_READ, CUT_CLOSE, CUT_STUCK };

static enum fm_extent_state measure(struct fm_decode_pool *pool, struct fm_piece *piece,
                                    struct fm_text rest, bool ended, struct fm_extent *extent)
{
    const struct fm_codec *codec;
    if (!fm_codec_find(rest, ended, &codec))
        return FM_EXTENT_MORE;
    if (codec == NULL || codec->coder == NULL || codec->coder->decoder.measure == NULL)
        return FM_EXTENT_NONE;
    if (piece->members_n == 0)
        piece->codec = codec;
    else if (piece->codec != codec)
        return FM_EXTENT_NONE;
    return codec->coder->decoder.measure(rest, fm_decode_pool_member_limit(pool), extent);
}

/* Count the members that are whole. */
static enum cut gather(struct fm_decode_pool *pool, struct fm_piece *piece, bool ended)
{
    for (;;) {
        const struct fm_text rest = {piece->raw.p + piece->members_n,
                                     piece->raw_n - piece->members_n};
        struct fm_extent extent = {0, 0};
        const enum fm_extent_state state = measure(pool, piece, rest, ended, &extent);
        const bool some = piece->members_n > 0;
        if (state == FM_EXTENT_KNOWN && extent.raw <= rest.n) {
            if (piece->wanted > 0 && piece->wanted + extent.plain > PLAIN_PIECE)
                return CUT_CLOSE;
            piece->members_n += extent.raw;
            piece->wanted += extent.plain;
            continue;
        }
        if (state == FM_EXTENT_NONE || ended)
            return some ? CUT_CLOSE : CUT_STUCK;
        if (some && (piece->raw_n >= piece->target || piece->wanted >= PLAIN_PIECE))
            return CUT_CLOSE;
        return CUT_READ;
    }
}

/* An open piece after the last that begins with these bytes. @return false: no memory now. */
static bool add_piece(struct fm_decode_pool *pool, struct fm_text bytes)
{
    struct fm_piece *piece = fm_decode_pool_spare(pool);
    const size_t target = bytes.n > RAW_PIECE ? bytes.n : RAW_PIECE;
    if (!fm_decode_pool_reserve(pool, &piece->raw, piece->raw_n, target))
        return false;
    memcpy(piece->raw.p, bytes.p, bytes.n);
    piece->raw_n = bytes.n;
    piece->target = target;
    fm_decode_pool_add(pool);
    return true;
}

/* End the last piece after its whole members. @return false: no memory now. */
static bool close_piece(struct fm_decode_pool *pool, struct fm_piece *piece)
{
    const struct fm_text rest = {piece->raw.p + piece->members_n, piece->raw_n - piece->members_n};
    if (!fm_decode_pool_reserve(pool, &piece->plain, 0, piece->wanted + SLACK) ||
        !add_piece(pool, rest))
        return false;
    piece->raw_n = piece->members_n;
    fm_decode_pool_post(pool, piece);
    return true;
}

/* Room to read to. @return false: no memory now. */
static bool make_room(struct fm_decode_pool *pool, struct fm_piece *piece)
{
    const size_t target = piece->raw_n < piece->target ? piece->target : piece->target * 2;
    if (!fm_decode_pool_reserve(pool, &piece->raw, piece->raw_n, target))
        return false;
    piece->target = target;
    return true;
}

bool fm_ahead_begin(struct fm_decode_pool *pool, const struct fm_codec *codec, struct fm_text bytes,
                    bool ended)
{
    struct fm_extent extent;
    if (codec->coder == NULL || codec->coder->decoder.measure == NULL)
        return false;
    switch (codec->coder->decoder.measure(bytes, fm_decode_pool_member_limit(pool), &extent)) {
    case FM_EXTENT_NONE:
        return false;
    case FM_EXTENT_MORE:
        return !ended && add_piece(pool, bytes);
    case FM_EXTENT_KNOWN:
        break;
    }
    return add_piece(pool, bytes);
}

bool fm_ahead_cut(struct fm_decode_pool *pool, bool ended, unsigned char **to, size_t *room)
{
    struct fm_piece *piece;
    while ((piece = fm_decode_pool_last(pool)) != NULL && piece->state == FM_PIECE_OPEN &&
           !fm_decode_pool_full(pool)) {
        const enum cut cut = gather(pool, piece, ended);
        if (cut == CUT_READ && make_room(pool, piece)) {
            *to = piece->raw.p + piece->raw_n;
            *room = piece->target - piece->raw_n;
            return true;
        }
        if (cut == CUT_CLOSE && close_piece(pool, piece))
            continue;
        /* Where only memory lacks, the pieces before it will leave some. */
        if (cut == CUT_STUCK || piece == fm_decode_pool_first(pool))
            fm_decode_pool_give_up(pool, piece);
        return false;
    }
    return false;
}

void fm_ahead_filled(struct fm_decode_pool *pool, size_t n)
{
    fm_decode_pool_last(pool)->raw_n += n;
}

/* Copy from where the first piece is used up to. @return bytes copied. */
static size_t take(struct fm_decode_pool *pool, const unsigned char *bytes, size_t n,
                   unsigned char *to, size_t room)
{
    struct fm_piece *piece = fm_decode_pool_first(pool);
    const size_t got = n - piece->at < room ? n - piece->at : room;
    if (got > 0)
        memcpy(to, bytes + piece->at, got);
    piece->at += got;
    if (piece->at == n)
        fm_decode_pool_drop(pool);
    return got;
}

size_t fm_ahead_raw(struct fm_decode_pool *pool, unsigned char *to, size_t room)
{
    const struct fm_piece *piece = fm_decode_pool_first(pool);
    (void)fm_decode_pool_claim(pool, false);
    return take(pool, piece->raw.p, piece->raw_n, to, room);
}

size_t fm_ahead_plain(struct fm_decode_pool *pool, unsigned char *to, size_t room)
{
    const struct fm_piece *piece = fm_decode_pool_first(pool);
    return take(pool, piece->plain.p, piece->plain_n, to, room);
}
