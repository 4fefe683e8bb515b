/* The error record of a faulty profile. */
#include <config.h>
#include "profile/profile_fault.h"

enum fm_status fm_profile_fault(struct fm_profile *profile, struct fm_error *error,
                                struct fm_place place, struct fm_text what, struct fm_text hint,
                                struct fm_text detail)
{
    *error = (struct fm_error){.status = FM_BAD_PROFILE,
                               .input = place.input,
                               .line = place.line,
                               .column = place.column,
                               .what = fm_arena_copy(&profile->arena, what),
                               .hint = fm_arena_copy(&profile->arena, hint),
                               .detail = fm_arena_copy(&profile->arena, detail)};
    const bool whole =
        error->what.n == what.n && error->hint.n == hint.n && error->detail.n == detail.n;
    return whole ? FM_BAD_PROFILE : FM_NO_MEMORY;
}

struct fm_text fm_words(struct fm_arena *arena, const char *const *words)
{
    size_t n = 0, at = 0;
    for (size_t i = 0; words[i] != NULL; i++)
        n += strlen(words[i]);
    unsigned char *text = fm_arena_alloc(arena, n);
    if (text == NULL)
        return (struct fm_text){NULL, 0};
    for (size_t i = 0; words[i] != NULL; i++) {
        memcpy(text + at, words[i], strlen(words[i]));
        at += strlen(words[i]);
    }
    return (struct fm_text){text, n};
}
