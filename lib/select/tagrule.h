/* Rules on tag values: relations, sets, dates, regular expressions. */
#ifndef FM_SELECT_TAGRULE_H
#define FM_SELECT_TAGRULE_H
#include "pgn/tags.h"

enum fm_relation { FM_REL_EQ, FM_REL_NE, FM_REL_LT, FM_REL_LE, FM_REL_GT, FM_REL_GE, FM_REL_RANGE, FM_REL_REGEX, FM_REL_PRESENT, FM_REL_ABSENT };
/* One tag rule: holds when any of its values holds. */
struct fm_tag_rule {
    struct fm_text tag;
    enum fm_tag_id id;
    struct fm_tag_test { enum fm_relation relation; struct fm_text value, value2; void *regex; /* regex_t */ } *tests;
    size_t count;
};

/** Does the rule hold for these tags? Values with escapes are undone in @p scratch. */
bool fm_tag_rule_holds(const struct fm_tag_rule *rule, const struct fm_tag *tags, size_t count, struct fm_arena *scratch);

#endif
