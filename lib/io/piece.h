/* A piece of a compressed file: some members, cut out whole as their headers tell, and what they
 * decode to. */
#ifndef FM_IO_PIECE_H
#define FM_IO_PIECE_H
#include "base/base.h"
#include "io/codec.h"

enum fm_piece_state {
    FM_PIECE_OPEN,    /* bytes are being gathered */
    FM_PIECE_WAITING, /* to be decoded */
    FM_PIECE_TAKEN,   /* a thread decodes it */
    FM_PIECE_WHOLE,   /* decoded to just its end */
    FM_PIECE_RAW      /* to be decoded by the reader: what is wrong with it, it will find */
};

/** A buffer, owned. */
struct fm_room {
    unsigned char *p;
    size_t cap;
};

/** The token's holder writes everything but what a thread that has taken the piece decodes. */
struct fm_piece {
    enum fm_piece_state state; /* guarded by the decode pool's lock */
    struct fm_room raw;        /* as in the file */
    size_t raw_n;
    size_t target;    /* bytes to gather */
    size_t members_n; /* bytes of whole members, from the start */
    size_t at;        /* bytes used: of the raw ones, or with FM_PIECE_WHOLE of the decoded ones */
    const struct fm_codec *codec; /* of all its members */
    struct fm_room plain;         /* decoded */
    size_t plain_n;
    size_t wanted; /* decoded bytes that the members ask for */
};

/** Decode the members of a piece into its `plain`, as far as there is room.
 *
 * @param state  of the decoder, NULL or what an earlier start made.
 * @return whether every byte of it was a member's, complete and undamaged, and there was room. */
FM_MUST_CHECK bool fm_piece_decode(struct fm_piece *piece, void **state);

#endif
