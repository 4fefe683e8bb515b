/* SPDX-License-Identifier: MIT */
/* Any bytes as a profile: refused with a place, or merged, finished and printed; what is printed
 * reads back and prints the same. */
#include <config.h>
#include "fuzz.h"

static void check_refusal(enum fm_status status, const struct fm_error *error)
{
    FUZZ_REQUIRE(status == FM_BAD_PROFILE);
    FUZZ_REQUIRE(error->status == status);
}

static struct fm_profile *new_profile(void)
{
    struct fm_profile *profile;
    FUZZ_REQUIRE(fm_profile_new(&profile) == FM_OK);
    return profile;
}

static void check_print(const struct fm_profile *profile, bool all)
{
    char *first, *second;
    struct fm_error error;
    struct fm_profile *again = new_profile();
    FUZZ_REQUIRE(fm_profile_print(profile, all, &first) == FM_OK);
    const struct fm_text text = {(const unsigned char *)first, strlen(first)};
    enum fm_status status = fm_profile_read(again, "printed", text, &error);
    if (status == FM_OK)
        status = fm_profile_finish(again, &error);
    if (status != FM_OK)
        fprintf(stderr, "%s\nline %u: %.*s: %.*s\n", first, (unsigned)error.line, (int)error.what.n,
                (const char *)error.what.p, (int)error.detail.n, (const char *)error.detail.p);
    FUZZ_REQUIRE(status == FM_OK);
    FUZZ_REQUIRE(fm_profile_print(again, all, &second) == FM_OK);
    if (strcmp(first, second) != 0)
        fprintf(stderr, "printed:\n%s\nread back and printed:\n%s\n", first, second);
    FUZZ_REQUIRE(strcmp(first, second) == 0);
    free(first);
    free(second);
    fm_profile_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fm_error error;
    struct fm_profile *profile = new_profile();
    enum fm_status status =
        fm_profile_read(profile, "fuzz.yaml", (struct fm_text){data, size}, &error);
    if (status == FM_OK)
        status = fm_profile_finish(profile, &error);
    else
        FUZZ_REQUIRE(error.line > 0);
    if (status == FM_OK) {
        check_print(profile, false);
        check_print(profile, true);
    } else {
        check_refusal(status, &error);
    }
    fm_profile_free(profile);
    return 0;
}
