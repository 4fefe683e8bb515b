/* A sample of a whole run: the records with the smallest hashes, kept until the end and then given
 * in the order they came. Memory is that of the sample. Used by one thread. */
#ifndef FM_SELECT_SAMPLE_RUN_H
#define FM_SELECT_SAMPLE_RUN_H
#include "base/base.h"

struct fm_drawn {
    uint64_t hash, order; /* order: 0.. of all that was offered */
    unsigned char *text;  /* owned */
    size_t n, cap;
};

/* Zero-initialise, then set `size`. */
struct fm_draw {
    uint64_t size;          /* how many are wanted */
    struct fm_drawn *drawn; /* a heap, the last by (hash, order) on top; owned */
    size_t count, cap;
    uint64_t offered;
};

void fm_draw_free(struct fm_draw *draw);
/** Offer a record. Of equal hashes the earlier is taken. @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_draw_offer(struct fm_draw *draw, uint64_t hash,
                                           struct fm_text text);
/** Put what was drawn into the order of offering; nothing may be offered any more. */
void fm_draw_finish(struct fm_draw *draw);

#endif
