/* The small calls of the public header that only hand on what a room of the library knows: names,
 * and where a profile's outputs go. */
#include <config.h>
#include "pipeline/public.h"
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

struct fm_text fm_profile_to(const struct fm_profile *profile, size_t index)
{
    const struct fm_profile_output *outputs =
        profile->outputs != NULL ? profile->outputs : &profile->output;
    const size_t count = profile->outputs != NULL ? profile->output_count : 1;
    if (index >= count)
        return (struct fm_text){NULL, 0};
    return outputs[index].to.n > 0 ? outputs[index].to : FM_TEXT("");
}
