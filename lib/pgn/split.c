/* SPDX-License-Identifier: MIT */
/* Blocks of PGN to spans, and where blocks may be cut. Chooses the instruction set; the work is
 * split_tmpl.h's, compiled below once for each, and splitter.c's. */
#include <config.h>
#include "pgn/split.h"
#include "base/lanes.h"
#include "pgn/splitter.h"

/* Of each bit: the parity (exclusive or) of it and all bits below it. Each step doubles how many
 * bits below are included. With a one for each brace, a bit is set from an opening brace on to
 * before the closing one. */
FM_INLINE uint64_t parity(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    return bits ^ bits << 32;
}

/* The highest bit of each byte, the first byte's in the lowest bit. For machines whose vectors have
 * no such instruction; works in 64-bit words. */
FM_INLINE uint64_t highest_bits(const void *vector, unsigned lanes)
{
    uint64_t bits = 0;
#ifdef __wasm_simd128__
    const fm_lanes all = fm_lanes_load(vector), none = {0};
    (void)lanes;
    bits = fm_lanes_signs(all, none, none, none);
#else
    for (unsigned i = 0; i < lanes; i += 8)
        bits |= (uint64_t)fm_eight_bits(fm_eight_load((const unsigned char *)vector + i) >> 7 &
                                        FM_EIGHT(1))
                << i;
#endif
    return bits;
}

/* GCC's vectors compile everywhere, so the plain instance is vectors too, of 16 bytes:
 * AltiVec or plain words, whatever the compiler has. */
#define SPLIT(name) name##_plain
#define SPLIT_TARGET
#define SPLIT_LANES 16
#define SPLIT_BITS(v) highest_bits(&(v), SPLIT_LANES)
#include "pgn/split_tmpl.h"

/* Part of every arm64. Bits are collected of a whole window in one go: neighbours are added, which
 * costs as much for four vectors as for one. */
#if defined(__aarch64__) && defined(FM_LANES_NAME)
#    define SPLIT(name) name##_neon
#    define SPLIT_TARGET
#    define SPLIT_LANES 16
#    define SPLIT_WINDOW(a, b, c, d) \
        fm_lanes_signs((fm_lanes)(a), (fm_lanes)(b), (fm_lanes)(c), (fm_lanes)(d))
/* A place of 16 or more gives 0. */
#    define SPLIT_LOOK_UP(v, ...) \
        ((lanes_neon)vqtbl1q_u8((uint8x16_t){__VA_ARGS__}, (uint8x16_t)((v)&0x8F)))
#    include "pgn/split_tmpl.h"
#endif

/* Part of x86-64; of 32-bit x86 only where the compiler was allowed it. */
#if defined(__SSE2__)
#    define SPLIT(name) name##_sse2
#    define SPLIT_TARGET
#    define SPLIT_LANES 16
#    define SPLIT_BITS(v) \
        ((uint64_t)(unsigned)__builtin_ia32_pmovmskb128((char __attribute__((vector_size(16))))(v)))
#    include "pgn/split_tmpl.h"
#endif

/* Compiled whatever the compiler was allowed, and chosen when running. BMI is there for tzcnt and
 * blsr, which walk the masks; every processor with AVX2 has it, but a virtual machine may hide
 * it. */
#if defined(__x86_64__)
#    define SPLIT(name) name##_avx2
#    define SPLIT_TARGET __attribute__((target("avx2,bmi,popcnt")))
#    define SPLIT_LANES 32
#    define SPLIT_BITS(v) \
        ((uint64_t)(unsigned)__builtin_ia32_pmovmskb256((char __attribute__((vector_size(32))))(v)))
#    define SPLIT_LOOK_UP(v, ...) \
        ((lanes_avx2)__builtin_ia32_pshufb256( \
            (char __attribute__((vector_size(32)))){__VA_ARGS__, __VA_ARGS__}, \
            (char __attribute__((vector_size(32))))(v)))
#    include "pgn/split_tmpl.h"
#endif

/* The functions that an instance of the template gives to others. */
struct instance {
    void (*run)(struct fm_splitter *s);
    const unsigned char *(*last_hard)(struct fm_text bytes, const unsigned char *floor);
};

static struct instance instance_of(enum fm_split_path path)
{
    switch (path) { /* each case falls to the next where it was not compiled */
    case FM_SPLIT_AVX2:
#if defined(__x86_64__)
        return (struct instance){run_avx2, last_hard_avx2};
#endif
    case FM_SPLIT_SSE2:
#if defined(__SSE2__)
        return (struct instance){run_sse2, last_hard_sse2};
#endif
    case FM_SPLIT_NEON:
#if defined(__aarch64__) && defined(FM_LANES_NAME)
        return (struct instance){run_neon, last_hard_neon};
#endif
    case FM_SPLIT_PLAIN:
        break;
    }
    return (struct instance){run_plain, last_hard_plain};
}

enum fm_split_path fm_split_best_path(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("popcnt"))
        return FM_SPLIT_AVX2;
#endif
#if defined(__SSE2__)
    return FM_SPLIT_SSE2;
#elif defined(__aarch64__) && defined(FM_LANES_NAME)
    return FM_SPLIT_NEON;
#else
    return FM_SPLIT_PLAIN;
#endif
}

enum fm_status fm_split_block_by(struct fm_split *split, struct fm_text block,
                                 enum fm_split_path path)
{
    struct fm_splitter s = {.out = split, .begin = block.p, .end = block.p + block.n};
    split->count = 0;
    split->tag_count = 0;
    split->braces.count = 0;
    split->settled = SIZE_MAX;
    instance_of(path).run(&s);
    /* The end mark for fm_comments_close(): fm_braces_add() always leaves a place for it. */
    if (split->braces.count > 0)
        split->braces.at[split->braces.count] = UINT32_MAX;
    if (block.n >= UINT32_MAX) /* offsets do not fit in 32 bits; readers then search for braces */
        split->braces.count = 0;
    /* The last start may itself depend on text that is not read yet: a `1` may become `1-0`. */
    const size_t others = split->count > 0 ? split->count - 1 : 0;
    if (split->settled > others)
        split->settled = others;
    return s.no_memory ? FM_NO_MEMORY : FM_OK;
}

enum fm_status fm_split_block(struct fm_split *split, struct fm_text block)
{
    return fm_split_block_by(split, block, fm_split_best_path());
}

/* Find the last hard boundary. @param from  the first place after which it may begin. */
static size_t last_hard(struct fm_text bytes, size_t from)
{
    if (bytes.n <= from + 1)
        return 0;
    const unsigned char *const found =
        instance_of(fm_split_best_path()).last_hard(bytes, bytes.p + from + 1);
    return found == NULL ? 0 : (size_t)(found - bytes.p);
}

size_t fm_split_last_hard(struct fm_text bytes)
{
    return last_hard(bytes, fm_splitter_lead(bytes));
}

/* A line that follows a tag pair is no boundary, so it depends on the bytes before it: back over a
 * mark of byte order, blanks, `]`, blanks, to `"`. Any other byte ends that, and what is before it
 * does not matter. @return the first place from which on that is not open. */
static size_t first_decided(struct fm_text bytes)
{
    enum { BOM_SIZE = 3 };
    size_t from = 0;
    while (from < bytes.n && (fm_byte_is(bytes.p[from], FM_BYTE_BLANK) || bytes.p[from] == ']'))
        from++;
    return from + BOM_SIZE;
}

size_t fm_split_last_hard_within(struct fm_text bytes)
{
    return last_hard(bytes, first_decided(bytes));
}

/* @param most  bytes before a boundary that must show it; SIZE_MAX: it depends on all of them. */
static size_t first_hard(struct fm_text bytes, size_t from, size_t most)
{
    const unsigned char *p;
    for (; from < bytes.n && (p = memchr(bytes.p + from, '[', bytes.n - from)) != NULL; from++) {
        from = (size_t)(p - bytes.p);
        const size_t before = from < most ? from : most;
        const struct fm_text shown = {p - before, before};
        if (fm_is_hard_boundary(p, shown.p, bytes.p + bytes.n) &&
            (most == SIZE_MAX || first_decided(shown) < before))
            return from;
    }
    return bytes.n;
}

size_t fm_split_first_hard_within(struct fm_text bytes, size_t from)
{
    return first_hard(bytes, from, FM_SPLIT_BEFORE);
}

size_t fm_split_lead(struct fm_text start, bool *known)
{
    enum { MARK = 4 }; /* a mark of byte order, or less than one, may be the end */
    const size_t lead = fm_splitter_lead(start);
    *known = start.n - lead > MARK &&
             (start.p[lead] != '{' || fm_split_first_hard(start, lead + 1) < start.n);
    return lead;
}

size_t fm_split_first_hard(struct fm_text bytes, size_t from)
{
    /* Within the lead, the blanks and comments before the first game, is no boundary. */
    const size_t lead = from == 0 ? 0 : fm_splitter_lead(bytes);
    if (from > 0 && from <= lead)
        from = lead + 1;
    return first_hard(bytes, from, SIZE_MAX);
}
