/* The small calls of the public header that only hand on what a room of the library knows: names,
 * and where a profile's outputs go. */
#include <config.h>
#include "convert/public.h"
#include "pgn/classify.h"
#include "profile/profile.h"

const char *fm_class_name(unsigned index)
{
    return index < FM_CLASSES ? fm_class_names[index] : NULL;
}

const char *fm_name_suggest(struct fm_text word, const char *const *names)
{
    return fm_nearest_name(word, names);
}

/* Output number @p index of a profile, NULL after the last. */
static const struct fm_profile_output *output_of(const struct fm_profile *profile, size_t index)
{
    if (profile->outputs == NULL)
        return index == 0 ? &profile->output : NULL;
    return index < profile->output_count ? &profile->outputs[index] : NULL;
}

struct fm_text fm_profile_to(const struct fm_profile *profile, size_t index)
{
    const struct fm_profile_output *output = output_of(profile, index);
    if (output == NULL)
        return (struct fm_text){NULL, 0};
    return output->to.n > 0 ? output->to : FM_TEXT("");
}

struct fm_text fm_profile_store(const struct fm_profile *profile, size_t index)
{
    const struct fm_profile_output *output = output_of(profile, index);
    if (output == NULL)
        return (struct fm_text){NULL, 0};
    const struct fm_text store =
        output->has_positions ? output->positions.unique_store : profile->positions.unique_store;
    return store.n > 0 ? store : FM_TEXT("");
}
