/* Calls of the public header that belong to no single module: names, where a profile's outputs go,
 * and, for `--version`, what this program is made of: libraries, and the instructions that were
 * chosen for this machine. */
#include <config.h>
#include <stdio.h>
#include "board/dispatch.h"
#include "board/placement.h"
#include "io/codec.h"
#include "pgn/classify.h"
#include "pgn/split.h"
#include "profile/profile.h"
#include "profile/yaml.h"
#include "filter/pattern.h"

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

/* @param[out] count  of all libraries of codecs, where the index is not one of theirs. */
static const struct fm_library *library_of_codec(unsigned index, unsigned *count)
{
    const struct fm_codec *codec;
    *count = 0;
    for (size_t i = 0; (codec = fm_codec_at(i)) != NULL; i++)
        for (size_t k = 0; codec->coder != NULL && k < FM_COUNT_OF(codec->coder->libraries); k++)
            if (codec->coder->libraries[k].name != NULL && (*count)++ == index)
                return &codec->coder->libraries[k];
    return NULL;
}

bool fm_library(unsigned index, const char **name, char version[FM_LIBRARY_VERSION])
{
    unsigned codecs;
    const struct fm_library *library = library_of_codec(index, &codecs);
    if (library != NULL) {
        *name = library->name;
        snprintf(version, FM_LIBRARY_VERSION, "%s", library->version());
    } else if (index == codecs) {
        *name = "libyaml";
        snprintf(version, FM_LIBRARY_VERSION, "%s", fm_yaml_version());
    } else if (index == codecs + 1) {
        *name = "PCRE2";
        fm_pattern_version(version);
    } else {
        return false;
    }
    version[strcspn(version, " ,")] = 0; /* a date may follow */
    return true;
}

const char *fm_vector_path(unsigned index, const char **used_for)
{
    static const char *const splitters[] = {
        [FM_SPLIT_PLAIN] = "generic", [FM_SPLIT_SSE2] = "sse2", [FM_SPLIT_AVX2] = "avx2"};
    static const char *const placements[] = {[FM_PLAIN_ANY] = "generic", [FM_PLAIN_BMI2] = "bmi2"};
    switch (index) {
    case 0:
        *used_for = "finding games";
        return splitters[fm_split_best_path()];
    case 1:
        *used_for = "reading FEN";
        return placements[fm_plain_best_path()];
    case 2:
        *used_for = "writing FEN";
        return fm_board_ops_8x8.rank_path();
    default:
        return NULL;
    }
}
