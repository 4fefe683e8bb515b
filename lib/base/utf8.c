/* Well-formed UTF-8: the table of RFC 3629 section 4. */
#include <config.h>
#include "base/utf8.h"

size_t fm_utf8_length(const unsigned char *p, size_t n)
{
    const unsigned char lead = p[0];
    if (lead < 0x80)
        return 1;
    const size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (lead == 0xE0 && p[1] < 0xA0) || (lead == 0xF0 && p[1] < 0x90);
    const bool surrogate = lead == 0xED && p[1] > 0x9F, beyond = lead == 0xF4 && p[1] > 0x8F;
    return overlong || surrogate || beyond ? 0 : length;
}
