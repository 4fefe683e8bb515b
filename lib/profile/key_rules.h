/* SPDX-License-Identifier: MIT */
/* Values that are rules on tags or operations, or material. */
#ifndef FM_PROFILE_KEY_RULES_H
#define FM_PROFILE_KEY_RULES_H
#include "profile/key_fault.h"

/* Items of FM_KEY_TAGS, a struct fm_tag_rule, and of FM_KEY_TAG_SETS, a struct fm_tag_set. */
fm_key_item_reader fm_key_read_tag, fm_key_read_tag_set;
fm_key_value_reader fm_key_read_rule, fm_key_read_material;

#endif
