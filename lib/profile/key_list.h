/* SPDX-License-Identifier: MIT */
/* Values that are lists: operations, columns, fields to sort by, opcodes, tags. */
#ifndef FM_PROFILE_KEY_LIST_H
#define FM_PROFILE_KEY_LIST_H
#include "profile/key_fault.h"

/** Read a whole list in place of the one in the slot.
 * @param kind  kind of the list, not always that of the key: an item may be a list.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_read_items(const struct fm_key_reader *reader,
                                               const struct fm_key *key,
                                               const struct fm_key_kind *kind, void *slot,
                                               const struct fm_yaml_node *node);
/** Read one item (`games.tags.White`), which replaces the one of that name or comes last. The type
 * of the key has members; of opcodes any value adds the name. Returns the same. */
FM_MUST_CHECK enum fm_status fm_key_read_member(const struct fm_key_reader *reader,
                                                const struct fm_key *key, void *slot,
                                                struct fm_text name,
                                                const struct fm_yaml_node *node);

/* Items, each a struct fm_record_field. Of columns, orders and groups: `fen`, `{move: next.uci}` of
 * columns, `-Date` of orders, `ply/10` of groups. */
fm_key_item_reader fm_key_read_template, fm_key_read_field, fm_key_read_opcode,
    fm_key_read_tag_name, fm_key_read_meaning;

/** Refuse a text that is no template, at the place of what is wrong in it.
 * @param text  a copy of that of the node, in the arena. */
FM_MUST_CHECK enum fm_status fm_key_check_template(const struct fm_key_reader *reader,
                                                   const struct fm_yaml_node *node,
                                                   struct fm_text text);
/** Refuse a mapping that has the same key twice or a key that is no word.
 * @return FM_OK, FM_BAD_PROFILE (at the second one), FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_key_check_mapping(const struct fm_key_reader *reader,
                                                  const struct fm_yaml_node *node);
/** Why a name is no opcode. */
extern const char fm_key_opcode_form[];
/** Has the name only letters, digits and underscores? */
bool fm_key_is_tag_name(struct fm_text name);

#endif
