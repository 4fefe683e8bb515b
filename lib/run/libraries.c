/* SPDX-License-Identifier: MIT */
/* Parts of this build, for `--version`: libraries, and the instructions chosen for this machine. */
#include <config.h>
#include "fenmill.h"
#include <stdio.h>
#include <string.h>
#include "board/dispatch.h"
#include "board/placement.h"
#include "filter/pattern.h"
#include "io/codec.h"
#include "pgn/split.h"
#include "profile/yaml.h"

const char *fm_version(void)
{
    return FM_VERSION_STRING;
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
    static const char *const splitters[] = {[FM_SPLIT_PLAIN] = "generic",
                                            [FM_SPLIT_NEON] = "neon",
                                            [FM_SPLIT_SSE2] = "sse2",
                                            [FM_SPLIT_AVX2] = "avx2"};
    static const char *const placements[] = {
        [FM_PLAIN_ANY] = "generic", [FM_PLAIN_BMI2] = "bmi2", [FM_PLAIN_AVX512] = "avx512"};
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
