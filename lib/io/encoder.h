/* Which compressions can be written, chosen by the suffix of the name. */
#ifndef FM_IO_ENCODER_H
#define FM_IO_ENCODER_H
#include "base/base.h"
#include "io/flow.h"

/** One compression. Any thread may call the functions; for one state, one thread at a time. */
struct fm_encoder {
    /** Make a state. @return FM_OK, FM_NO_MEMORY. */
    enum fm_status (*start)(void **state);
    /** Encode until the input or the room is used up; with @p last (and no input from then on),
     * finish: FM_FLOW_END when everything has been written. Never FM_FLOW_DAMAGED. */
    enum fm_flow_state (*feed)(void *state, struct fm_flow *flow, bool last);
    /** Free the state; may be NULL. */
    void (*end)(void *state);
};

/** The encoder that the suffix of a name asks for (.gz, .zst; the case of letters does not matter).
 *
 * @param[out] out    NULL for plain output.
 * @param[out] detail set with FM_BAD_USE, in text that lasts for ever.
 * @return FM_OK, FM_BAD_USE (the suffix of a compression or archive that cannot be written). */
FM_MUST_CHECK enum fm_status fm_encoder_find(struct fm_text name, const struct fm_encoder **out,
                                             struct fm_text *detail);

extern const struct fm_encoder fm_encoder_gzip, fm_encoder_zstd;

#endif
