/* SPDX-License-Identifier: MIT */
/* The keys of `output.pgn` together: see profile_pgn.h. */
#include <config.h>
#include "profile/profile_pgn.h"
#include "profile/consumer.h"
#include "profile/profile_merge.h"

enum { WIDTH = 80 }; /* the default of `width` */

/* Is anything to be written in another way than it is found? */
static bool changes_moves(const struct fm_profile_output *output)
{
    const struct fm_pgn_style *style = &output->pgn;
    return style->notation != FM_PGN_NOTATION_KEEP || style->letters != NULL ||
           style->comments != FM_PGN_COMMENTS_KEEP || style->drops_variations ||
           style->nags != FM_PGN_NAGS_KEEP || output->pgn_plies.set || style->width != WIDTH;
}

void fm_pgn_settle(const struct fm_profile *profile, struct fm_profile_output *output)
{
    if (!fm_given_for(profile, output, "output.pgn.layout"))
        output->pgn.exports = fm_format_has(output->format, FM_FORMAT_GAMES) &&
                              (output->consumer != NULL || changes_moves(output));
    if (output->pgn.exports && fm_consumer_needs(output, FM_PGN_ONE_LINE) &&
        !fm_given_for(profile, output, "output.pgn.width"))
        output->pgn.width = 0;
    const struct fm_language *letters = output->pgn.letters;
    if (output->pgn.exports && letters != NULL && !fm_language_is_ascii(letters))
        output->utf8 = true;
}

/* The same name or pattern two times. */
static bool is_tag_listed_twice(const struct fm_profile_output *output)
{
    for (size_t i = 0; i < output->tag_count; i++)
        for (size_t k = 0; k < i; k++)
            if (fm_text_equal(output->tags[i].name, output->tags[k].name))
                return true;
    return false;
}

/* Set for this output itself, not for all outputs. */
static bool is_given(const struct fm_profile *profile, const struct fm_profile_output *output)
{
    static const char group[] = "output.pgn.";
    for (size_t i = 0; i < fm_key_count; i++) {
        if (strncmp(fm_keys[i].path, group, sizeof group - 1) != 0)
            continue;
        const struct fm_given *given = fm_given_find(profile, &fm_keys[i], output->instance);
        if (given != NULL && (output->instance == 0 || given->input != NULL))
            return true;
    }
    return false;
}

struct fm_pgn_clash fm_pgn_clash_of(const struct fm_profile *profile,
                                    const struct fm_profile_output *output)
{
    const struct fm_pgn_style *style = &output->pgn;
    const bool changes = changes_moves(output);
    const bool tags = output->tags != NULL || output->set_tag_count > 0;
    if (!fm_format_has(output->format, FM_FORMAT_GAMES))
        return (style->exports || changes || tags) && is_given(profile, output)
                   ? (struct fm_pgn_clash){"output.pgn",
                                           "without `format: pgn` no games are written"}
                   : (struct fm_pgn_clash){NULL, NULL};
    if (changes && !style->exports)
        return (struct fm_pgn_clash){"output.pgn.layout",
                                     "`keep` is excluded by what writes the moves anew"};
    if (is_tag_listed_twice(output))
        return (struct fm_pgn_clash){"output.pgn.tags", "a name is in this list twice"};
    if (style->letters != NULL && (style->notation == FM_PGN_UCI || style->notation == FM_PGN_ICCF))
        return (struct fm_pgn_clash){"output.pgn.letters", "this notation has no piece letters"};
    if (output->pgn_plies.set && output->pgn_plies.from > 0)
        return (struct fm_pgn_clash){"output.pgn.plies",
                                     "a game is written from its first move on: ..16"};
    return (struct fm_pgn_clash){NULL, NULL};
}
