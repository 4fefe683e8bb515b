/* SPDX-License-Identifier: MIT */
/* Values that are templates, fields or names of the user's own: operations, columns, fields to sort by,
 * opcodes, tags that are written. */
#ifndef FM_PROFILE_KEY_TEMPLATES_H
#define FM_PROFILE_KEY_TEMPLATES_H
#include "profile/key_fault.h"

/* Each reads a whole value in place of the one that is there; section unchanged on failure.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
/** Of FM_KEY_OPS and FM_KEY_SET_TAGS. */
FM_MUST_CHECK enum fm_status fm_key_read_templates(const struct fm_key_reader *reader,
                                                   const struct fm_key *key, void *section,
                                                   const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_tag_names(const struct fm_key_reader *reader,
                                                   const struct fm_key *key,
                                                   struct fm_profile_output *output,
                                                   const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_columns(const struct fm_key_reader *reader,
                                                 const struct fm_key *key,
                                                 struct fm_profile_output *output,
                                                 const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_by(const struct fm_key_reader *reader,
                                            const struct fm_key *key,
                                            struct fm_profile_output *output,
                                            const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_sort(const struct fm_key_reader *reader,
                                              const struct fm_key *key,
                                              struct fm_profile_output *output,
                                              const struct fm_yaml_node *node);
FM_MUST_CHECK enum fm_status fm_key_read_opcodes(const struct fm_key_reader *reader,
                                                 const struct fm_key *key,
                                                 struct fm_profile_output *output,
                                                 const struct fm_yaml_node *node);
/** Refuse a text that is no template, at the place of what is wrong in it.
 * @param text  a copy of that of the node, in the arena. */
FM_MUST_CHECK enum fm_status fm_key_check_template(const struct fm_key_reader *reader,
                                                   const struct fm_yaml_node *node,
                                                   struct fm_text text);
/** Read one entry of a mapping of templates, as fm_key_read_member(). */
FM_MUST_CHECK enum fm_status fm_key_read_template_member(const struct fm_key_reader *reader,
                                                         const struct fm_key *key, void *section,
                                                         struct fm_text name,
                                                         const struct fm_yaml_node *node);

/** Refuse a mapping that has the same key twice or a key that is no word.
 * @return FM_OK, FM_BAD_PROFILE (at the second one), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_check_mapping(const struct fm_key_reader *reader,
                                                  const struct fm_yaml_node *node);
/** Is it of letters, digits and _? */
bool fm_key_is_tag_name(struct fm_text name);

#endif
