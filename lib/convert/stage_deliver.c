/* SPDX-License-Identifier: MIT */
/* Where the blocks of a reader's converter go: see item.h. Takes the place of the outputs. */
#include <config.h>
#include "convert/stage.h"
#include "convert/item.h"

static enum fm_status deliver_start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    *self = run->plan->delivers == NULL ? NULL : run;
    return FM_OK;
}

static enum fm_status deliver_write_block(void *self, struct fm_block *block,
                                          struct fm_error *error)
{
    const struct fm_stage_run *run = self;
    const struct fm_delivery *delivers = run->plan->delivers;
    (void)error;
    fm_account_rows(run->account, block);
    return delivers->take(delivers->user, block);
}

static void deliver_leave(void *self)
{
    (void)self; /* the stages' */
}

const struct fm_stage fm_stage_deliver = {
    .start = deliver_start, .write = deliver_write_block, .free = deliver_leave};
