/* SPDX-License-Identifier: MIT */
/* Values that are rules on tags or operations, or material. */
#ifndef FM_PROFILE_KEY_RULES_H
#define FM_PROFILE_KEY_RULES_H
#include "profile/key_fault.h"

/* Each returns FM_OK, FM_BAD_PROFILE or FM_NO_MEMORY. */
/** An item of FM_KEY_TAGS, a struct fm_tag_rule. */
FM_MUST_CHECK enum fm_status fm_key_read_tag(const struct fm_key_reader *reader,
                                             const struct fm_key *key,
                                             const struct fm_key_item *item, void *out);
/** An item of FM_KEY_TAG_SETS, a struct fm_tag_set. */
FM_MUST_CHECK enum fm_status fm_key_read_tag_set(const struct fm_key_reader *reader,
                                                 const struct fm_key *key,
                                                 const struct fm_key_item *item, void *out);
FM_MUST_CHECK enum fm_status fm_key_read_rule(const struct fm_key_reader *reader,
                                              const struct fm_key *key, void *slot,
                                              const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_material(const struct fm_key_reader *reader,
                                                  const struct fm_key *key, void *slot,
                                                  const struct fm_yaml_node *node);

#endif
