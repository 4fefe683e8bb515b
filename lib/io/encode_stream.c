/* SPDX-License-Identifier: MIT */
/* The pieces of one output, in order: see encode_stream.h. */
#include <config.h>
#include "io/encode_stream.h"
#include <stdlib.h>
#include "base/lanes.h"

struct fm_encode_stream {
    struct fm_encode_pool *pool;
    bool owns_pool;
    const struct fm_encoder *encoder;
    unsigned level;
    fm_encoded_write *write;
    void *user;
    struct fm_piece *open;          /* the piece that is being filled; NULL = it has no bytes yet */
    struct fm_piece *first, **last; /* whole, and not written yet */
    struct fm_buf index;            /* see struct fm_encoder */
    bool any;                       /* a piece was whole */
};

enum fm_status fm_encode_stream_new(struct fm_encode_pool *pool, const struct fm_encoder *encoder,
                                    unsigned level, fm_encoded_write *write, void *user,
                                    struct fm_encode_stream **out)
{
    struct fm_encode_stream *stream = malloc(sizeof *stream);
    FM_TRY_MADE(stream);
    *stream = (struct fm_encode_stream){.pool = pool,
                                        .owns_pool = pool == NULL,
                                        .encoder = encoder,
                                        .level = level,
                                        .write = write,
                                        .user = user};
    stream->last = &stream->first;
    if (pool == NULL && fm_encode_pool_new(1, NULL, &stream->pool) != FM_OK) {
        free(stream);
        return FM_NO_MEMORY;
    }
    *out = stream;
    return FM_OK;
}

/* Write the first piece, once it is compressed. */
static enum fm_status write_first(struct fm_encode_stream *stream)
{
    struct fm_piece *piece = stream->first;
    fm_encode_pool_claim(stream->pool, piece);
    enum fm_status status = piece->status;
    if (status == FM_OK && stream->encoder->has_index) {
        unsigned char entry[8];
        fm_little_endian_store(entry, 4, piece->packed);
        fm_little_endian_store(entry + 4, 4, piece->plain);
        status = fm_buf_append(&stream->index, entry, sizeof entry);
    }
    FM_NEXT(status, stream->write(stream->user, piece->bytes, piece->packed));
    stream->first = piece->next;
    if (stream->first == NULL)
        stream->last = &stream->first;
    fm_encode_pool_give_back(stream->pool, piece);
    return status;
}

/* The open piece is whole: others may compress it. Where too many wait, the writer goes on with the
 * first: the pieces of this output come to an end, and then it compresses this one itself. */
static enum fm_status post_piece(struct fm_encode_stream *stream)
{
    struct fm_piece *piece = stream->open;
    if (fm_encode_pool_is_cancelled(stream->pool))
        return FM_CANCELLED;
    while (stream->first != NULL && fm_encode_pool_is_done(stream->pool, stream->first))
        FM_TRY(write_first(stream));
    bool posted;
    while (!(posted = fm_encode_pool_post(stream->pool, piece)) && stream->first != NULL)
        FM_TRY(write_first(stream));
    *stream->last = piece;
    stream->last = &piece->next;
    stream->open = NULL;
    stream->any = true;
    return posted ? FM_OK : write_first(stream);
}

static enum fm_status open_piece(struct fm_encode_stream *stream)
{
    if (stream->open == NULL)
        stream->open = fm_encode_pool_open(stream->pool, stream->encoder, stream->level);
    return stream->open != NULL ? FM_OK : FM_NO_MEMORY;
}

enum fm_status fm_encode_stream_add(struct fm_encode_stream *stream, const unsigned char *bytes,
                                    size_t n)
{
    while (n > 0) {
        FM_TRY(open_piece(stream));
        struct fm_piece *piece = stream->open;
        const size_t left = stream->encoder->piece - piece->plain, some = n < left ? n : left;
        memcpy(piece->bytes + piece->plain, bytes, some);
        piece->plain += some;
        bytes += some;
        n -= some;
        if (some == left)
            FM_TRY(post_piece(stream));
    }
    return FM_OK;
}

/* An empty file has one piece, which is empty. */
enum fm_status fm_encode_stream_finish(struct fm_encode_stream *stream)
{
    struct fm_buf *index = &stream->index, tail = {NULL, 0, 0};
    if (!stream->any)
        FM_TRY(open_piece(stream));
    if (stream->open != NULL)
        FM_TRY(post_piece(stream));
    while (stream->first != NULL)
        FM_TRY(write_first(stream));
    enum fm_status status = stream->encoder->finish(fm_buf_text(index), &tail);
    FM_NEXT(status, stream->write(stream->user, tail.p, tail.n));
    fm_buf_free(&tail);
    return status;
}

void fm_encode_stream_free(struct fm_encode_stream *stream)
{
    if (stream == NULL)
        return;
    for (struct fm_piece *piece; (piece = stream->first) != NULL;) {
        stream->first = piece->next;
        fm_encode_pool_give_back(stream->pool, piece);
    }
    fm_encode_pool_give_back(stream->pool, stream->open);
    fm_buf_free(&stream->index);
    if (stream->owns_pool)
        fm_encode_pool_free(stream->pool);
    free(stream);
}
