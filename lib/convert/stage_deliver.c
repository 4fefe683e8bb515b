/* SPDX-License-Identifier: MIT */
/* Where blocks go that are not for outputs: to a reader (item.h), or a set of what is excluded. */
#include <config.h>
#include "convert/stage.h"

static enum fm_status deliver_start(struct fm_stage_run *run, void **self, struct fm_error *error)
{
    (void)error;
    if (run->plan->delivers == NULL)
        return FM_OK;
    run->left = UINT64_MAX; /* all of the input is read */
    *self = run;
    return FM_OK;
}

static enum fm_status deliver_write_block(void *self, struct fm_block *block,
                                          struct fm_error *error)
{
    const struct fm_stage_run *run = self;
    const struct fm_delivery *delivers = run->plan->delivers;
    fm_account_rows(run->account, block);
    return delivers->take(delivers->user, block, error);
}

static void deliver_leave(void *self)
{
    (void)self; /* the stages' */
}

const struct fm_stage fm_stage_deliver = {
    .start = deliver_start, .write = deliver_write_block, .free = deliver_leave};
