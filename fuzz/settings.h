/* SPDX-License-Identifier: MIT */
/* The head of an input of fuzz_convert: lines `key=value` up to an empty one, keys of a profile or of
 * the target itself. What follows is the archive. Without such lines all is archive. */
#ifndef FM_FUZZ_SETTINGS_H
#define FM_FUZZ_SETTINGS_H
#include "fuzz.h"

enum { SETTINGS_MAX = 16, SETTING_BYTES = 120 };

struct setting {
    char key[SETTING_BYTES], value[SETTING_BYTES];
};

struct settings {
    struct setting rows[SETTINGS_MAX];
    size_t count;
    size_t head; /* bytes of the lines and the empty one */
};

/** Lines that are no settings end the head; too many and too long ones do, too. */
void settings_read(const uint8_t *data, size_t size, struct settings *out);
/** The value of the target's own key; 0: there is none, or it is no number up to @p most. */
unsigned settings_number(const struct settings *settings, const char *key, unsigned most);

#endif
