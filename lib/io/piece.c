/* Pieces of members: see piece.h. The decoder stops at a member's end, so that sizes in headers
 * that lie are found out: what follows is then no member, or the last one is not complete. */
#include <config.h>
#include "io/piece.h"

static bool decode_member(const struct fm_decoder *decoder, void *state, struct fm_flow *flow)
{
    struct fm_text ignored;
    enum fm_flow_state result = FM_FLOW_MORE;
    while (result == FM_FLOW_MORE) {
        const size_t in_n = flow->in_n, out_n = flow->out_n;
        result = decoder->feed(state, flow, &ignored);
        if (result == FM_FLOW_MORE && flow->in_n == in_n && flow->out_n == out_n)
            return false; /* cut short, or no room */
    }
    return result == FM_FLOW_END;
}

bool fm_piece_decode(struct fm_piece *piece, void **state)
{
    const struct fm_decoder *decoder = &piece->codec->coder->decoder;
    struct fm_flow flow = {piece->raw.p, piece->members_n, piece->plain.p, piece->plain.cap};
    while (flow.in_n > 0) {
        const struct fm_codec *codec;
        if (!fm_codec_find((struct fm_text){flow.in, flow.in_n}, true, &codec) ||
            codec != piece->codec)
            return false;
        if (decoder->start(state) != FM_OK || !decode_member(decoder, *state, &flow))
            return false;
    }
    piece->plain_n = piece->plain.cap - flow.out_n;
    return true;
}
