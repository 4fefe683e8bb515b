/* Pieces of members: see piece.h. The decoder stops at a member's end, so that sizes in headers
 * that lie are found out: what follows is then no member, or the last one is not complete. */
#include <config.h>
#include "io/piece.h"

/* Bytes that a decoder gets first: with a small frame in one piece zstd would be less strict than
 * it is with a large one, and the reader may have it in two. */
enum { FIRST_BYTES = 8 };

static bool decode_member(const struct fm_decoder *decoder, void *state, struct fm_flow *flow)
{
    struct fm_text unheeded;
    const size_t all = flow->in_n;
    enum fm_flow_state result = FM_FLOW_MORE;
    for (bool first = true; result == FM_FLOW_MORE; first = false) {
        const size_t back = first && all > FIRST_BYTES ? all - FIRST_BYTES : 0;
        const size_t in_n = flow->in_n, out_n = flow->out_n;
        flow->in_n -= back;
        result = decoder->feed(state, flow, &unheeded);
        flow->in_n += back;
        if (result == FM_FLOW_MORE && back == 0 && flow->in_n == in_n && flow->out_n == out_n)
            return false; /* cut short, or no room */
    }
    return result == FM_FLOW_END;
}

bool fm_piece_decode(struct fm_piece *piece, void **state)
{
    const struct fm_decoder *decoder = piece->compression->decoder;
    struct fm_flow flow = {piece->raw.p, piece->members_n, piece->plain.p, piece->plain.cap};
    while (flow.in_n > 0) {
        const struct fm_compression *next;
        if (!fm_compression_find((struct fm_text){flow.in, flow.in_n}, true, &next) ||
            next == NULL || next->decoder != decoder)
            return false;
        if (decoder->start(state) != FM_OK || !decode_member(decoder, *state, &flow))
            return false;
        piece->compression = next;
    }
    piece->plain_n = piece->plain.cap - flow.out_n;
    return true;
}
