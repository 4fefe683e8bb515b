/* SPDX-License-Identifier: MIT */
/* Names, meanings and kinds of the reasons, from the one table in fenmill/reasons.h. */
#include <config.h>
#include "base/warnings.h"

struct row {
    const char *name, *meaning;
    char kind;
};

static const struct row rows[FM_REASON_COUNT] = {
    [FM_REASON_NONE] = {"none", "nothing is wrong", 'S'},
#define FM_X(number, symbol, name, kind, meaning) [FM_REASON_##symbol] = {name, meaning, #kind[0]},
    FM_REASON_LIST(FM_X)
#undef FM_X
};

static const struct row *row_of(enum fm_reason reason)
{
    return &rows[(unsigned)reason < FM_REASON_COUNT ? reason : FM_REASON_NONE];
}

const char *fm_reason_name(enum fm_reason reason)
{
    return row_of(reason)->name;
}

const char *fm_reason_meaning(enum fm_reason reason)
{
    return row_of(reason)->meaning;
}

char fm_reason_kind(enum fm_reason reason)
{
    return row_of(reason)->kind;
}
