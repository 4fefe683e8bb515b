/* Plain placements of 8x8: chooses the instructions that read them, plain_any.h or plain_bmi2.h. */
#include <config.h>
#include "board/plain.h"
#include "board/plain_any.h"

#if defined(__x86_64__) && defined(__GNUC__)
#    define HAS_BMI2
#    include "board/plain_bmi2.h"
#endif

enum fm_plain_path fm_plain_best_path(void)
{
#ifdef HAS_BMI2
    /* Some machines have pext and pdep in name only: these take hundreds of cycles. */
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
        !__builtin_cpu_is("bdver4") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2"))
        return FM_PLAIN_BMI2;
#endif
    return FM_PLAIN_ANY;
}

size_t fm_plain_read(enum fm_plain_path path, struct fm_text text,
                     unsigned char rows[FM_RANKS][FM_MAX_FILES], struct fm_plain *pieces)
{
#ifdef HAS_BMI2
    if (path == FM_PLAIN_BMI2) {
        const size_t n = plain_read_bmi2(text, rows, pieces);
        if (FM_LIKELY(n > 0))
            return n;
    }
#endif
    (void)path;
    return plain_read_any(text, rows, pieces);
}
