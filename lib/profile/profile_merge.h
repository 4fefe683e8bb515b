/* SPDX-License-Identifier: MIT */
/* Merging documents and options into the profile: which key goes where, and where it was set. */
#ifndef FM_PROFILE_PROFILE_MERGE_H
#define FM_PROFILE_PROFILE_MERGE_H
#include "profile/key_kind.h"

/** Read the keys of a mapping into the output that is read.
 * @param prefix  of their paths: "" or "positions."
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_merge_mapping(const struct fm_key_reader *reader,
                                              struct fm_text prefix,
                                              const struct fm_yaml_node *node);
/** Set what a path names: a key, a group of keys ("positions.unique"), one tag or operation
 * ("games.tags.White"). Keys of outputs and positions are set in all entries of `outputs:` too.
 * Returns as fm_merge_mapping(). */
FM_MUST_CHECK enum fm_status fm_merge_path(const struct fm_key_reader *reader, struct fm_text path,
                                           const struct fm_yaml_node *value);
/** Is the value of this path taken verbatim, never as YAML? Then it may begin with any
 * character. */
bool fm_merge_verbatim(struct fm_text path);
/** Does this path take a list of plain words, so that commas may separate them? */
bool fm_merge_listed(struct fm_text path);
/** The newest record that a key was set for an output (0: the profile), or NULL. */
const struct fm_given *fm_given_find(const struct fm_profile *profile, const struct fm_key *key,
                                     unsigned instance);
/** The same, else that of all outputs. */
const struct fm_given *fm_given_nearest(const struct fm_profile *profile, const struct fm_key *key,
                                        unsigned instance);
/** Does an entry of `outputs:` take this key's value from `output:`? Not `to`, and not the dialect
 * if the entry has a consumer of its own. */
bool fm_given_inherits(const struct fm_profile *profile, const struct fm_profile_output *entry,
                       const struct fm_key *key);
/** Was the key given for this output, there or in `output:`? */
bool fm_given_key_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                      const struct fm_key *key);
/** The same of the key with this path. */
bool fm_given_for(const struct fm_profile *profile, const struct fm_profile_output *output,
                  const char *path);
/** Give all keys of the profile, or of an entry of `outputs:`, their default values. */
void fm_merge_defaults(struct fm_profile *profile, struct fm_profile_output *output);

#endif
