/* SPDX-License-Identifier: MIT */
/* Reading the head of an input: see settings.h. */
#include <config.h>
#include "settings.h"

/* `key=value` of printable characters. @return bytes with the line feed; 0: it is something else. */
static size_t read_line(const uint8_t *p, size_t n, struct setting *out)
{
    const uint8_t *end = n == 0 ? NULL : memchr(p, '\n', n);
    const uint8_t *equal = end == NULL ? NULL : memchr(p, '=', (size_t)(end - p));
    if (equal == NULL || equal == p || equal - p >= SETTING_BYTES || end - equal > SETTING_BYTES)
        return 0;
    for (const uint8_t *at = p; at < end; at++)
        if (*at < ' ' || *at > '~' ||
            (at < equal &&
             strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-", *at) ==
                 NULL))
            return 0;
    memset(out, 0, sizeof *out);
    memcpy(out->key, p, (size_t)(equal - p));
    memcpy(out->value, equal + 1, (size_t)(end - equal) - 1);
    return (size_t)(end - p) + 1;
}

void settings_read(const uint8_t *data, size_t size, struct settings *out)
{
    out->count = 0;
    out->head = 0;
    for (size_t n; out->count < SETTINGS_MAX; out->count++, out->head += n) {
        n = read_line(data + out->head, size - out->head, &out->rows[out->count]);
        if (n == 0)
            break;
    }
    if (out->count > 0 && out->head < size && data[out->head] == '\n')
        out->head++;
}

unsigned settings_number(const struct settings *settings, const char *key, unsigned most)
{
    unsigned long number = 0;
    for (size_t i = 0; i < settings->count; i++)
        if (strcmp(settings->rows[i].key, key) == 0)
            number = strtoul(settings->rows[i].value, NULL, 10);
    return number > most ? 0 : (unsigned)number;
}
