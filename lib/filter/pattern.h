/* SPDX-License-Identifier: MIT */
/* Regular expressions of rules: PCRE2's, on UTF-8, by its interpreter, within a budget of steps and
 * memory for each text. */
#ifndef FM_FILTER_PATTERN_H
#define FM_FILTER_PATTERN_H
#include "base/base.h"

/* A compiled pattern; const, shared by threads. */
struct fm_pattern;

/* The budget and memory of matching; each thread has its own. */
struct fm_matcher;

enum fm_match {
    FM_MATCH_NO,
    FM_MATCH_YES,
    FM_MATCH_LIMIT,    /* the budget was spent before the answer was known */
    FM_MATCH_NO_MEMORY /* the system has no memory; the budget is not used up */
};

/** Compile a pattern.
 * @param arena    owns the text of @p why.
 * @param[out] out to be freed with fm_pattern_free().
 * @param[out] why what is wrong with the pattern and where, with FM_BAD_PROFILE.
 * @return FM_OK, FM_BAD_PROFILE, FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_pattern_new(struct fm_text text, bool nocase,
                                            struct fm_arena *arena, struct fm_pattern **out,
                                            const char **why);
/** May be NULL. */
void fm_pattern_free(struct fm_pattern *pattern);
/** @param steps   that one text may take: items of the pattern tried, and one for every eight bytes
 *                 passed over.
 * @param memory   bytes for what is to be tried later.
 * @return FM_OK or FM_NO_MEMORY. */
FM_MUST_CHECK enum fm_status fm_matcher_new(uint64_t steps, uint64_t memory,
                                            struct fm_matcher **out);
/** May be NULL. */
void fm_matcher_free(struct fm_matcher *matcher);
/** Does the pattern match anywhere in a text of well-formed UTF-8? */
enum fm_match fm_pattern_match(const struct fm_pattern *pattern, struct fm_text text,
                               struct fm_matcher *matcher);
/** "10.42 2022-12-11": the library in use. */
void fm_pattern_version(char text[FM_LIBRARY_VERSION]);

#endif
