/* SPDX-License-Identifier: MIT */
/* Must-check calls, hints to the compiler, and the promise that scanners rely on. */
#ifndef FM_BASE_MACROS_H
#define FM_BASE_MACROS_H

/** Return from the caller with the status of a call that did not succeed. */
#define FM_TRY(expr) \
    do { \
        const enum fm_status fm_try_status_ = (expr); \
        if (fm_try_status_ != FM_OK) \
            return fm_try_status_; \
    } while (0)

/** Return FM_NO_MEMORY from the caller where there was none for what it wanted to make. */
#define FM_TRY_MADE(pointer) \
    do { \
        if ((pointer) == NULL) \
            return FM_NO_MEMORY; \
    } while (0)

/** Of several steps the next, which is taken only where all before it went well: @p failed is the
 * first failure. Of an enum fm_status or an errno value. */
#define FM_NEXT(failed, expr) \
    do { \
        if ((failed) == 0) \
            (failed) = (expr); \
    } while (0)

#if defined(__GNUC__)
#    define FM_LIKELY(x) __builtin_expect(!!(x), 1)
#    define FM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#    define FM_INLINE static inline __attribute__((always_inline))
#    define FM_NOINLINE __attribute__((noinline))
#    define FM_COLD __attribute__((cold, noinline))
#    define FM_UNROLLED _Pragma("GCC unroll 8")
#    define FM_PREFETCH(p) __builtin_prefetch(p, 1)
/* Keep the branch that this is in, which can be guessed: a number that is computed without one has
 * all after it wait. */
#    define FM_STAY_BRANCH(value) __asm__ volatile("" : "+r"(value))
#else
#    define FM_LIKELY(x) (x)
#    define FM_UNLIKELY(x) (x)
#    define FM_INLINE static inline
#    define FM_NOINLINE
#    define FM_COLD
#    define FM_UNROLLED
#    define FM_PREFETCH(p) (void)(p)
#    define FM_STAY_BRANCH(value) (void)(value)
#endif

#define FM_COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Text that a reader hands on is followed by at least this many readable bytes, all NUL after the
 * last block, so that scanners may look ahead and load vectors without a test. */
#define FM_TEXT_PADDING 64

#endif
