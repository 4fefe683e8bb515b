/* Does a rule write the en passant square of a setup? */
#ifndef FM_RECORD_EP_RULE_H
#define FM_RECORD_EP_RULE_H
#include "board/setup.h"

bool fm_ep_holds_8x8(const struct fm_setup *setup, enum fm_en_passant rule);
bool fm_ep_holds_10x8(const struct fm_setup *setup, enum fm_en_passant rule);

static inline bool fm_ep_holds(const struct fm_setup *setup, enum fm_en_passant rule)
{
    if (setup->ep_file < 0 || rule == FM_EP_ALWAYS || rule == FM_EP_KEEP)
        return setup->ep_file >= 0;
    return setup->files == 8 ? fm_ep_holds_8x8(setup, rule) : fm_ep_holds_10x8(setup, rule);
}

#endif
