/* What is asked of positions, read once: texts of the profile made ready for the boards. */
#ifndef FM_FILTER_POSITION_WANTS_H
#define FM_FILTER_POSITION_WANTS_H
#include "filter/boardmask.h"
#include "filter/material.h"
#include "filter/reached.h"
#include "filter/selection.h"

struct fm_position_wants {
    const struct fm_profile_positions *wanted;
    const struct fm_material *material; /* NULL = any */
    const struct fm_board_mask *mask;   /* NULL = any */
    struct fm_reached reached;          /* only positions from this one on */
};

#endif
