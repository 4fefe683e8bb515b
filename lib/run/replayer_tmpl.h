/* SPDX-License-Identifier: MIT */
/* The replay data of one thread for one board. One copy per board. */

struct BFN(replayer) {
    struct BFN(replay) replay;
    struct BFN(replay) trial;  /* replay to try languages; `replay` stays at the fault in English */
    struct BFN(replay) listed; /* replay of a record of a list, a game without moves */
    struct BFN(position) standard; /* the start array of standard chess; 8x8 only */
    struct BFN(keyed) booked;      /* the board of the last move for a book */
    struct fm_line line;           /* line of the game, where it is replayed several times */
    struct fm_line tried;          /* line of `trial` */
};

static inline struct BFN(replayer) * BFN(worker_replayer)(const struct fm_worker *worker)
{
#if BOARD_FILES == 8
    return worker->board8;
#else
    return worker->board10;
#endif
}

struct BFN(replayer) * BFN(replayer_new)(void)
{
    struct BFN(replayer) *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    if (FILES == fm_variants[FM_STANDARD].files) {
        struct fm_setup setup;
        fm_setup_from_sp(FM_STANDARD_SP, &setup);
        BFN(position_make)(&setup, &made->standard);
    }
    return made;
}

void BFN(replayer_free)(struct BFN(replayer) * replayer)
{
    if (replayer != NULL) {
        BFN(replay_free)(&replayer->replay), BFN(replay_free)(&replayer->trial);
        fm_line_release(&replayer->line), fm_line_release(&replayer->tried);
    }
    free(replayer);
}
