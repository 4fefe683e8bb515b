/* SPDX-License-Identifier: MIT */
/* Values that are lists or mappings of rules: on tags, operations, material. */
#ifndef FM_PROFILE_KEY_LIST_H
#define FM_PROFILE_KEY_LIST_H
#include "profile/key_templates.h"

/* Each reads a whole value in place of the one that is there; section unchanged on failure.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_read_tags(const struct fm_key_reader *reader,
                                              const struct fm_key *key, void *section,
                                              const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_rule(const struct fm_key_reader *reader,
                                              const struct fm_key *key, struct fm_tag_rule **slot,
                                              const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_tag_sets(const struct fm_key_reader *reader,
                                                  const struct fm_key *key,
                                                  struct fm_profile_games *games,
                                                  const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_material(const struct fm_key_reader *reader,
                                                  const struct fm_key *key, struct fm_text *slot,
                                                  const struct fm_yaml_node *node);
/** Read one entry of a mapping (`games.tags.White`), which replaces the one of that name or comes
 * last.
 * @param key  of type FM_KEY_TAGS, FM_KEY_OPS, FM_KEY_SET_TAGS or FM_KEY_OPCODES; of the last, any value
 * adds it. */
FM_MUST_CHECK enum fm_status fm_key_read_member(const struct fm_key_reader *reader,
                                                const struct fm_key *key, void *section,
                                                struct fm_text name,
                                                const struct fm_yaml_node *node);

#endif
