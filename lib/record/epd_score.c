/* SPDX-License-Identifier: MIT */
/* Scores of EPD records: see epd_score.h. */
#include <config.h>
#include "record/epd_score.h"
#include "record/training.h"

/* The first and the last ply of a mate are the mating side's. */
static void set_mate(struct fm_comment *score, int plies)
{
    score->has_score = score->is_mate = score->mate_in_plies = true;
    score->mate = plies;
    score->centipawns = 0;
}

static void set_score(struct fm_comment *score, struct fm_text operands, bool black)
{
    enum { LEAST = 32000 }; /* of mates */
    score->is_mate = false;
    score->has_score = fm_training_score(operands, black, &score->centipawns);
    const int centipawns = score->centipawns, amount = centipawns < 0 ? -centipawns : centipawns;
    if (score->has_score && amount > LEAST && amount < FM_MATE_SCORE)
        set_mate(score, centipawns < 0 ? amount - FM_MATE_SCORE : FM_MATE_SCORE - amount);
}

void fm_epd_score_read(const struct fm_epd_op *op, bool black, struct fm_comment *score)
{
    enum { DEPTH_MAX = 9999, SECONDS_MAX = 1000000000, MOVES_MAX = 350 };
    uint64_t n = 0;
    const bool number = fm_text_to_u64(op->operands, &n);
    if (fm_text_is(op->opcode, "ce")) {
        set_score(score, op->operands, black);
    } else if (op->code == FM_EPD_DM && number && n > 0 && n <= MOVES_MAX && !score->has_score) {
        const int plies = 2 * (int)n - 1;
        set_mate(score, black ? -plies : plies);
    } else if (fm_text_is(op->opcode, "acd") && number && n <= DEPTH_MAX) {
        score->has_depth = true;
        score->depth = (unsigned)n;
    } else if (fm_text_is(op->opcode, "acs") && number && n <= SECONDS_MAX) {
        score->has_elapsed = true;
        score->elapsed_ms = n * 1000;
    }
}
