/* What is asked of positions, read once: texts of the profile made ready for the boards. */
#ifndef FM_SELECT_POSITION_ASK_H
#define FM_SELECT_POSITION_ASK_H
#include "select/boardmask.h"
#include "select/material.h"
#include "select/reached.h"
#include "select/selection.h"

struct fm_position_ask {
    const struct fm_profile_positions *asked;
    const struct fm_material *material; /* NULL = any */
    const struct fm_board_mask *mask;   /* NULL = any */
    struct fm_reached reached;          /* only positions from this one on */
};

#endif
