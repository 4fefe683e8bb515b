/* SPDX-License-Identifier: MIT */
/* Two outputs in one file, or an output that is also an input, would destroy data of the user: both
 * are refused. The files that a run uses are known here; the sandbox closes all others. */
#ifndef FM_SRC_PLACES_H
#define FM_SRC_PLACES_H
#include "settings.h"

/* Files other than inputs and outputs that a run uses: its profiles first, in the order given. */
struct fm_reserved {
    char **names; /* names of the files; the list and each name are owned */
    bool *stores; /* true for each name that is a store of positions */
    size_t count;
};

/** @param profile  finished; NULL = its outputs are not written. @return FM_OK or FM_NO_MEMORY;
 * fm_reserved_free() after either. */
FM_MUST_CHECK enum fm_status fm_reserved_make(const struct fm_settings *settings,
                                              const struct fm_profile *profile,
                                              struct fm_reserved *out);
void fm_reserved_free(struct fm_reserved *reserved);
/** Check the inputs and every output of a run before any is opened; then give up every right that
 * these do not need (sandbox.h), with --sandbox auto.
 * @param profile  finished; NULL = there is none.
 * @param writes   its outputs are written.
 * @return FM_OK, FM_BAD_USE (the message has been printed), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_places_check(const struct fm_settings *settings,
                                             const struct fm_profile *profile, bool writes,
                                             const struct fm_inputs *inputs,
                                             const struct fm_reserved *reserved);

/** Check the output of a command without a profile: it must not replace an input. @return as
 * fm_places_check(). */
FM_MUST_CHECK enum fm_status fm_places_check_drawn(const struct fm_settings *settings,
                                                   const struct fm_inputs *inputs);
/** $TMPDIR, or NULL for the default of the library. */
const char *fm_places_temporary(void);

#endif
