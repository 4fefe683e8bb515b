/* Pages of memory: see pages.h. */
#include <config.h>
#include "base/pages.h"
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* From here on the part of a page that is lost does not matter. */
#define OWN_PAGES ((size_t)64 * 1024)
#define HUGE_FROM ((size_t)2 * 1024 * 1024)

void *fm_pages_alloc(size_t n)
{
    if (n > PTRDIFF_MAX)
        return NULL;
    if (n < OWN_PAGES)
        return calloc(1, n);
    void *made = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
#ifdef MADV_HUGEPAGE
    /* Most of a look-up in a large table is finding its page. */
    if (n >= HUGE_FROM)
        (void)madvise(made, n, MADV_HUGEPAGE);
#endif
    return made;
}

void fm_pages_free(void *p, size_t n)
{
    if (n < OWN_PAGES)
        free(p);
    else if (p != NULL)
        (void)munmap(p, n);
}
